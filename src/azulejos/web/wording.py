"""The sentences that scripts say, in the language of a page; a page carries them as one block of JSON.

Facts that only the script knows stay as they are named: `{name}` is filled in there.
"""

from typing import Any

from azulejos.tell import Words
from azulejos.web.company import reactions


def start(t: Words) -> dict[str, Any]:
    return {
        "me": t("Player {n}", n=1),
        "other": t("Player {n}", n=2),
        "friend": t("A friend"),
        "replay": t("replay"),
        "show_it": t("show it"),
        "remove": t("Remove from the list"),
        "gone": t("This table is gone, or its link was renewed: ask for a new one."),
        "my_turn": t("It is your turn."),
        "go_on_at": t("Go on:"),
        "turn_of": t("{name}'s turn.", name="{name}"),
        "won": t("Winner: {names}", names="{names}"),
        "people": t("people"),
        "figures": [
            t("Game"),
            t("Against"),
            t("Games played"),
            t("Games won"),
            t("Points on average"),
            t("Lead on average"),
        ],
        "really_delete": t("Delete the figures of all games in this browser? They can't be brought back."),
    }


def lobby(t: Words) -> dict[str, str]:
    return {
        "with": t("with {names}", names="{names}"),
        "free": t("free seats: {n}", n="{n}"),
        "take": t("Take a seat"),
        "take_at": t("Take a seat at {table}", table="{table}"),
        "watch": t("Watch"),
        "lost": t("The server doesn't answer. Trying again…"),
    }


def table(t: Words) -> dict[str, Any]:
    return {
        "nothing": t("Nothing can be chosen there now."),
        "whole": t("Play it, or take it back."),
        "goes_on": t("Play it, or take it back: something new is turned up, and your turn goes on."),
        "instead": t("Instead: {label}", label="{label}"),
        "finish_with": t("Finish: {turn}", turn="{turn}"),
        "points_now": t("now {points}", points="{points}"),
        "points_later": t("at the end of the round {points}", points="{points}"),
        "thinking": t("{name} is thinking…", name="{name}"),
        "you_watch": t("You are watching."),
        "wish": t("{name} would like to take a turn back, with all that was played since.", name="{name}"),
        "took_back": t("{name} took the turn back.", name="{name}"),
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
        "copied": t("Copied."),
        "copy_by_hand": t("The browser lets this page copy nothing. It is marked: copy it by hand."),
        "to_replay": t("Link to this game"),
        "code_of": t("{what}, as a QR code", what="{what}"),
        **rounds(t),
        **advice(t),
        **seats(t),
        **around(t),
        **lesson(t),
    }


def lesson(t: Words) -> dict[str, str]:
    """A lesson at a table, and the page that leads there."""
    return {
        "lesson_step": t("step {n} of {steps}", n="{n}", steps="{steps}"),
        "lesson_whole": t("That is a whole turn. Play it with the ringed button."),
        "lesson_card": t("Press Go on."),
        "lesson_next": t("Next"),
        "lesson_close": t("Play on"),
        "go_on": t("Go on with step {n} of {steps}", n="{n}", steps="{steps}"),
        "again": t("Begin again"),
    }


def around(t: Words) -> dict[str, Any]:
    """What is said around a table."""
    return {
        "reactions": list(reactions(t).items()),  # in their order
        "somebody": t("Somebody"),
        "to_seats": t("Those who play here can read it."),
        "to_watchers": t("Those who watch can read it, and nobody who plays."),
        "is_here": t("{name} is here.", name="{name}"),
        "has_left": t("{name} has left.", name="{name}"),
        "with_advice": t("With advice: everybody here may ask for hints."),
        "without_advice": t("Without advice: hints and alternatives come when the game is over."),
        "your_turn": t("It is your turn."),
        "blocked": t("The browser blocks notifications; its settings for this page can allow them."),
    }


def replay(t: Words) -> dict[str, str]:
    return {
        "begin": t("The beginning"),
        "turn_at": t("Turn {n}: round {round}, {name}", n="{n}", round="{round}", name="{name}"),
        "lost": t("The server doesn't answer. Try again in a moment."),
        **rounds(t),
        **advice(t),
    }


