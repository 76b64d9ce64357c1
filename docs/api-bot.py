"""A bot that plays at a table in the browser: python api-bot.py https://HOST/api/tables/ID TOKEN"""

import json
import random
import secrets
import sys
from urllib.request import Request, urlopen

TABLE, TOKEN = sys.argv[1:]


def ask(path, body=None, **headers):
    headers |= {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}
    return urlopen(Request(TABLE + path, json.dumps(body).encode() if body else None, headers))


def choose(table):
    """Any legal choice; here a better idea would go. `table["position"]` is all that our seat may know."""
    return random.choice(table["legal"])


last = 0
with ask("/positions", Accept="text/event-stream") as stream:
    for line in stream:
        table = json.loads(line[6:]) if line.startswith(b"data: ") else {}
        if table.get("last", 0) <= last:
            continue  # a sign of life, or older than what we know
        while table["is_mine"]:
            turn = {"after": table["last"], "key": secrets.token_hex(8), "choices": [choose(table)]}
            ask("/turns?draw=false", turn)
            table = json.load(ask("/positions"))
        last = table["last"]
        if table["over"]:
            print(table["scores"], "winners:", table["winners"])
            break
