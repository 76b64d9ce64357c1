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
        "body": _fields(_body(facts), description),
        "answer": _fields(_answer(facts), description),
        "refusals": [
            {"status": status, "text": refusal["description"]}
            for status, refusal in facts["responses"].items()
            if not status.startswith("2")
        ],
    }


def _kind(schema: dict[str, Any]) -> str:
    """The type of a value, the values it can have, or the name of what it is made of."""
    if "enum" in schema:
        return " | ".join(map(str, schema["enum"]))
    if "anyOf" in schema:
        return " | ".join(_kind(each) for each in schema["anyOf"])
    if "$ref" in schema:
        return _name(schema)
    if schema.get("type") == "array":
        return f"[{_kind(schema.get('items', {}))}]"
    return schema.get("type", "")


def _name(schema: dict[str, Any]) -> str:
    return schema.get("$ref", "").rpartition("/")[2]


def _body(facts: dict[str, Any]) -> dict[str, Any]:
    return _json(facts.get("requestBody", {}))


def _answer(facts: dict[str, Any]) -> dict[str, Any]:
    """What is answered when all is well; of a list, what it is a list of."""
    done: dict[str, Any] = next(
        (answer for status, answer in facts["responses"].items() if status.startswith("2")), {}
    )
    schema = _json(done)
    return schema.get("items", schema)


def _json(described: dict[str, Any]) -> dict[str, Any]:
    return described.get("content", {}).get("application/json", {}).get("schema", {})


def _fields(schema: dict[str, Any], description: dict[str, Any]) -> list[dict[str, str]]:
    """The fields of something that has a name."""
    if not _name(schema):
        return []
    fields = description["components"]["schemas"][_name(schema)]["properties"]
    return [
        {"name": key, "schema": _kind(field), "text": field.get("description", "")}
        for key, field in fields.items()
    ]
