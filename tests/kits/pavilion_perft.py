"""Positions of Summer Pavilion that are hard to get right, with the counts that are known.

The counts come from the compiled engine (`python -m tests.kits.counts pavilion`); test_perft compares
them with the naive twin.
"""

from tests.kits.kit import Case

CASES = (
    Case(
        "who begins",
        "the tree begins with CHANCE, who is asked about everything up to the first turn",
        "pavilion 3 1.0 beginning 5 5 5",
        (3, 18, 108, 648, 3888, 23_328, 139_968, 839_808),
    ),
    Case(
        "last tile of the first supply",
        "the supply is full before the first factory gets a tile, and no turn comes in between",
        "pavilion 4 board=plain 1.0 refilling supply=p2g2o2ybr 5 5 5 5",
        (6, 36, 216, 1296, 7776, 46_656, 279_936),
    ),
    Case(
        "opening",
        "the widest everyday question of phase 1; wild tiles come along and can't be chosen beside others",
        "pavilion 2 1.1 offer:1 supply=p2g2o2y2br factories=o2r2,p2gy,pb3,goyb,r4 5 5",
        (10, 90, 702, 4626, 25_210, 110_816, 378_568, 943_584, 1_848_560, 11_851_694),
    ),
    Case(
        "opening of 3",
        "seven factories, the one-colour side, round 2: purple is a colour like any other",
        "pavilion 3 board=plain 2.30 offer:1 supply=p2g2o2y2br "
        "factories=o2r2,p2gy,pb3,goyb,r4,p3g,oy2b 5 5 5",
        (14, 182, 2134, 22_116, 199_360, 1_540_604, 10_058_072),
    ),
    Case(
        "opening of 4",
        "nine factories use all the numbers for taking; a seat in the middle of the circle begins",
        "pavilion 4 1.1 offer:3 starter=3 supply=p2g2o2y2br "
        "factories=o2r2,p2gy,pb3,goyb,r4,p3g,oy2b,p4,pgyr 5 5 5 5",
        (18, 308, 4836, 68_745, 875_795, 9_914_417),
    ),
    Case(
        "only wild tiles on a factory",
        "one is taken, three move to the centre, where they hide behind other colours or lie alone",
        "pavilion 2 1.1 offer:1 supply=p2g2o2y2br factories=p4,p3r 5 5",
        (2, 4, 6, 7, 7, 7, 7, 64, 628, 2530, 10_507, 45_202, 230_290),
    ),
    Case(
        "only wild tiles in the centre",
        "they go one by one, the first with the token, then whoever holds it lays first",
        "pavilion 2 1.9 offer:2 supply=p2g2o2y2br centre=p3 5 5",
        (1, 1, 1, 5, 14, 45, 228, 1344, 8064, 48_384, 290_304),
    ),
    Case(
        "token at 1 point",
        "a score of 1 still may take from the centre, wild tile included, and loses nothing",
        "pavilion 2 3.40 offer:1 supply=p2g2o2y2br centre=o2r3 factories=o2b 1 2",
        (2, 3, 3, 3, 42, 189, 1182, 4799, 19_453, 89_564, 471_592),
    ),
    Case(
        "nobody takes the token",
        "the last factory leaves nothing in the centre: who began the round lays first, and begins the next",
        "pavilion 3 2.20 offer:3 starter=2 supply=p2g2o2y2br factories=,r4 5 5:y 5",
        (1, 3, 20, 90, 380, 2052, 12_168, 72_968, 437_808),
    ),
    Case(
        "wild tiles in phase 2",
        "the rulebook's example: purple stands for green, is laid as purple only, and once in the centre",
        "pavilion 2 1.12 laying:1 starting-tile=1 supply=p2g2o2y2br 5:p3g 5:pg:,,,,,,.p",
        (12, 49, 218, 719, 2978, 15_689, 91_423, 546_584),
    ),
    Case(
        "paying with many wild tiles",
        "a six may be paid with one to three blue tiles and wild ones for the rest, fewer on smaller numbers",
        "pavilion 2 1.12 laying:1 starting-tile=1 supply=p2g2o2y2br 5:p6b3:,,,,,p6 5:r",
        (13, 32, 112, 582, 2433, 9747, 43_636, 234_844),
    ),
    Case(
        "in the middle of paying",
        "a question of step 2 of a turn that covers the centre with a colour of choice",
        "pavilion 2 6.12.2 paying:1 starting-tile=1 supply=p2g2o2y2br space=c-s colour=b "
        "5:b3r3:,,,,,,pg 5::::passed",
        (3, 10, 13, 16, 0),
    ),
    Case(
        "tiles that fit nowhere",
        "with tiles in hand a seat is asked even if passing is all it can do",
        "pavilion 2 2.12 laying:1 starting-tile=1 supply=p2g2o2y2br 5:br:,.2r2,.3b,,,,.r.3b 5:o",
        (1, 3, 7, 26, 140, 840, 5040, 30_240, 181_440),
    ),
    Case(
        "plain star with one tile",
        "the second tile decides: same colour or any other; wild tiles pay but don't count as the colour",
        "pavilion 2 board=plain 5.12 laying:1 starting-tile=1 supply=p2g2o2y2br 5:b2r2:.3r,,,,,,y 5:b:,,,b",
        (29, 83, 444, 3444, 18_404, 108_354, 639_804),
    ),
    Case(
        "plain stars of one colour",
        "two red stars: only red tiles fit, the centre among them, while other stars are free",
        "pavilion 2 board=plain 1.12 laying:1 starting-tile=1 supply=p2g2o2y2br "
        "5:pbr3:r3,g6,pgoybr,g6,.4b2,o3,r2 5:y",
        (9, 40, 211, 813, 4040, 18_951, 95_006, 539_860),
    ),
    Case(
        "plain stars of many colours",
        "a colour that lies there is refused, the missing ones fit, whatever is wild",
        "pavilion 2 board=plain 4.12 laying:1 starting-tile=1 supply=p2g2o2y2br "
        "5:py3b:rbg,g6,pgoybr,g6,.gp,o.y.b,yp 5:y",
        (11, 58, 221, 981, 4212, 19_933, 105_022, 614_376),
    ),
    Case(
        "statue and pillar at once",
        "one tile surrounds both: three tiles of choice before the supply is refilled",
        "pavilion 2 1.12 laying:1 starting-tile=1 supply=p2g2o2y2br 5:po3:.o.o,.4r2,,,,,p.4g 5:g",
        (7, 18, 70, 325, 1759, 10_362, 61_948, 371_592),
    ),
    Case(
        "two pillars from the centre",
        "the last tile for both lies on the star that belongs to neither",
        "pavilion 2 1.12 laying:1 starting-tile=1 supply=p2g2o2y2br 5:yb:.2o2,.3r2,,,,,.p.3g 5:p2",
        (4, 15, 49, 212, 1128, 6668, 37_552, 166_200, 747_072),
    ),
    Case(
        "window",
        "three bonus tiles, wild ones too; a six and a five with the same tiles in hand",
        "pavilion 2 3.12 laying:1 starting-tile=1 supply=o5b2r3 5:o6:.o5 5:g",
        (8, 23, 48, 159, 871, 5160, 30_912, 168_608, 996_526),
    ),
    Case(
        "in the middle of a bonus",
        "two tiles still to take from a supply of two colours; they can't be used before the next turn",
        "pavilion 3 1.12.4 bonus:1 starting-tile=1 supply=p5g owed=2 5::o4 5::::passed 5:g",
        (2, 8, 48, 288, 1728, 10_368, 62_208, 233_280, 933_120),
    ),
    Case(
        "bonus from a supply that is too small",
        "two tiles for three: one is forfeited, the second is no question, and only the paid tile is drawn",
        "pavilion 3 6.150 laying:1 starting-tile=2 supply=pg 5:o2:o2.o3,r6,b6,y6,g6,p6,pgoybr "
        "5:b:o6,r6,b6,y6,g6,p6,pgoybr 5:yr:o6,r6,b6,y6,g6,p6,pgoybr",
        (2, 4, 5, 5, 8, 10, 16, 33, 42, 40, 60, 72, 32, 0),
    ),
    Case(
        "supply refilled across an empty bag",
        "the last tile of the bag is drawn, then the tower is poured, with the tiles of this turn",
        "pavilion 2 5.90.4 bonus:1 starting-tile=2 tower=p13g11o11y12b13r12 supply=g2o2y2r2 owed=1 "
        "5:p:.o4,.2r4,b.2b3,y2.2y2,g3.2g,p4,pgoy 5:b:.o3,.2r3,.3b3,y.3y2,g2.3g,p3,bgo",
        (4, 4, 24, 144, 144, 288, 288, 864, 2880, 17_280, 103_680, 622_080),
    ),
    Case(
        "tower poured by the tiles of a pass",
        "bag and tower are empty: what is discarded goes to the supply at once",
        "pavilion 3 4.120 laying:1 starting-tile=1 supply=p2gyr 5:o2r:.o5,r.r4,b6,y6,g6,p6,pgoybr "
        "5:yb:o6,r6,b6,y3.y2,g6,p5,pgoybr 5::o6,r6,b6,y6,g4.g,p6,pgoybr:g:passed",
        (
            1,
            3,
            7,
            12,
            12,
            18,
            45,
            72,
            84,
            160,
            314,
            414,
            536,
            872,
            1302,
            1584,
            2220,
            3038,
            4240,
            6392,
            8358,
            9572,
            11_946,
            14_514,
            13_584,
        ),
    ),
    Case(
        "passing with 12 tiles",
        "up to four of six colours are kept one by one, in any order, and the rest is discarded",
        "pavilion 2 1.12 laying:1 starting-tile=1 supply=p2g2o2y2br "
        "3:p2g2o2y2b2r2:.o4,.2r4,b.2b3,y2.2y2,g3.2g,p4,pgoybr 5:g",
        (1, 7, 45, 278, 1656, 5652, 28_392, 170_352),
    ),
    Case(
        "passing with 4 tiles",
        "fewer may be kept than possible; after the last tile there is nothing to ask",
        "pavilion 2 6.80 laying:2 starting-tile=1 supply=p2g2o2y2br "
        "5:p2:.o5,r.r4,b2.b3,y3.y2,g4.g,p5,pgoyb 5:p3r:.o5,r.r4,b2.b3,y3.y2,g4.g,p5,pgoyb",
        (1, 3, 6, 11, 17, 18, 22, 16, 0),
    ),
    Case(
        "in the middle of keeping",
        "three in the corners: one more, or done",
        "pavilion 2 1.12.4 keeping:1 starting-tile=1 supply=p2g2o2y2br 5:g2b::p3 5:y",
        (3, 9, 42, 252, 1512, 9072, 54_432, 326_592),
    ),
    Case(
        "a lone player goes on",
        "all others have passed: turn after turn, each with its refill, then the next round",
        "pavilion 3 1.30 laying:2 starting-tile=1 supply=p2g2o2y2br 5:::p2g2:passed 5:y3:,,,,,,pgo "
        "5::::passed",
        (4, 12, 60, 352, 2112, 12_672, 76_032, 456_192),
    ),
    Case(
        "who has no tiles passes",
        "the last tiles are laid: seats pass by themselves, without a turn, and the next round is prepared",
        "pavilion 4 2.44 laying:4 starting-tile=2 tower=p19g18o19y20b20r20 supply=p2g2o2y2br 5 5:p "
        "5:::g2:passed 5:o",
        (3, 8, 18, 28, 72, 392, 2352, 14_112, 84_672, 508_032),
    ),
    Case(
        "tower poured while factories are filled",
        "the bag runs empty within a factory; the tower is poured when the next tile is due, not before",
        "pavilion 4 5.200 filling starter=4 tower=p5g4o5yb6 supply=p2g2o2y2br factories=r4,r4,gy2 "
        "5::.o3,.2r3,.3b3,y.3y2,g2.3g,p3,pgo 5::.o3,.2r3,.3b3,y.3y2,g2.3g,p3,pgo "
        "5::.o3,.2r3,.3b3,y.3y2,g2.3g,p3,pgo 5:y4:.o3,.2r3,.3b3,y.3y2,g2.3g,p3,ybr",
        (1, 1, 5, 24, 112, 512, 2303, 10_213, 44_653, 192_192, 812_238, 3_358_866),
    ),
    Case(
        "short factories",
        "four players in round 6: bag and tower give out in the second factory, and the round is played",
        "pavilion 4 6.260 filling starter=2 supply=p2g2o2y2br factories=pgbr,r "
        "5:o:.o4,.2r4,b.2b3,y2.2y2,g3.2g,p4,pgoy 5::.o4,.2r4,b.2b3,y2.2y2,g3.2g,p4,obry.p "
        "5::.o4,.2r4,b.2b3,y2.2y2,g3.2g,p4,br.ogy 5::.o4,.2r4,b.2b3,y2.2y2,g3.2g,p4,rybpg",
        (1, 4, 12, 24, 24, 24, 48, 48, 132, 204, 348, 852, 1404, 2184, 4032, 3456, 0),
    ),
    Case(
        "no phase 1",
        "keep both tiles, and the next round has nothing to offer; discard one, and a factory holds one",
        "pavilion 3 4.150 laying:3 starting-tile=2 supply=pgo2y2br3 "
        "5::.o4,.2r4,b6,y6,g6,p6,pgoybr::passed 5::o6,r6,b2.b3,y6,g6,p6,pgoybr:b:passed "
        "5:po:o6,r6,b6,y3.y2,g6,p5,pgoybr",
        (
            1,
            3,
            6,
            6,
            10,
            10,
            22,
            44,
            56,
            94,
            164,
            260,
            340,
            484,
            816,
            848,
            1008,
            1168,
            1536,
            992,
            1408,
            1152,
            0,
        ),
    ),
    Case(
        "the rest of the game in one choice",
        "nothing is left to draw or to lay: three rounds pass by themselves after the last tile",
        "pavilion 3 3.150 laying:1 starting-tile=1 supply=pg2o2ybr3 "
        "5:y:.o5,r.r4,b6,y4.y,g.g4,p6,pgoybr 5::o6,r6,b6,y6,g6,p6,pgoybr::passed "
        "5::o6,r6,b6,y6,g6,p6,pgoyb::passed",
        (2, 2, 3, 3, 5, 5, 8, 8, 10, 10, 7, 7, 2, 2, 0),
    ),
    Case(
        "the game ends with a pass",
        "no refill after the last turn, though the supply lacks a tile: stars, numbers, then the corners",
        "pavilion 2 6.100 laying:1 starting-tile=2 supply=p2g2o2ybr "
        "5:b4:.o2,.2r2,.3b2,.4y2,g.4g,p2,pb 5::,,,,,,pgoybr:r3:passed",
        (3, 14, 8, 14, 2, 0),
    ),
    Case(
        "the game ends with a tile",
        "after the last tile the supply is refilled, and only then its player passes without being asked",
        "pavilion 2 6.100 laying:1 starting-tile=2 tower=p9g9o9y11b11r8 supply=pg2o2ybr "
        "5:r:.o3,.3r2,.3b3,y.3y2,g2.3g,p3,pgo 5::.o5,r6,b6,y6,g6,p6,pgoybr:r3:passed",
        (2, 4, 2, 0),
    ),
)
