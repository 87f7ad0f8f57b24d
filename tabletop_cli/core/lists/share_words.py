"""Words that army lists are made of: what share codes of version 1 need not spell out. Never change a letter here.

The compression of `share` looks back into this text as if it stood in front of every list. A code that was packed with
another text cannot be unpacked any more; new words need a new version. What is common stands at the end.
"""

from __future__ import annotations

VERSION_1 = (
    b"true false null none small medium large short long left right front rear side move fire attack defence "
    b"guard scout recon sniper engineer medic signal transport truck jeep boat bike rider cavalry horse dragon "
    b"beast monster demon spirit wizard priest champion hero captain sergeant lieutenant general headquarters "
    b"company platoon section team crew gunner rifle pistol carbine shotgun musket bow crossbow sword spear "
    b"pike axe shield banner standard musician relic armour armor grenade launcher missile rocket flamer plasma "
    b"laser cannon mortar howitzer battery machine-gun support anti-tank artillery off-table-artillery vehicle "
    b"walker mech aircraft tank heavy-tank light-tank light heavy elite recruit conscript militia green regular "
    b"veteran trained experience maneuverability lead semi-lead autonomous leader commander command squad "
    b"infantry infantry-unit unit warband group detachment faction army catalogue scenario variant weapons "
    b"equipment upgrades The Old Black Red Iron Guard Company "
    b'"variant-2","house":{"":"","options":{"":"","":true}},{"type":"infantry-unit","name":"The ",'
    b'"experience":"regular","maneuverability":"autonomous","models":3,"options":["heavy","light"]},{"type":"","name":"","count":2,'
    b'"weapons":["","options":[""]},{"unit":"","name":"","count":3,"options":{"'
    b'{"system":"","name":"The ","budget":12,"faction":"","units":[{"unit":"squad"},'
    b'{"type":"","name":"The ","count":2},{"unit":"","count":2}]}'
)
