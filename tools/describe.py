"""Writes the API's description: as JSON, from which the types of answers are made, or into docs/api.md.

describe.py FILE.json
describe.py docs/api.md
"""

import json
import sys
from pathlib import Path

from azulejos.web.app import create_app
from azulejos.web.reference import HEADING, listed

file, description = Path(sys.argv[1]), create_app("sqlite://", prepare=False).openapi()
if file.suffix == ".md":
    guide, _, _ = file.read_text(encoding="utf8").partition(HEADING)
    text = guide + HEADING + listed(description)
else:
    file.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps(description)
file.write_text(text, encoding="utf8")
