"""Writes the API's description to a file, from which the types of answers are made: `describe.py FILE`."""

import json
import sys
from pathlib import Path

from azulejos.web.app import create_app

file = Path(sys.argv[1])
file.parent.mkdir(parents=True, exist_ok=True)
file.write_text(json.dumps(create_app("sqlite://", prepare=False).openapi()), encoding="utf8")
