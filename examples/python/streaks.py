"""Prints the current streak of every habit, the longest first.

DAYMARK_URL=https://habits.example DAYMARK_KEY=dmk_… python3 streaks.py
"""

import json
import os
import urllib.error
import urllib.request


def get(path):
    request = urllib.request.Request(
        os.environ["DAYMARK_URL"] + "/api" + path,
        headers={"Authorization": "Bearer " + os.environ["DAYMARK_KEY"]},
    )
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        # An error has a sentence and a stable code.
        problem = json.load(error)
        raise SystemExit(f"{problem['detail']} ({problem['code']})")


streaks = [
    (get(f"/habits/{habit['id']}/statistics/")["current_streak"], habit["title"])
    for habit in get("/habits/")["results"]
]
for streak, title in sorted(streaks, reverse=True):
    print(f"{streak:5}  {title}")
