"""Positions of Queen's Garden that are hard to get right, with the counts that are known.

The counts come from the compiled engine (`python -m tests.kits.counts garden`); test_perft compares
them with the naive twin.
"""

from tests.kits.kit import Case

CASES = (
    Case(
        "who begins",
        "the tree begins with CHANCE, who is asked about everything up to the first turn",
        "garden 3 1.0 beginning display=/ stack=7 supply=8 15 15 15",
        (3, 108, 3888, 139_968),
    ),
    Case(
        "opening",
        "two pairs on the top: of each one tile is taken, and nobody is asked which",
        "garden 2 1.1 acting:1 display=b11y22 stack=5 supply=16 15 15",
        (6, 156, 5398, 193_218),
    ),
    Case(
        "opening of 4",
        "four colours of a pattern on the top; a seat in the middle of the circle begins",
        "garden 4 side=B 1.1 acting:3 starter=3 display=b3y3g3G3 stack=8 supply=4 15 15 15 15",
        (7, 193, 6715, 241_133),
    ),
    Case(
        "copies on the top and beside it",
        "the copy decides whether the stack moves on, and which expansion is turned up",
        "garden 2 4.20 acting:1 starting-tile=2 display=b1y2,b1,b122y2 stack=3 supply=31 "
        "unseen=P12345 0::0 0:P6:0::::passed",
        (5, 10, 261, 8693, 301_651),
    ),
    Case(
        "in the middle of copying",
        "the first of three hexagons is chosen; one of which there is a single copy is never asked about",
        "garden 3 1.20.2 copying:1 display=/y4,b12,/b3,b25P6,g4p3,b123P6 stack=2 supply=8 "
        "action=take:blue:b1-6 15:y12:2 15::0 15::0",
        (3, 6, 210, 7338, 255_978),
    ),
    Case(
        "tile against expansion",
        "face up lies what lies there as a tile too; a seat has room for both, for tiles, for one expansion",
        "garden 3 1.20 acting:1 display=,/b2,/y2,b2y2,,,b2p23 stack=1 supply=8 "
        "unseen=b13456y13456G1234p123456P12345 5:p666P445566:0 5:g4P4:0:g56 5:g33344555G666P6:0:G5",
        (6, 22, 90, 602, 3028, 16_543, 91_072, 556_006),
    ),
    Case(
        "storage full by one",
        "one tile more fits and two don't, but with the expansion instead of its like everything does",
        "garden 2 4.20 acting:1 display=/b2,b23,b4y4,/g4,p2 stack=0 supply=31 0:G23456P234 0:G6p456P456:5",
        (14, 151, 1205, 8263, 46_608, 261_235),
    ),
    Case(
        "jokers that find no space",
        "the storage is full: a tree leaves one space, and of seven jokers six are lost",
        "garden 2 4.20 acting:1 starting-tile=2 stack=0 supply=33 "
        "0:b666g1P666:5::y162345,.g623.g45,.5G12,,,,.2G34:g4-sw,G2-se,,,,* 15::0::::passed",
        (4, 18, 45, 108, 258, 530, 1130, 2112, 3244, 4366, 5816, 7896, 10_442, 13_202, 14_892, 15_588),
    ),
    Case(
        "two tips and a pavilion, or fountain and tips",
        "two spaces complete four features between them: 1 and 7 jokers, or 3 and 5",
        "garden 2 side=B 4.20 acting:1 starting-tile=2 stack=0 supply=33 "
        "0:y1g1:0::.y62345,.g623.g45,.5G12,,,,.2G34:g4-sw,G2-se,,,,* 15::0::::passed",
        (3, 15, 28, 96, 72, 0),
    ),
    Case(
        "a mixed payment",
        "four more for a plant, of its colour or its pattern: tiles, an expansion and jokers in any order",
        "garden 2 4.20 acting:1 starting-tile=2 stack=0 supply=34 0:b1125y5g5:2:b3G5 15::0::::passed",
        (8, 50, 284, 1255, 5046, 19_806, 79_908, 276_426),
    ),
    Case(
        "a tile and an expansion alike",
        "either pays for a third, not both; neither pays for the other, nor a tile for its like",
        "garden 2 4.20 acting:1 starting-tile=2 stack=0 supply=34 5:y233g3:1:y23 15::0::::passed",
        (6, 36, 158, 519, 1806, 8700, 23_340, 48_756, 153_582, 270_360, 220_812, 61_476, 0),
    ),
    Case(
        "in the middle of paying",
        "the expansion that was paid decides for the colour; paid pieces have left the storage",
        "garden 2 4.20.3 paying:1 stack=0 supply=35 action=place:p6::fountain-w:::/p5/1 3:p1236P6 0:b1:0",
        (4, 13, 34, 68, 272, 584, 2416, 3752, 4540, 5574, 5078, 3080, 960, 0),
    ),
    Case(
        "identical hexagons, directly",
        "beside two blue trees no blue tile and no tree may lie, for it would join them",
        "garden 2 4.20 acting:1 starting-tile=2 stack=0 supply=35 4:b12y12:0::b1.2y1,.3b1:* 15::0::::passed",
        (5, 29, 88, 322, 840),
    ),
    Case(
        "identical hexagons, through a third group",
        "all neighbours differ, but the groups behind them share a hexagon, of a colour and of a pattern",
        "garden 2 4.20 acting:1 starting-tile=2 stack=0 supply=34 "
        "4:b15g2P2:4::.b32.G2,.y6.2b42,,,,,p2g2.P2:y6-e,,,,,* 15::0::::passed",
        (5, 17, 48, 129, 279, 427),
    ),
    Case(
        "the centre of a face-down expansion",
        "a space like others, surrounded or not; a face-up expansion has none",
        "garden 2 4.20 acting:1 starting-tile=2 stack=0 supply=33 6:g1G1:2:g3:,.g4.g2,G2:g4-e,* "
        "15::0::::passed",
        (5, 36, 145, 788, 2490, 11_216, 32_843, 71_774, 251_405, 264_860, 350_637, 326_373, 0),
    ),
    Case(
        "a printed hexagon beside others",
        "how it is turned decides which neighbours it has across boards, and some forbid it",
        "garden 3 4.20 acting:1 starting-tile=3 stack=0 supply=32 "
        "2:b1:1:b2G1:y2b4,.P2.b2.g1,,.y6:P2-e,,* 15::0::::passed 15::0::::passed",
        (4, 21, 78, 216, 938, 2271, 5313, 13_711, 28_199, 16_589, 0),
    ),
    Case(
        "all places are taken",
        "no expansion can be placed or bought, for all points and jokers; they can still pay",
        "garden 4 4.20 acting:1 starting-tile=4 stack=0 supply=28 "
        "40:p12:6:p34:,,,.b1,,.4G6:*,*,b1-e,*,G6-w,* 15::0::::passed 15::0::::passed 15::0::::passed",
        (3, 86, 256, 2085, 10_563, 10_953, 22_938, 12_840, 0),
    ),
    Case(
        "buying for 5, 6 and 7 points",
        "the price of 6 is too much, leaves 0 and leaves 1; nothing but passing is left",
        "garden 3 4.12 acting:1 stack=0 supply=36 5::0 6::0 7::0",
        (1, 2, 8, 18, 48, 36, 36, 0),
    ),
    Case(
        "the supply gives out",
        "one seat buys the last expansion, and can buy again when others have paid or discarded theirs",
        "garden 4 4.20 acting:1 display=/p1,/p2,/p3,/p4,/p5,/p6,/g1,/g2 stack=0 supply=1 "
        "30::0:::*,*,*,* 30:b1:0:b2P1::*,*,*,*,*,* 30::0:y56::*,*,*,*,*,* 30::0:y1::*,*,*,*,*,*",
        (9, 18, 420, 568, 1412, 4020, 15_736, 47_042, 118_712, 253_104, 464_030),
    ),
    Case(
        "passing first, with nothing to lose",
        "at 0 points the penalty and all discards are free; who can do nothing else is still asked to pass",
        "garden 2 1.20 acting:1 stack=0 supply=20 0:b66y1:0:g2 0:P4:0",
        (2, 10, 17, 36, 121, 2880, 101_910),
    ),
    Case(
        "in the middle of discarding",
        "tiles and expansions in any order, jokers never; then it is the turn of who hasn't passed",
        "garden 3 1.20.2 discarding:2 starting-tile=2 stack=0 supply=13 action=pass 2::0 "
        "9:b11g3:5:g3P6:::passed 3:P1:0::::passed",
        (5, 18, 86, 1545, 52_349),
    ),
    Case(
        "the last expansion of the stack",
        "when it loses a tile nothing is filled any more, and up to three expansions are turned up at once",
        "garden 2 4.20 acting:1 display=b1,,y1,/G6,b1p1 stack=1 supply=32 unseen=P1234 0::8 0::11",
        (7, 27, 122, 592, 2775, 12_873, 61_509, 312_481),
    ),
    Case(
        "a tower poured in mid-round",
        "of four tiles two are left in the bag; the tower is poured when the third is due, faces come last",
        "garden 2 4.20 filling last-seat=2 tower="
        "b11222333444555666y1222333444555666g1122333444555666G11122233344455566p111222333444555666P11"
        "122233344455566 display=,/p2,/,G6 stack=2 supply=32 unseen=P123 0:y11:8 0:g12:10",
        (2, 2, 72, 216, 2160, 49_480),
    ),
    Case(
        "bag and tower are empty",
        "one tile for the top; when it is taken the stack is laid out, whatever reaches the tower later",
        "garden 3 4.20 filling last-seat=1 starting-tile=3 display=/G1,,,b1,/ stack=3 supply=16 "
        "unseen=P1234 0:P1:0::b23456y1,y23456g12,g3456G123,G456p1234,p56P23456:*,*,*,*,* "
        "0:P1:0::b12456y1,y23456g12,g3456G123,G456p1234,p56P23456:*,*,*,*,* "
        "0:P2:0::b123456,y123456g1,g23456G12,G3456p123,p456P1345,P6:*,*,*,*,*:passed",
        (1, 6, 25, 115, 435, 1868, 7406, 30_790, 126_790, 511_981),
    ),
    Case(
        "a round without tiles",
        "nothing can be drawn: the new stack is laid out as it is, and only expansions can be taken",
        "garden 3 3.20 acting:1 starting-tile=2 stack=0 supply=14 unseen=b123y3g3G3P6 "
        "0:P1:0::b123456,y123456g1,g23456G12,G3456p123,p456P2345,P6:*,*,*,*,* "
        "0:P1:0::b123456,y123456g1,g23456G12,G3456p123,p456P2345,P6:*,*,*,*,*:passed "
        "7:P2:0::b123456,y123456g1,g23456G12,G3456p123,p456P1345,P6:*,*,*,*,*:passed",
        (2, 8, 14, 89, 488, 2236, 8242, 23_256, 46_976, 117_432),
    ),
    Case(
        "the end: storage, then groups",
        "groups of 2, 3 and 6 across boards; a storage that costs more than there are points",
        "garden 2 side=B 4.60 acting:1 starting-tile=2 stack=0 supply=31 "
        "3:P6:2:P5:b1.g1y1p1,.P2.b32,.b65.3b4,,.4G35,.2p54:P2-e,b6-e,,G3-w,* 2:p6:1::::passed",
        (1, 3, 4, 0),
    ),
)
