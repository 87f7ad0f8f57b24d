"""What a game system may import: all that it needs of the mechanism, by name, wherever it stands.

A system writes ``from tabletop_cli.api import Dice, Situation, fact``. What is not here may move and change; these
names do not. A name is imported from its module when it is first asked for, so that a system pays for what it uses
only: start-up is a feature. docs/dev/games.md shows most of them at work.

The system     System, lazy_part, lazy_function, Topics, home_made, Reference, House
Declaring      dataclass, made when it is first used, and replace; fact, Fact, Situation, Event; kinds of values: Whole,
               Number, Fractional, Points, YesNo, OneOf, Text, Id, Ref, Raw, Anything; of other kinds: Nullable, ListOf,
               MapOf, Union, Record, Tagged; to make one: Kind, AnyKind, Simple
Catalogues     Row and Prose, Rows, RowOf, Tables, home_made; Catalogue, PRINTED, the one without rows of one's own, and
               in_force, the one whose rows may be named now; Ruled, what may have special rules; written_out,
               schema_with_like and faults_of_id for tables of another shape; toml_rows, which reads printed rows;
               RowEntry, RowLists and RowArmy for lists whose entries are rows, and catalogue_page
Reading        catalogue_in_force, read_record, plain_record, record_schema, facts_of, plain_data, flat_field,
               hidden_field, record_complaints
Rules of play  Resolver, AnyResolver, Titles, Odds; Finding, what a rule decides, in a value and words; Term and Sum,
               numbers that are added, with sum_terms, terms_text and rules_of; cite; Words and Cited, what they take;
               refuse and refusal_of
Dice           Dice; what is asked of them: Pool, Faces, Together, Group; ByLot, the base of further requests; Owner and
               Share, whose dice they are, and tie_text for totals that are equal; Columns, Placed, DiceRow, Compared,
               compare_sides and fight_work for close combat in columns; outside of a battle: Given, exact_distribution,
               enumerate_weights
Cards          Draw; Foremost, of which the foremost card alone counts; CARDS, what a game without dice calls its
               chance, and LOW_DICE, the dice of a game in which low is good
A battle       Game, EventKind, AnyGame, AnyEventKind; plays and load_vocabulary, which make them; Seat, seats_at,
               at_path, put_inside; Linked, a game inside a game; view_of and board_of, what a game shows of its own
               accord; Armies at fixed seats, ArmySetUp, their set-up, Seated, who sits down, and named_side
An event       Place, AnyPlace, Answer, AGAIN, Stage; derive_situation, run_ready_tests, read_or_judge, for_people,
               peek, ask_about, has_at_least, item_keys, select_items and items_so_far, for what is asked when;
               given_facts, for what was given; what people say of the table and of whom it holds: of_one, of_each,
               of_pair, of_ground, of_table and of_all; yes_or_no for its words; Memory and NOTHING_SAID, where it is
               kept
A set-up       Question, NO_DEFAULT
Armies         Muster, AnyMuster, read_army, check_army, check_list, Problem, Where, remember_last, is_whole; Entry,
               units_of; Form, Setting, Pick, Shelf, Ware; Key, a setting of which editors are told as well,
               catalogue_key and picks_of for what stands in a catalogue, offered_settings and stray_setting for a form,
               schema_properties and army_schema for a schema; Sheet, Card; Scenarios, files of what stands on the
               table, and ScenarioWriter, which asks people for one; Arsenal, what a list can do, with Foe, Attacker,
               Means and Case
Pages          Page, Block, Heading, Para, Facts, Table, Boxes; Shown, a column of Table.from_rows, cell_text, and
               BLANK, a value to be agreed on; Chart, Spot and Link, a map; Tiling and Cell, one of tiles; Lines to
               write on
Schemas        Schema, schema_document, table_schema, with_description, schema_when
Data           Json, JsonObject, JsonMapping before somebody has judged it; Shaped, ShapedObject, ShapedMapping after
Words          count_text, format_fraction, format_ratio, brief_text, did_you_mean, too_long_text; natural_key, to sort
               ids with numbers in them
Errors         Refused, Malformed, malformed_value, TooBig, TabletopError
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .core.data import Json as Json
    from .core.data import JsonMapping as JsonMapping
    from .core.data import JsonObject as JsonObject
    from .core.data import Schema as Schema
    from .core.data import Shaped as Shaped
    from .core.data import ShapedMapping as ShapedMapping
    from .core.data import ShapedObject as ShapedObject
    from .core.data import natural_key as natural_key
    from .core.declare.amounts import Fractional as Fractional
    from .core.declare.amounts import Points as Points
    from .core.declare.catalogue import PRINTED as PRINTED
    from .core.declare.catalogue import Catalogue as Catalogue
    from .core.declare.catalogue import catalogue_in_force as catalogue_in_force
    from .core.declare.catalogue import in_force as in_force
    from .core.declare.complaints import record_complaints as record_complaints
    from .core.declare.composed import ListOf as ListOf
    from .core.declare.composed import MapOf as MapOf
    from .core.declare.composed import Nullable as Nullable
    from .core.declare.either import Anything as Anything
    from .core.declare.either import Union as Union
    from .core.declare.facts import Fact as Fact
    from .core.declare.facts import Record as Record
    from .core.declare.facts import Stage as Stage
    from .core.declare.facts import Tagged as Tagged
    from .core.declare.facts import fact as fact
    from .core.declare.facts import facts_of as facts_of
    from .core.declare.facts import plain_record as plain_record
    from .core.declare.facts import read_record as read_record
    from .core.declare.facts import record_schema as record_schema
    from .core.declare.house import House as House
    from .core.declare.ids import Id as Id
    from .core.declare.kinds import AnyKind as AnyKind
    from .core.declare.kinds import Kind as Kind
    from .core.declare.kinds import Number as Number
    from .core.declare.kinds import OneOf as OneOf
    from .core.declare.kinds import Raw as Raw
    from .core.declare.kinds import Ref as Ref
    from .core.declare.kinds import Simple as Simple
    from .core.declare.kinds import Text as Text
    from .core.declare.kinds import Whole as Whole
    from .core.declare.kinds import YesNo as YesNo
    from .core.declare.kinds import brief_text as brief_text
    from .core.declare.kinds import did_you_mean as did_you_mean
    from .core.declare.kinds import malformed_value as malformed_value
    from .core.declare.kinds import too_long_text as too_long_text
    from .core.declare.plain import flat_field as flat_field
    from .core.declare.plain import hidden_field as hidden_field
    from .core.declare.plain import plain_data as plain_data
    from .core.declare.reference import Reference as Reference
    from .core.declare.rows import Prose as Prose
    from .core.declare.rows import Row as Row
    from .core.declare.rows import RowOf as RowOf
    from .core.declare.rows import Rows as Rows
    from .core.declare.rows import Ruled as Ruled
    from .core.declare.rows import schema_with_like as schema_with_like
    from .core.declare.rows import toml_rows as toml_rows
    from .core.declare.rows import written_out as written_out
    from .core.declare.schema import schema_document as schema_document
    from .core.declare.schema import schema_when as schema_when
    from .core.declare.schema import table_schema as table_schema
    from .core.declare.schema import with_description as with_description
    from .core.declare.tables import Tables as Tables
    from .core.declare.tables import faults_of_id as faults_of_id
    from .core.dice.cards import Draw as Draw
    from .core.dice.cards import Foremost as Foremost
    from .core.dice.columns.dice_rows import Compared as Compared
    from .core.dice.columns.dice_rows import DiceRow as DiceRow
    from .core.dice.columns.dice_rows import Placed as Placed
    from .core.dice.columns.dice_rows import compare_sides as compare_sides
    from .core.dice.columns.sweep import Columns as Columns
    from .core.dice.columns.sweep import fight_work as fight_work
    from .core.dice.exact import exact_distribution as exact_distribution
    from .core.dice.handlers import Dice as Dice
    from .core.dice.handlers import Given as Given
    from .core.dice.owners import Owner as Owner
    from .core.dice.owners import Share as Share
    from .core.dice.owners import tie_text as tie_text
    from .core.dice.requests import ByLot as ByLot
    from .core.dice.requests import Faces as Faces
    from .core.dice.requests import Group as Group
    from .core.dice.requests import Pool as Pool
    from .core.dice.requests import Together as Together
    from .core.dice.requests import enumerate_weights as enumerate_weights
    from .core.errors import Malformed as Malformed
    from .core.errors import Refused as Refused
    from .core.errors import TabletopError as TabletopError
    from .core.errors import TooBig as TooBig
    from .core.lists.advice.spending_limit import remember_last as remember_last
    from .core.lists.army import AnyMuster as AnyMuster
    from .core.lists.army import Muster as Muster
    from .core.lists.army import check_army as check_army
    from .core.lists.army import check_list as check_list
    from .core.lists.army import read_army as read_army
    from .core.lists.arsenal import Arsenal as Arsenal
    from .core.lists.arsenal import Attacker as Attacker
    from .core.lists.arsenal import Case as Case
    from .core.lists.arsenal import Foe as Foe
    from .core.lists.arsenal import Means as Means
    from .core.lists.entry import Entry as Entry
    from .core.lists.entry import is_whole as is_whole
    from .core.lists.entry import units_of as units_of
    from .core.lists.form import Form as Form
    from .core.lists.form import Pick as Pick
    from .core.lists.form import Setting as Setting
    from .core.lists.form import Shelf as Shelf
    from .core.lists.form import Ware as Ware
    from .core.lists.keys import Key as Key
    from .core.lists.keys import army_schema as army_schema
    from .core.lists.keys import catalogue_key as catalogue_key
    from .core.lists.keys import offered_settings as offered_settings
    from .core.lists.keys import picks_of as picks_of
    from .core.lists.keys import schema_properties as schema_properties
    from .core.lists.keys import stray_setting as stray_setting
    from .core.lists.problems import Problem as Problem
    from .core.lists.problems import Where as Where
    from .core.lists.row_lists import RowArmy as RowArmy
    from .core.lists.row_lists import RowEntry as RowEntry
    from .core.lists.row_lists import RowLists as RowLists
    from .core.lists.row_lists import catalogue_page as catalogue_page
    from .core.lists.scenario import Scenarios as Scenarios
    from .core.lists.scenario import ScenarioWriter as ScenarioWriter
    from .core.lists.sheet import Card as Card
    from .core.lists.sheet import Sheet as Sheet
    from .core.page import BLANK as BLANK
    from .core.page import Block as Block
    from .core.page import Boxes as Boxes
    from .core.page import Cell as Cell
    from .core.page import Chart as Chart
    from .core.page import Facts as Facts
    from .core.page import Heading as Heading
    from .core.page import Lines as Lines
    from .core.page import Link as Link
    from .core.page import Page as Page
    from .core.page import Para as Para
    from .core.page import Shown as Shown
    from .core.page import Spot as Spot
    from .core.page import Table as Table
    from .core.page import Tiling as Tiling
    from .core.page import cell_text as cell_text
    from .core.play.answers import ask_about as ask_about
    from .core.play.answers import derive_situation as derive_situation
    from .core.play.answers import for_people as for_people
    from .core.play.answers import given_facts as given_facts
    from .core.play.answers import peek as peek
    from .core.play.answers import read_or_judge as read_or_judge
    from .core.play.answers import run_ready_tests as run_ready_tests
    from .core.play.armies import Armies as Armies
    from .core.play.armies import ArmySetUp as ArmySetUp
    from .core.play.armies import Seated as Seated
    from .core.play.armies import named_side as named_side
    from .core.play.game import AnyEventKind as AnyEventKind
    from .core.play.game import AnyGame as AnyGame
    from .core.play.game import Event as Event
    from .core.play.game import EventKind as EventKind
    from .core.play.game import Game as Game
    from .core.play.holding import NOTHING_SAID as NOTHING_SAID
    from .core.play.holding import Memory as Memory
    from .core.play.holding import of_all as of_all
    from .core.play.holding import of_each as of_each
    from .core.play.holding import of_ground as of_ground
    from .core.play.holding import of_one as of_one
    from .core.play.holding import of_pair as of_pair
    from .core.play.holding import of_table as of_table
    from .core.play.holding import yes_or_no as yes_or_no
    from .core.play.items import has_at_least as has_at_least
    from .core.play.items import item_keys as item_keys
    from .core.play.items import items_so_far as items_so_far
    from .core.play.items import select_items as select_items
    from .core.play.linked import Linked as Linked
    from .core.play.lots import CARDS as CARDS
    from .core.play.lots import LOW_DICE as LOW_DICE
    from .core.play.place import AnyPlace as AnyPlace
    from .core.play.place import Place as Place
    from .core.play.question import AGAIN as AGAIN
    from .core.play.question import NO_DEFAULT as NO_DEFAULT
    from .core.play.question import Answer as Answer
    from .core.play.question import Question as Question
    from .core.play.seats import Seat as Seat
    from .core.play.seats import at_path as at_path
    from .core.play.seats import put_inside as put_inside
    from .core.play.seats import seats_at as seats_at
    from .core.play.shown import board_of as board_of
    from .core.play.shown import view_of as view_of
    from .core.play.vocabulary import load_vocabulary as load_vocabulary
    from .core.play.vocabulary import plays as plays
    from .core.quantities import count_text as count_text
    from .core.quantities import format_fraction as format_fraction
    from .core.quantities import format_ratio as format_ratio
    from .core.records import dataclass as dataclass
    from .core.records import replace as replace
    from .core.rule.finding import Cited as Cited
    from .core.rule.finding import Finding as Finding
    from .core.rule.finding import Sum as Sum
    from .core.rule.finding import Term as Term
    from .core.rule.finding import Words as Words
    from .core.rule.finding import cite as cite
    from .core.rule.finding import refusal_of as refusal_of
    from .core.rule.finding import refuse as refuse
    from .core.rule.finding import rules_of as rules_of
    from .core.rule.finding import sum_terms as sum_terms
    from .core.rule.finding import terms_text as terms_text
    from .core.rule.resolver import AnyResolver as AnyResolver
    from .core.rule.resolver import Odds as Odds
    from .core.rule.resolver import Resolver as Resolver
    from .core.rule.resolver import Topics as Topics
    from .core.rule.resolver_titles import Titles as Titles
    from .core.rule.situation import Situation as Situation
    from .core.system import System as System
    from .core.system import home_made as home_made
    from .core.system import lazy_function as lazy_function
    from .core.system import lazy_part as lazy_part

_HOMES: dict[str, str] = {
    "Json": ".core.data",
    "JsonMapping": ".core.data",
    "JsonObject": ".core.data",
    "Schema": ".core.data",
    "Shaped": ".core.data",
    "ShapedMapping": ".core.data",
    "ShapedObject": ".core.data",
    "natural_key": ".core.data",
    "Fractional": ".core.declare.amounts",
    "Points": ".core.declare.amounts",
    "record_complaints": ".core.declare.complaints",
    "Anything": ".core.declare.either",
    "Union": ".core.declare.either",
    "Fact": ".core.declare.facts",
    "Record": ".core.declare.facts",
    "Stage": ".core.declare.facts",
    "Tagged": ".core.declare.facts",
    "fact": ".core.declare.facts",
    "facts_of": ".core.declare.facts",
    "plain_record": ".core.declare.facts",
    "read_record": ".core.declare.facts",
    "record_schema": ".core.declare.facts",
    "House": ".core.declare.house",
    "Id": ".core.declare.ids",
    "AnyKind": ".core.declare.kinds",
    "Kind": ".core.declare.kinds",
    "ListOf": ".core.declare.composed",
    "MapOf": ".core.declare.composed",
    "Nullable": ".core.declare.composed",
    "Number": ".core.declare.kinds",
    "OneOf": ".core.declare.kinds",
    "Raw": ".core.declare.kinds",
    "Ref": ".core.declare.kinds",
    "Simple": ".core.declare.kinds",
    "Text": ".core.declare.kinds",
    "Whole": ".core.declare.kinds",
    "YesNo": ".core.declare.kinds",
    "brief_text": ".core.declare.kinds",
    "did_you_mean": ".core.declare.kinds",
    "too_long_text": ".core.declare.kinds",
    "malformed_value": ".core.declare.kinds",
    "flat_field": ".core.declare.plain",
    "hidden_field": ".core.declare.plain",
    "plain_data": ".core.declare.plain",
    "Reference": ".core.declare.reference",
    "PRINTED": ".core.declare.catalogue",
    "Catalogue": ".core.declare.catalogue",
    "in_force": ".core.declare.catalogue",
    "catalogue_in_force": ".core.declare.catalogue",
    "Prose": ".core.declare.rows",
    "Row": ".core.declare.rows",
    "RowOf": ".core.declare.rows",
    "Rows": ".core.declare.rows",
    "Ruled": ".core.declare.rows",
    "schema_with_like": ".core.declare.rows",
    "toml_rows": ".core.declare.rows",
    "written_out": ".core.declare.rows",
    "Tables": ".core.declare.tables",
    "faults_of_id": ".core.declare.tables",
    "with_description": ".core.declare.schema",
    "schema_document": ".core.declare.schema",
    "table_schema": ".core.declare.schema",
    "schema_when": ".core.declare.schema",
    "Draw": ".core.dice.cards",
    "Foremost": ".core.dice.cards",
    "Compared": ".core.dice.columns.dice_rows",
    "DiceRow": ".core.dice.columns.dice_rows",
    "Placed": ".core.dice.columns.dice_rows",
    "compare_sides": ".core.dice.columns.dice_rows",
    "Columns": ".core.dice.columns.sweep",
    "fight_work": ".core.dice.columns.sweep",
    "exact_distribution": ".core.dice.exact",
    "Dice": ".core.dice.handlers",
    "Given": ".core.dice.handlers",
    "Owner": ".core.dice.owners",
    "Share": ".core.dice.owners",
    "tie_text": ".core.dice.owners",
    "ByLot": ".core.dice.requests",
    "Faces": ".core.dice.requests",
    "Group": ".core.dice.requests",
    "Pool": ".core.dice.requests",
    "Together": ".core.dice.requests",
    "enumerate_weights": ".core.dice.requests",
    "Malformed": ".core.errors",
    "Refused": ".core.errors",
    "TabletopError": ".core.errors",
    "TooBig": ".core.errors",
    "remember_last": ".core.lists.advice.spending_limit",
    "AnyMuster": ".core.lists.army",
    "Muster": ".core.lists.army",
    "check_army": ".core.lists.army",
    "check_list": ".core.lists.army",
    "read_army": ".core.lists.army",
    "Arsenal": ".core.lists.arsenal",
    "Attacker": ".core.lists.arsenal",
    "Case": ".core.lists.arsenal",
    "Foe": ".core.lists.arsenal",
    "Means": ".core.lists.arsenal",
    "Entry": ".core.lists.entry",
    "is_whole": ".core.lists.entry",
    "units_of": ".core.lists.entry",
    "Form": ".core.lists.form",
    "Pick": ".core.lists.form",
    "Setting": ".core.lists.form",
    "Shelf": ".core.lists.form",
    "Ware": ".core.lists.form",
    "Key": ".core.lists.keys",
    "offered_settings": ".core.lists.keys",
    "picks_of": ".core.lists.keys",
    "army_schema": ".core.lists.keys",
    "schema_properties": ".core.lists.keys",
    "RowArmy": ".core.lists.row_lists",
    "RowEntry": ".core.lists.row_lists",
    "RowLists": ".core.lists.row_lists",
    "catalogue_page": ".core.lists.row_lists",
    "stray_setting": ".core.lists.keys",
    "catalogue_key": ".core.lists.keys",
    "Problem": ".core.lists.problems",
    "Where": ".core.lists.problems",
    "ScenarioWriter": ".core.lists.scenario",
    "Scenarios": ".core.lists.scenario",
    "Card": ".core.lists.sheet",
    "Sheet": ".core.lists.sheet",
    "count_text": ".core.quantities",
    "format_fraction": ".core.quantities",
    "format_ratio": ".core.quantities",
    "BLANK": ".core.page",
    "Block": ".core.page",
    "Boxes": ".core.page",
    "Cell": ".core.page",
    "Chart": ".core.page",
    "Facts": ".core.page",
    "Heading": ".core.page",
    "Lines": ".core.page",
    "Link": ".core.page",
    "Page": ".core.page",
    "Para": ".core.page",
    "Shown": ".core.page",
    "Spot": ".core.page",
    "Table": ".core.page",
    "Tiling": ".core.page",
    "cell_text": ".core.page",
    "ask_about": ".core.play.answers",
    "derive_situation": ".core.play.answers",
    "peek": ".core.play.answers",
    "run_ready_tests": ".core.play.answers",
    "for_people": ".core.play.answers",
    "read_or_judge": ".core.play.answers",
    "given_facts": ".core.play.answers",
    "AnyEventKind": ".core.play.game",
    "AnyGame": ".core.play.game",
    "Event": ".core.play.game",
    "EventKind": ".core.play.game",
    "Game": ".core.play.game",
    "Memory": ".core.play.holding",
    "NOTHING_SAID": ".core.play.holding",
    "of_all": ".core.play.holding",
    "of_each": ".core.play.holding",
    "of_ground": ".core.play.holding",
    "of_one": ".core.play.holding",
    "of_pair": ".core.play.holding",
    "of_table": ".core.play.holding",
    "yes_or_no": ".core.play.holding",
    "has_at_least": ".core.play.items",
    "item_keys": ".core.play.items",
    "select_items": ".core.play.items",
    "items_so_far": ".core.play.items",
    "Linked": ".core.play.linked",
    "CARDS": ".core.play.lots",
    "LOW_DICE": ".core.play.lots",
    "AnyPlace": ".core.play.place",
    "Place": ".core.play.place",
    "AGAIN": ".core.play.question",
    "Answer": ".core.play.question",
    "NO_DEFAULT": ".core.play.question",
    "Question": ".core.play.question",
    "Armies": ".core.play.armies",
    "ArmySetUp": ".core.play.armies",
    "Seated": ".core.play.armies",
    "named_side": ".core.play.armies",
    "board_of": ".core.play.shown",
    "view_of": ".core.play.shown",
    "Seat": ".core.play.seats",
    "at_path": ".core.play.seats",
    "put_inside": ".core.play.seats",
    "seats_at": ".core.play.seats",
    "plays": ".core.play.vocabulary",
    "load_vocabulary": ".core.play.vocabulary",
    "dataclass": ".core.records",
    "replace": ".core.records",
    "Cited": ".core.rule.finding",
    "Finding": ".core.rule.finding",
    "Sum": ".core.rule.finding",
    "Term": ".core.rule.finding",
    "Words": ".core.rule.finding",
    "cite": ".core.rule.finding",
    "terms_text": ".core.rule.finding",
    "refusal_of": ".core.rule.finding",
    "refuse": ".core.rule.finding",
    "rules_of": ".core.rule.finding",
    "sum_terms": ".core.rule.finding",
    "AnyResolver": ".core.rule.resolver",
    "Odds": ".core.rule.resolver",
    "Resolver": ".core.rule.resolver",
    "Topics": ".core.rule.resolver",
    "Situation": ".core.rule.situation",
    "Titles": ".core.rule.resolver_titles",
    "System": ".core.system",
    "home_made": ".core.system",
    "lazy_function": ".core.system",
    "lazy_part": ".core.system",
}

# Old names, which work until 0.4 and warn.
_RENAMED = {
    "about": "ask_about",
    "brief": "brief_text",
    "cell": "cell_text",
    "complaints": "record_complaints",
    "counted": "count_text",
    "derived": "derive_situation",
    "described": "with_description",
    "distribution": "exact_distribution",
    "document": "schema_document",
    "flat": "flat_field",
    "has": "has_at_least",
    "hidden": "hidden_field",
    "if_answered": "peek",
    "judge": "compare_sides",
    "judged": "run_ready_tests",
    "judged_first": "read_or_judge",
    "keys": "item_keys",
    "later": "lazy_function",
    "malformed": "malformed_value",
    "mixed": "format_fraction",
    "offered": "offered_settings",
    "once": "remember_last",
    "part": "lazy_part",
    "plain": "plain_data",
    "plus": "terms_text",
    "properties": "schema_properties",
    "ratio": "format_ratio",
    "reading": "catalogue_in_force",
    "said": "given_facts",
    "stray": "stray_setting",
    "table": "table_schema",
    "there": "items_so_far",
    "too_long": "too_long_text",
    "total": "sum_terms",
    "vocabulary": "load_vocabulary",
    "when": "schema_when",
    "worded": "catalogue_key",
}
_RENAMED_METHODS = {
    "Armies": {"seated": "read_seats"},
    "Dice": {
        "foresee": "announce_odds",
        "hands": "assign_dice",
        "hits": "count_hits",
        "need": "announce_dice",
        "next_part": "begin_part",
        "once": "roll_part",
        "one": "roll_die",
        "reckon": "announce_work",
        "until": "repeat_until",
    },
    "Entry": {
        "inexact": "inexact_number_problems",
        "place": "place_of_key",
        "problem": "make_problem",
        "strange": "strange_key_problems",
        "uncounted": "broken_count_problems",
        "unknown": "unknown_word_problems",
    },
    "Group": {"at": "faces_for", "checked": "check_each", "completed": "fill_faces"},
    "House": {"number": "supplied_number", "value": "supplied_value"},
    "Key": {"of": "from_name"},
    "RowOf": {"of": "of_tables"},
    "Shelf": {"find": "find_ware"},
    "Table": {"of": "from_rows"},
}

__all__ = list(_HOMES)

if not TYPE_CHECKING:  # a type checker shall miss the names that are not here

    def __getattr__(name: str) -> Any:
        """A name from its home, kept from then on; an old name warns each time."""
        if name in _RENAMED:
            from .core.renamed import warn_renamed

            warn_renamed(f"tabletop_cli.api.{name}", _RENAMED[name])
            return globals().get(_RENAMED[name]) or __getattr__(_RENAMED[name])
        if name not in _HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        found = globals()[name] = getattr(import_module(_HOMES[name], __package__), name)
        if name in _RENAMED_METHODS:
            from .core.renamed import OldName

            for old, new in _RENAMED_METHODS[name].items():
                setattr(found, old, OldName(f"{name}.{old}", new))
        return found


def __dir__() -> list[str]:
    return sorted(__all__)
