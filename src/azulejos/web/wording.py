"""The sentences that scripts say, in the language of a page; a page carries them as one block of JSON.

Facts that only the script knows stay as they are named: `{name}` is filled in there.
"""

from azulejos.tell import Words


def start(t: Words) -> dict[str, str]:
    return {"replay": t("replay")}


def lobby(t: Words) -> dict[str, str]:
    return {
        "with": t("with {names}", names="{names}"),
        "free": t("free seats: {n}", n="{n}"),
        "take": t("Take a seat"),
        "take_at": t("Take a seat at {table}", table="{table}"),
        "watch": t("Watch"),
        "lost": t("The server doesn't answer. Trying again…"),
    }


def table(t: Words) -> dict[str, str]:
    return {
        "nothing": t("Nothing can be chosen there now."),
        "whole": t("Play it, or take it back."),
        "finish_with": t("Finish: {turn}", turn="{turn}"),
        "points_now": t("now {points}", points="{points}"),
        "points_later": t("at the end of the round {points}", points="{points}"),
        "thinking": t("{name} is thinking…", name="{name}"),
        "you_watch": t("You are watching."),
        "wish": t("{name} would like to take a turn back, with all that was played since.", name="{name}"),
        "to_agree": t("Still to agree: {names}", names="{names}"),
        "bad_link": t(
            "This link opens no seat any more, or it is not complete. "
            "Ask for a new one; meanwhile you can watch."
        ),
        "winner": t("Winner: {names}", names="{names}"),
        "private": t("Only {name} may see what comes now. Everybody else looks away.", name="{name}"),
        "lost": t("The server doesn't answer. Trying again…"),
        "round": t("Round"),
        "total": t("Total"),
        "reviewing": t("Reviewing the game…"),
        "given_away": t("Given away"),
        "better": t("Better: {turn}", turn="{turn}"),
        "copied": t("Copied."),
        "to_replay": t("Link to the replay"),
        **rounds(t),
        **advice(t),
        **seats(t),
    }


def rounds(t: Words) -> dict[str, str]:
    """The card of a round, and the list of what happened."""
    return {
        "for_what": t("For what"),
        "gained": t("This round"),
        "gained_last": t("Round and end"),
        "score_now": t("Score"),
        "at_the_end": t("At the end of the game"),
        "rule": t("Rule {clause}", clause="{clause}"),
        "round_n": t("Round {n}", n="{n}"),
        "show_then": t("Show the table as it was after this"),
        "past": t("Round {round}, after this: {what}", round="{round}", what="{what}"),
    }


def advice(t: Words) -> dict[str, str]:
    return {
        "look_at": t("Board of {name}, enlarge", name="{name}"),
        "played": t("Played:"),
        "alternatives_of": t("Alternatives of {name}", name="{name}"),
        "chance": t("{percent} chance to win", percent="{percent}"),
        "simulations": t("{n} simulations", n="{n}"),
        "searching": t("Looking for alternatives…"),
        "turn": t("Turn"),
        "win": t("Chance to win"),
        "tried": t("Simulations"),
    }


def seats(t: Words) -> dict[str, str]:
    return {
        "you": t("you"),
        "here": t("here"),
        "away": t("away"),
        "not_come": t("not here yet"),
        "bot": t("bot {name}", name="{name}"),
        "bot_for_now": t("bot {name} for now", name="{name}"),
        "bot_by_clock": t("bot {name}: time ran out", name="{name}"),
        "watching": t("{n} watching", n="{n}"),
        "turn_of": t("{name}'s turn.", name="{name}"),
        "turn_away": t("{name}'s turn. {name} is away.", name="{name}"),
        "turn_not_come": t("{name}'s turn. {name} isn't here yet.", name="{name}"),
        "hurry": t("{time} left!", time="{time}"),
        "link_for": t("Link for {name}", name="{name}"),
        "lent": t("A bot plays for {name}.", name="{name}"),
        "lent_by_clock": t("Time ran out: a bot plays for {name}.", name="{name}"),
        "take_back": t("Take the seat back"),
        "take_seat": t("Take seat {n}", n="{n}"),
        "new_link": t("Your new link; keep it to yourself"),
        "new_token": t("Token; it is shown only now"),
        "to_watch": t("Link to watch"),
    }
