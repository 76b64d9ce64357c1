"""A bot that plays at a table in the browser: python api-bot.py https://HOST/api/tables/ID TOKEN"""

import json
import random
import secrets
import sys
import time
from urllib.error import HTTPError
from urllib.request import Request, urlopen

TABLE, TOKEN = sys.argv[1:]


def ask(path, body=None, **headers):
    headers |= {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}
    return urlopen(Request(TABLE + path, json.dumps(body).encode() if body else None, headers))


def play(turn):
    try:
        ask("/turns?draw=false", turn)
    except HTTPError as error:
        if error.code in (429, 503):  # not now: the same again, which is carried out once
            time.sleep(1)
            play(turn)
        elif error.code != 409:  # the table has gone on, and the stream tells how
            raise


with ask("/positions", Accept="text/event-stream") as stream:
    for line in stream:
        table = json.loads(line[6:]) if line.startswith(b"data: ") else {}
        if table.get("is_mine"):  # any legal choice; `table["position"]` is all that a better idea may use
            choice = random.choice(table["legal"])
            play({"after": table["last"], "key": secrets.token_hex(8), "choices": [choice]})
        if table.get("over"):
            print(table["scores"], "winners:", table["winners"])
            break
