"""The description of the API as a page, and as tables for docs/api.md; as JSON it is at /openapi.json."""

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response

from azulejos.web.pages import page

JSON = "application/json"
HEADING = "## Every field of every body and answer\n\n"  # in docs/api.md, where `listed` follows to the end

router = APIRouter(include_in_schema=False)


@router.get("/api")
async def reference_page(request: Request) -> Response:
    """Every operation with its parameters."""
    description = request.app.openapi()
    operations = [
        _operation(method, path, facts)
        for path, methods in description["paths"].items()
        for method, facts in methods.items()
    ]
    return page(request, "reference.html", operations=operations, models=models(description))


def models(description: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """All that bodies and answers are made of, by name: what it is, and its fields."""
    return {
        name: {"text": model.get("description", ""), "fields": _fields(model)}
        for name, model in description["components"]["schemas"].items()
    }


def listed(description: dict[str, Any]) -> str:
    """The models for docs/api.md: a line for each."""
    return "".join(
        f"- **{name}**: {' · '.join(map(_told, model['fields']))}\n"
        for name, model in models(description).items()
    )


def _told(field: dict[str, str]) -> str:
    return f"`{field['name']}` ({field['schema']}) {field['text']}".strip()


def _operation(method: str, path: str, facts: dict[str, Any]) -> dict[str, Any]:
    return {
        "method": method.upper(),
        "path": path,
        "text": facts.get("description", ""),
        "parameters": [
            {"name": parameter["name"], "where": parameter["in"], "text": parameter.get("description", "")}
            | {"schema": _kind(parameter["schema"])}
            for parameter in facts.get("parameters", [])
        ],
        "body": _contents(facts.get("requestBody", {})),
        "answer": _contents(_answer(facts)),
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
    if isinstance(each := schema.get("additionalProperties"), dict):
        return f"{{…: {_kind(each)}}}"
    return schema.get("type", "")


def _name(schema: dict[str, Any]) -> str:
    return schema.get("$ref", "").rpartition("/")[2]


def _answer(facts: dict[str, Any]) -> dict[str, Any]:
    """What is answered when all is well."""
    return next((answer for status, answer in facts["responses"].items() if status.startswith("2")), {})


def _contents(described: dict[str, Any]) -> list[str]:
    """What a body or an answer is: by the name of its model, or its media type."""
    contents = described.get("content", {})
    return [
        _kind(content.get("schema", {})) if media == JSON else media for media, content in contents.items()
    ]


def _fields(model: dict[str, Any]) -> list[dict[str, str]]:
    return [
        {"name": key, "schema": _kind(field), "text": field.get("description", "")}
        for key, field in model.get("properties", {}).items()
    ]
