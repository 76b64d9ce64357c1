"""The description of the API as a page; the same as JSON is at /openapi.json."""

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response

from azulejos.web.pages import page

router = APIRouter(include_in_schema=False)


@router.get("/api")
async def reference_page(request: Request) -> Response:
    """Every operation with its parameters."""
    description = request.app.openapi()
    operations = [
        _operation(method, path, facts, description)
        for path, methods in description["paths"].items()
        for method, facts in methods.items()
    ]
    return page(request, "reference.html", operations=operations)


def _operation(method: str, path: str, facts: dict[str, Any], description: dict[str, Any]) -> dict[str, Any]:
    return {
        "method": method.upper(),
        "path": path,
        "text": facts.get("description", ""),
        "parameters": [
            {"name": parameter["name"], "where": parameter["in"], "schema": _kind(parameter["schema"])}
            for parameter in facts.get("parameters", [])
        ],
        "body": _body(facts, description),
    }


def _kind(schema: dict[str, Any]) -> str:
    """The type of a value, or the values it can have."""
    if "enum" in schema:
        return " | ".join(map(str, schema["enum"]))
    if "anyOf" in schema:
        return " | ".join(_kind(each) for each in schema["anyOf"] if each.get("type") != "null")
    return schema.get("type", "")


def _body(facts: dict[str, Any], description: dict[str, Any]) -> list[dict[str, str]]:
    """The fields of a JSON body."""
    for content in facts.get("requestBody", {}).get("content", {}).values():
        name = content.get("schema", {}).get("$ref", "").rpartition("/")[2]
        if name:
            fields = description["components"]["schemas"][name]["properties"]
            return [
                {"name": key, "schema": _kind(field), "text": field.get("description", "")}
                for key, field in fields.items()
            ]
    return []
