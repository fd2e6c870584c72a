import json, sys

def number(card):  # the value of a card in the row: "33" is the double 3, "R" a special
    return int(card[0]) if card and card[0].isdigit() else 0

def choose(view, legal):
    if "call" in legal:  # Diciassette: has the visible row reached 17?
        return "call" if sum(number(card["face"]) for card in view["row"]) >= 17 else "pass"
    cards = [a for a in legal if a[0] in "rgby"] or [a for a in legal if a[0] == "W"]
    with_uno = [a for a in cards if a.endswith("uno")] or [a for a in legal if a == "uno"]
    return (with_uno or cards or legal)[0]  # Uno: prefer a card that is not Wild, and always call UNO

print(json.dumps({"hello": "my first bot"}), flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "view":
        view = message["view"]
    if message["type"] == "act?":
        print(json.dumps({"id": message["id"], "do": choose(view, message["legal"])}), flush=True)