def analysis(t: Words) -> dict[str, Any]:
    """The room for analysis, and the real table."""
    return {
        "begin": t("The beginning"),
        "lost": t("The server doesn't answer. Try again in a moment."),
        "nothing": t("Nothing can be chosen there now."),
        "points_now": t("now {points}", points="{points}"),
        "points_later": t("at the end of the round {points}", points="{points}"),
        "instead": t("Instead: {label}", label="{label}"),
        "winner": t("Winner: {names}", names="{names}"),
        "round": t("Round"),
        "total": t("Total"),
        "remove": t("Remove from the list"),
        "chance_first": t("First enter what was dealt."),
        "possible": t("Possible: {choices}", choices="{choices}"),
        "marked": t(
            "Possible: {offer} on the offer, {board} on the board.", offer="{offer}", board="{board}"
        ),
        "dealt": t("Chance: {n} answers", n="{n}"),
        "wins": t("{name} wins {percent} of the time", name="{name}", percent="{percent}"),
        "give_or_take": t("give or take {percent}", percent="{percent}"),
        "not_kept": t("This browser has no room left to keep it: save it as a file."),
        **rounds(t),
        **advice(t),
    }


def editor(t: Words) -> dict[str, Any]:
    """The editor of positions."""
    return {
        "lost": t("The server doesn't answer. Try again in a moment."),
        "sound": t("Everything is in order: play on from here."),
        "impossible": t("This can't be so yet: {first}", first="{first}"),
        "and_more": t("This can't be so yet: {first} (and {n} more)", first="{first}", n="{n}"),
        "pick_first": t("Choose a piece first, or click one that lies there."),
        "no_room": t("That piece can't lie there."),
        "holding": t("In hand: {piece}. Where does it go?", piece="{piece}"),
        "lifted": t("Lifted: {piece}. Click where it goes, or press Delete.", piece="{piece}"),
        "lifted_turns": t(
            "Lifted: {piece}. Click where it goes, here to turn it, or press Delete.", piece="{piece}"
        ),
        "taking": t("Click whatever is to be taken away."),
        "put": t("Put: {piece}, {place}", piece="{piece}", place="{place}"),
        "taken": t("Taken away: {piece}, {place}", piece="{piece}", place="{place}"),
        "empty": t("nothing there"),
        "whose": t("{name}: {place}", name="{name}", place="{place}"),
        "left": t("{piece}, {n} in the bag", piece="{piece}", n="{n}"),
        "look_at": t("Board of {name}: show it large", name="{name}"),
        "kinds": {
            "tile": t("Tiles"),
            "start": t("Start"),
            "token": t("Tokens"),
            "chip": t("Chips"),
            "dome": t("Dome tiles"),
            "expansion": t("Expansions"),
            "other": t("Others"),
        },
    }


def puzzles(t: Words) -> dict[str, Any]:
    """The page of puzzles, a moment of the room for analysis."""
    return {
        **analysis(t),
        "asked": t("{name}: which turn is the best?", name="{name}"),
        "whole": t("Play it, or take it back."),
        "facts": t("{title}, level {level}", title="{title}", level="{level}"),
        "right": t(
            "Right! It wins {percent} of the time, the next best turn {next}.",
            percent="{percent}",
            next="{next}",
        ),
        "wrong": t(
            "Not the best: it wins {percent} of the time, the best turn {best}.",
            percent="{percent}",
            best="{best}",
        ),
        "worse": t("Not the best, which wins {best} of the time.", best="{best}"),
        "below": t("Worth less than all of these: {turn}", turn="{turn}"),
        "yours": t("your turn"),
        "rated": t("Rating {rating} ({change})", rating="{rating}", change="{change}"),
        "not_rated": t("You had answered it before: nothing counts twice."),
        "rating": t("Rating"),
        "solved": t("Solved"),
        "streak": t("Right in a row"),
        "days": t("Days in a row"),
        "of": t("{n} of {all}", n="{n}", all="{all}"),
        "none": t("There is no puzzle like that."),
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
        "plays": t("{name} plays.", name="{name}"),
        "scoring": t("Round {n} is scored.", n="{n}"),
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
        "reviewing": t("Reviewing the game…"),
        "given_away": t("Given away"),
        "better": t("Better: {turn}", turn="{turn}"),
        "revealed": t("After what was revealed"),
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
