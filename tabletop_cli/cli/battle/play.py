"""`battle play`: the table. One loop over what a game system offers, until people leave or nothing can follow.

Every event is in the store before anything of its result is shown, so whatever ends this program - Ctrl-C, an empty
battery - the battle goes on from exactly what was seen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace

from ...core.clock import now
from ...core.data import Json
from ...core.declare.catalogue import catalogue_in_force, catalogue_of
from ...core.declare.kinds import Text
from ...core.dice.requests import AnyRequest
from ...core.errors import Malformed, No, Refused, StoreDamaged, TabletopError
from ...core.page import Block, Facts, Page, Para
from ...core.play.asking import Done, Making, Throw
from ...core.play.battle import Battle
from ...core.play.log import LogEntry
from ...core.play.numerals import Numbers
from ...core.play.offers import AGAIN_KEYS, Offer, find_due_secret, find_offers, offered_again
from ...core.play.progress import Progress
from ...core.play.question import NO_DEFAULT, Answer, Question
from ...core.play.viewpoint import View
from ...prompts.asker import Asker, Back, Cancelled, GivenUp, Stopped, mistake_words
from ...prompts.bound import COLON
from ...prompts.meant import Gap
from ...prompts.screen import View as AskView
from ..lookup.search import look_up
from ..session import Session, home_of
from . import pages
from .action import Action
from .board_in_sight import board_page, headlines, lines_above
from .group_orders import GroupOrder
from .help import keys_help
from .main_menu import assign_keys, free_commands, key_bar, offer_answer, offer_detail
from .orders import Listed, Order, begin_order, find_actors, is_several, named_offer, order_text
from .table_settings import TableSettings, change_settings, read_table_settings, save_table_settings
from .telling import count_lines, entry_blocks, undo_words, why_lines

LAST_LINES = 8


class Leave(Exception):
    """Whoever plays has had enough for now."""


class AtTable:
    """A battle, the people at it (`asker`), and what they see (`session`)."""

    def __init__(self, battle: Battle, asker: Asker, session: Session, settings: TableSettings | None = None) -> None:
        """`settings` are those of the folder of battles, where they are not given. Errors: `Malformed`."""
        self._battle = battle
        self._asker = asker
        self._session = session
        self._game = battle.game
        self._declined: Numbers | None = None  # the events in force when nobody wanted to interrupt
        self._menu_first = False  # after an undo, and when what is due was given up: nothing is done unasked then
        self._wrong = ""  # why what was done last did not work; empty where it did
        self._told = -1  # number of the entry after which the headline stands on the screen
        self._goal = ""  # what was told of it last
        self._reminded: set[str] = set()
        self._settings = settings or read_table_settings(home_of(session))
        self._listed = Listed()  # at the last main prompt
        self._action: Action | None = None  # the one that is under way
        self._lines = 0  # of the screen, that the last result takes
        self._seen = battle.count  # number of the last entry that everybody was told

    def play(self) -> None:
        """Play until somebody leaves. KeyboardInterrupt goes through, after a word that nothing is lost."""
        self._asker.at_table = True
        self._asker.own_dice = self._settings.dice == "own"
        self._greet()
        self._asker.aside = self._look_up_aside
        self._asker.after_clear = self._show_last_again
        self._asker.new_line = self._ask_to_give_up
        try:
            with catalogue_in_force(catalogue_of(self._battle.state)):
                while True:
                    self._prompt_once()
        except (Leave, Stopped):
            self._farewell()
        except KeyboardInterrupt:
            self._asker.tell("")
            self._farewell()
            raise

    def show(self, blocks: Sequence[Block]) -> None:
        if blocks:
            self._session.show(Page("", tuple(blocks)))

    # --- beginning and end ---

    def _greet(self) -> None:
        battle = self._battle
        self.show([Para(f"{battle.header.name}: {battle.system.name}. ? for help, q to quit; everything is saved.")])
        if goal := self._game.goal(battle.state):
            self.show([Para(f"Goal: {goal}")])
            self._goal = View(battle).goal
        if battle.count:
            view = View(battle)
            last = view.entry(battle.count)
            why = entry_blocks(view, last, self._reminded) if self._settings.detail == "full" else []
            self.show([Para(f"Last: {pages.entry_line(battle, last, set(battle.fold.in_force))}"), *why])

    def _farewell(self) -> None:
        battle = self._battle
        if not battle.over:
            kept = f"Saved up to entry {battle.count}."
            if (progress := battle.under_way) is not None:
                title = self._game.events[progress.do].title
                kept = f"{kept[:-1]}, and {title} under way, with its {self._game.lots.all}."
            self.show([Para(f"{kept} Go on with: {battle.command_text('play')}")])
            return
        battle.show_seed(now())
        header = battle.header
        facts = Facts(
            (("commitment", header.commitment), ("seed", header.seed), ("verify", battle.command_text("verify")))
        )
        self.show([Para(View(battle).headline), facts, *pages.stats_page(battle).blocks])

    # --- one turn of the loop ---

    def _prompt_once(self) -> None:
        """One choice at the main prompt, and what follows from it. Errors: `Leave`, `Stopped`."""
        self._look_around()
        if (progress := self._battle.under_way) is not None:
            self._go_on(progress)
            return
        if self._asker.scrolls:
            self._tell_headline()
        found = find_offers(self._battle.system, self._game, self._battle.state)
        interrupts = [offer for offer in found if offer.interrupt and not offer.barred]
        if interrupts and self._declined != self._battle.fold.in_force:
            self._choose_and_act(
                interrupts,
                sorted((offer for offer in found if offer not in interrupts), key=lambda offer: bool(offer.barred)),
                "Before the next action?",
            )
        elif (forced := self._forced_offer(found)) is not None:
            self._menu_first = True  # until it is played: whoever gives it up finds it in the menu
            self._run_guarded(lambda: self._play_action(forced.progress, due=True))
        else:
            again = self._repeat_offers()
            told = [offer.progress for offer in again]
            free = [offer for offer in found if not offer.barred and offer.progress not in told]
            self._choose_and_act([*again, *free], [one for one in found if one not in free])

    def _tell_headline(self) -> None:
        """Whose turn it is, and what for, once after each entry."""
        if self._told == self._battle.count:
            return
        self._told = self._battle.count
        lines = headlines(View(self._battle))
        if not self._asker.scrolls:
            lines = lines[:1]
        elif (goal := View(self._battle).goal) and goal == self._goal:
            lines.remove(goal)
        else:
            self._goal = goal
        self._asker.tell("")
        self.show([Para(line) for line in lines])

    def _go_on(self, progress: Progress) -> None:
        """Finish an event whose first dice have fallen; until then nothing else can be done. Errors: `Leave`."""
        seen = View(self._battle).under_way or progress
        self.show([Para(f"Under way: {pages.under_way_words(self._battle, seen)}.", "warn")])
        try:
            Making(self._battle.system, self._game, self._battle.state).advance(progress)
        except TabletopError as broken:
            self._drop_event(broken)
            return
        before = self._wrong
        self._run_guarded(lambda: self._play_action(progress))
        if self._wrong and self._wrong == before:
            kept = f"The same problem twice, so this cannot go on now. Its {self._game.lots.all} are saved."
            self.show([Para(kept, "bad")])
            raise Leave

    def _drop_event(self, broken: TabletopError) -> None:
        """Take an event off the table that cannot go on, as after a change of the rules. Errors: `Leave`."""
        self.show([Para(f"The rules of this version do not allow this to go on: {broken.message}", "bad")])
        if not self._asker.confirm("Drop it, and say so in the log?", default=False):
            raise Leave
        self._battle.drop_under_way(now())

    def _forced_offer(self, found: Sequence[Offer]) -> Offer | None:
        """What is due and leaves no choice: it is done at once, and told; where it rolls, its dice are asked for."""
        due = [offer for offer in found if offer.due and not offer.barred]
        if len(due) != 1 or self._menu_first:
            return None
        _, wanted, settled = Making(self._battle.system, self._game, self._battle.state).advance(due[0].progress)
        if isinstance(wanted, Throw):  # at its prompt people may go back to what was settled, and give up
            self._tell_headline()
            self.show([Para(", ".join(filter(None, (due[0].label, offer_detail(due[0])))) + ".")])
            return due[0]
        return due[0] if isinstance(wanted, Done) and not settled else None

    def _repeat_offers(self) -> list[Offer]:
        """What may follow the last event with a single key."""
        in_force = self._battle.fold.in_force
        if not in_force or self._menu_first:
            return []
        last = self._battle.entry(in_force[-1]).event or {}
        return list(offered_again(self._battle.system, self._game, self._battle.state, last))

    def _choose_and_act(self, listed: Sequence[Offer], unlisted: Sequence[Offer], text: str = "") -> None:
        """The main prompt. With a `text` of its own it is about what interrupts; everything else may be typed."""
        everything = assign_keys([*listed, *unlisted])
        answers = [offer_answer(one) for one in everything]
        rows, hidden = answers[: len(listed)], answers[len(listed) :]
        commands = free_commands(everything, self._game.lots)
        free = [offer for offer in everything if not offer.barred]
        enters = sorted(
            (one for one in free if one.due or one.usual or one.key == AGAIN_KEYS[0]),
            key=lambda one: (not one.due, one.key != AGAIN_KEYS[0]),
        )
        default: Json = next(iter(enters), NO_DEFAULT)
        if text:
            rows, default = [*rows, Answer("", "go on", "go", "none of these")], ""
        elif self._battle.over:
            seed = f"the seed of the {self._game.lots.all}"
            text, default = f"The battle is over. Press Enter to end it and show {seed}, or u to undo.", "quit"
        bar = key_bar(everything[: len(listed)])
        items, often = bar.items, [offer_answer(one) for one in bar.offers]
        if "" in (row.value for row in rows):
            items, often = (items[0], "go go on", *items[1:]), [*often, rows[-1]]
        self._listed = Listed(everything, [one.key for one in (*rows, *answers, *commands)])
        dice = self._dice_of(default) if isinstance(default, Offer) else None
        chosen = self._asker.ask_command(
            text or "What now?",
            rows,
            unlisted=hidden,
            also=commands,
            default=default,
            dice=dice,
            bar=items,
            rare=[row for row in rows if row not in often],
            above=() if self._asker.scrolls else lines_above(View(self._battle), self._lines),
            order=lambda line: self._listed.read_order(line, self._game),
        )
        if chosen.value == "":
            self._declined = self._battle.fold.in_force
            self._asker.type_ahead(chosen.rest.split())
        elif isinstance(chosen.value, Order):
            self._run_guarded(lambda: self._follow_order(chosen.value))
        elif isinstance(chosen.value, Offer):
            self._run_guarded(lambda: self._begin_offer(chosen.value, chosen.rest))
        else:
            self._run_guarded(lambda: self._run_command(chosen.value, chosen.rest, answers, commands))

    def _begin_offer(self, offer: Offer, rest: str) -> None:
        """Play what was chosen at the main prompt, with the words behind it. Errors: as `Action.play`."""
        order = Order(offer, *rest.partition(" ")[::2])
        actors: Sequence[Json] = ()
        with suppress(Malformed):  # what follows a verb may answer another question than who does it
            actors = self._find_actors(order) if is_several(order.who) else ()
        if actors:
            self._follow_group(order, actors)
            return
        asks_nothing = rest and COLON not in rest and self._dice_of(offer) is not None
        self._asker.type_ahead([COLON, rest] if asks_nothing else rest.split())
        self._play_action(offer.progress, due=offer.due)

    def _follow_group(self, order: Order, actors: Sequence[Json]) -> None:
        GroupOrder(self._battle, self._asker, self._play_one, self._let_react).follow(order, actors)

    def _follow_order(self, order: Order) -> None:
        """Do what a line says; whoever was named before the verb does it. Errors: as `Action.play`."""
        if order.offer.barred:
            raise Malformed(f"{order.offer.label}: {order.offer.barred}")
        if actors := self._find_actors(order):
            self._follow_group(order, actors)
            return
        progress = order.offer.progress
        if order.who:
            progress, question, value = begin_order(self._battle, order.offer, order.who)
            self._asker.note_taken(question, value)
        self._asker.type_ahead(order.rest.split())
        self._play_action(progress)

    def _find_actors(self, order: Order) -> list[Json]:
        """Those who are named before the verb, where each acts by itself; whoever cannot is left out if that is meant.

        Errors: `Malformed`; `Cancelled` where it is not.
        """
        try:
            return find_actors(self._battle, order.offer, order.who)
        except Gap as gap:
            if not self._asker.confirm(gap.text):
                raise Cancelled from None
            return gap.values

    def _let_react(self) -> None:
        """Before the next of several acts: whoever may react now is asked, unless that can wait."""
        while not self._game.reactions_wait and self._declined != self._battle.fold.in_force:
            found = find_offers(self._battle.system, self._game, self._battle.state)
            if not any(offer.interrupt and not offer.barred for offer in found):
                return
            self._prompt_once()

    def _ask_to_give_up(self, line: str) -> str:
        """Whether to give up what is open, where a line begins something else; empty where it begins nothing."""
        if self._action is None or self._action.progress is None or not self._listed.begins(line, self._game):
            return ""
        return f"Give up {order_text(self._battle, self._action.progress)}?"

    def _dice_of(self, offer: Offer) -> AnyRequest | None:
        """What an offer rolls before anything is asked."""
        state = self._battle.state
        progress, wanted, _ = Making(self._battle.system, self._game, state).advance(offer.progress)
        if not isinstance(wanted, Throw):
            return None
        asked = offer.confirm or self._game.confirm_words(state, progress, due=offer.due)
        return None if asked else wanted.request

    def _run_guarded(self, act: Callable[[], None]) -> None:
        """Do something that may not work; then say why and go on: nothing has changed."""
        why, no_word, next_line = "", "Not possible", ""
        try:
            act()
        except Refused as no:
            no_word = "Not allowed"
            why = self._game.why_not(self._battle.system, self._battle.state, no)
        except StoreDamaged:
            raise
        except No as no:
            why = no.message
        except TabletopError as wrong:
            why = mistake_words(wrong)
        except (Cancelled, Back) as way_out:
            self._asker.tell_line()
            self._asker.tell("Cancelled; nothing has changed.")
            next_line = way_out.line if isinstance(way_out, GivenUp) else ""
        if why:
            self._say_no(f"{no_word}: {why}")
        self._asker.say_unused()
        self._asker.ahead.put_back(next_line.split())
        self._action, self._wrong = None, why

    def _say_no(self, why: str) -> None:
        self._asker.drop_ahead()
        self.show([Para(why, "bad")])

    def _look_around(self) -> None:
        """See what another window has played meanwhile."""
        battle = self._battle
        known = battle.count
        if battle.store.count_events(battle.header.id) == known:
            return
        battle.refresh()
        self.show([Para("Meanwhile, in another window:", "warn")])
        self.show(pages.log_page(battle, last=battle.count - known).blocks)

    # --- actions and commands ---

    def _play_action(self, progress: Progress, *, due: bool = False) -> None:
        """Play an event that is begun, and what follows it for the same eyes, or was named behind it."""
        self._play_one(progress, due=due)
        if (next_one := self._next_alone(self._asker.handed_to)) is not None:
            self._play_action(next_one, due=True)
        elif (follows := self._named_offer()) is not None:
            self._play_action(follows.progress)

    def _play_one(self, progress: Progress, like: Progress | None = None, *, due: bool = False) -> LogEntry:
        """Play an event that is begun, and tell its result; `like` has what was said of another in the same line."""
        self._action = action = Action(
            self._battle,
            self._asker,
            self.show,
            detail=self._settings.detail,
            stays=lambda side: self._next_alone(side) is not None,
            like=like,
        )
        try:
            entry = action.play(progress, due=due)
        finally:
            self._action = None
        self._menu_first = False
        view = View(self._battle)
        result = action.result_of(view, view.cut_entry(entry), self._reminded, plain=self._asker.scrolls)
        self._lines = count_lines(result)
        self.show(result)
        self._seen = entry.n
        return entry

    def _named_offer(self) -> Offer | None:
        """What may follow the last event, if the words typed behind that one name it: ``p cap inspire ca``."""
        words = self._asker.drop_ahead()
        found = named_offer(self._repeat_offers(), words)
        self._asker.type_ahead(words if found is None else words[1:])
        return found

    def _next_alone(self, side: str) -> Progress | None:
        """What is due now for the eyes of the side that has the screen."""
        return find_due_secret(self._battle.system, self._game, self._battle.state, side) if side else None

    def _show_last_again(self) -> None:
        """After the screen was cleared: the last result that everybody had seen."""
        told = View(self._battle).entry(self._seen) if self._seen else None
        if told is not None and not told.hidden:
            self.show([Para(f"Last: {pages.describe_entry(self._battle, told)}.")])

    def _look_up_aside(self, word: str) -> bool:
        """What can be looked up in the middle of a question: the table, the log, the house rules, a rule."""
        looks = {"w": "why", "s": "board", "l": "log", "h": "house", "house": "house", "q": "quit"}
        if word in looks:
            self._run_command(looks[word], "", (), ())
        elif word.startswith("?") and word.strip("? "):
            try:
                self._run_command("help", word.strip("? "), (), ())
            except TabletopError as no:  # nothing of what is asked is given up for a word that nobody knows
                self._asker.say_wrong(mistake_words(no))
        return word in looks or (bool(word.strip("? ")) and word.startswith("?"))

    def _run_command(self, name: str, rest: str, answers: Sequence[Answer], commands: Sequence[Answer]) -> None:
        match name:
            case "quit":
                raise Leave
            case "why":
                self._tell_why()
            case "board":
                self._show_board(rest.strip())
            case "short" | "normal" | "full" | "lots":
                self._change_settings(name, rest.strip())
            case "log":
                count = int(rest) if rest.isdecimal() and len(rest) < 6 else LAST_LINES
                self.show(pages.log_page(self._battle, last=count).blocks)
            case "house":
                self.show([pages.house_in_force(self._battle)])
            case "undo":
                self._undo()
            case "redo":
                self._redo()
            case "note":
                self._write_note(rest)
            case "odds":
                self._show_odds(rest, answers)
            case "help" if rest:
                self._session.show(look_up(self._battle.system, rest))
            case _:
                helped = keys_help([one for one in answers if one.value], commands, self._game.lots.help)
                self._show_long(Page("", tuple(helped)))

    def _tell_why(self) -> None:
        """Every step of the event that is under way, or of the last one, with its rules."""
        steps = self._action.steps if self._action else ()
        if not steps and self._battle.fold.in_force:
            steps = View(self._battle, self._asker.handed_to).entry(self._battle.fold.in_force[-1]).steps
        self._asker.explain("\n".join(why_lines(steps)), AskView(""))

    def _change_settings(self, word: str, roller: str) -> None:
        """How much is told from now on, or who rolls: in this battle and the next ones. Errors: `TabletopError`."""
        self._settings, told = change_settings(self._settings, word, roller, self._game.lots)
        save_table_settings(home_of(self._session), self._settings)
        self._asker.own_dice = self._settings.dice == "own"
        self._asker.tell(told)

    def _show_long(self, page: Page) -> None:
        """A page that may be longer than the screen."""
        if self._asker.scrolls:
            self._session.show(page)
            return
        from ...render import render_pages

        self._asker.show_pages(render_pages(page, self._session.usual_format))

    def _show_board(self, whose: str) -> None:
        """The table: for everybody, for the side that looks alone, or for one that is named, which looks alone then."""
        if self._asker.handed_to or not whose:
            self._show_long(board_page(self._session, View(self._battle, self._asker.handed_to)))
            return
        view = View(self._battle, whose)
        try:
            self._asker.hand_to(whose, self._game.side_name(self._battle.state, whose))
            self._show_long(board_page(self._session, view))
            self._asker.show_to_all(when_seen=True)
        finally:
            self._asker.show_to_all()

    def _undo(self) -> None:
        entry = self._battle.undo(now())
        self._declined, self._menu_first = None, True  # now somebody may want to interrupt after all
        self.show([Para(undo_words(self._battle, entry.undo or 0), "warn"), *pages.seed_words(self._battle)])

    def _redo(self) -> None:
        entry = self._battle.redo(now())
        self._menu_first = False
        back = View(self._battle).entry(entry.redo or 0)
        self.show([Para(f"Redone: {pages.describe_entry(self._battle, back)}{pages.dice_words(back.rolls)}")])

    def _write_note(self, text: str) -> None:
        text = text or str(self._asker.ask(Question("note", "Note:", Text())))
        if text.strip():
            self._battle.write_note(text, now())
            self.show([Para("Saved.")])

    def _show_odds(self, rest: str, answers: Sequence[Answer]) -> None:
        asides = find_offers(self._battle.system, self._game.pondered, self._battle.state)
        actions = [one.value for one in answers if isinstance(one.value, Offer)]
        open_ones = assign_keys([one for one in (*actions, *asides) if not one.barred])
        possible = [
            offer_answer(one if one.rolls else replace(one, barred=f"this rolls no {self._game.lots.all}"))
            for one in open_ones
        ]
        if all(one.barred for one in possible):
            self._asker.drop_ahead()
            self._asker.tell("No action here has odds to show.")
            return
        self._asker.type_ahead(rest.split())
        asked = Question("", "Odds of which action?", answers=tuple(possible), hides_barred=True)
        offer = self._asker.ask(asked)
        self._asker.tell_line()
        aside = offer.progress.do in self._game.asides
        action = Action(self._battle, self._asker, self.show, aside=aside)
        progress, dice = action.preview_odds(offer.progress)
        if dice and not aside and self._asker.confirm("Do it now?", default=False):
            self._play_action(progress)
