"""Positions of Master Chocolatier that are hard to get right, with the counts that are known.

The counts come from the compiled engine (`python -m tests.kits.counts chocolatier`); test_perft
compares them with the naive twin.
"""

from tests.kits.kit import Case

CASES = (
    Case(
        "who begins",
        "the tree begins with CHANCE, who is asked about everything up to the first turn",
        "chocolatier 3 1.0 beginning 0 0 0",
        (3, 15, 75, 375, 1875, 9375, 46_875),
    ),
    Case(
        "opening",
        "the widest everyday question",
        "chocolatier 2 1.1 offer:1 factories=b2r2,nckr,b4,c3k,n2k2 0 0",
        (11, 66, 660, 3960, 34_488, 180_672, 1_332_438, 6_983_256, 42_716_953, 193_843_022),
    ),
    Case(
        "opening of 3",
        "seven factories, both variants",
        "chocolatier 3 box=grey factories=special 1.1 offer:1 "
        "factories=b2r2,nckr,b4,c3k,n2k2,b3r,n2c2 tokens=zero,,sideways,,stay 0 0 0",
        (15, 90, 1260, 7560, 96_768, 580_608, 6_689_952, 35_079_336, 359_114_256),
    ),
    Case(
        "opening of 4",
        "nine factories use all the numbers for taking",
        "chocolatier 4 1.1 offer:1 factories=b2r2,nckr,b4,c3k,n2k2,b3r,n2c2,k4,bncr 0 0 0 0",
        (20, 120, 2280, 13_680, 240_480, 1_442_880, 23_079_168, 138_475_008),
    ),
    Case(
        "centre with the starting-player tile",
        "taking from the centre puts the tile on the floor before the chocolates",
        "chocolatier 2 1.1 offer:1 centre=bc3 factories=,k2r2 0 0",
        (4, 24, 72, 432, 864, 4464, 4464, 23_064, 115_320, 576_600, 2_883_000),
    ),
    Case(
        "one tile left",
        "the choice that ends the round lays lines, pays penalties and asks CHANCE in one go",
        "chocolatier 2 1.14 offer:1 starting-tile=2 centre=r 3:,b2,r2,,k5 0:c,,,n3::srb",
        (1, 4, 20, 100, 500, 2500, 12_500, 62_500),
    ),
    Case(
        "full floor",
        "the starting-player tile lies beside the board and the overflow goes to the lid",
        "chocolatier 2 1.1 offer:1 centre=c4k2 factories=r4 0:b,b,,n3,r::r7 0:,,c2::n6",
        (3, 7, 14, 75, 75, 224, 1120, 5600, 28_000, 140_000, 700_000),
    ),
    Case(
        "zero token on offer",
        "its taker has it before the tiles are laid, so the first that falls is free",
        "chocolatier 2 factories=special 1.1 offer:1 centre=b2 factories=b3r,,c2 tokens=zero,,red "
        "0:::r7 0:,b",
        (4, 24, 66, 360, 624, 3274, 25_098, 727_191, 4_153_995, 36_505_440, 182_527_200),
    ),
    Case(
        "zero token free",
        "the starting-player tile falls on the token, the chocolates on the floor",
        "chocolatier 2 factories=special 1.1 offer:1 centre=b2k factories=,,c2r tokens=gone,,stay 0:::r6:z 0",
        (4, 24, 72, 432, 864, 4464, 4464, 23_064, 1_037_880, 33_212_160, 166_060_800),
    ),
    Case(
        "sideways with three colours",
        "three questions in one turn, two answers each, before the tiles are laid",
        "chocolatier 2 factories=special 1.1 offer:1 factories=r4,bnck tokens=,sideways,zero 0 0",
        (5, 14, 40, 80, 288, 960, 5760, 17_280, 89_280, 178_560, 922_560),
    ),
    Case(
        "sideways beside gone",
        "the place of a zero token that left is passed over, and what is moved joins its own colour",
        "chocolatier 2 factories=special 1.1 offer:1 factories=r,,c2k,,b2kr tokens=,,,gone,sideways 0::::b 0",
        (6, 24, 102, 396, 1392, 5580, 17_100, 79_188, 201_138, 1_056_709, 2_184_253, 20_670_812),
    ),
    Case(
        "in the middle of sideways",
        "a question of step 2: some colours have moved, the tiles are still in hand",
        "chocolatier 2 factories=special 1.1.2 sides:1 factories=cr,nc2 tokens=sideways,stay hand=b2 0 0",
        (2, 4, 24, 84, 504, 1296, 6696, 11_160, 58_528, 565_936, 16_816_596),
    ),
    Case(
        "stay",
        "what is left stays on the token and nothing comes to the centre",
        "chocolatier 2 factories=special 1.1 offer:1 factories=b2kr tokens=stay,,,brown 0 0",
        (3, 18, 36, 216, 216, 1116, 50_220, 1_607_040, 8_035_200, 40_176_000),
    ),
    Case(
        "magnets at filling",
        "neighbours around the end of the circle attract each other's colours after the last tile",
        "chocolatier 3 factories=special 1.1 filling starting-tile=1 "
        "factories=b2r2,nckr,b4,c3k,n2k2,n2r2,b2 tokens=blue,,,,,brown,red 0 0 0",
        (5, 25, 394, 2364, 34_944, 209_664, 2_818_512, 16_911_072, 202_569_120),
    ),
    Case(
        "+1 from the lid",
        "the last tile for a factory empties the bag; the lid is poured for the one more",
        "chocolatier 2 factories=special 3.20 filling starting-tile=1 lid=b14n17c16k17r16 "
        "factories=b2r2,nckr,b4,c3k,n2k tokens=red,+1 0 0",
        (1, 5, 52, 312, 2940, 17_640, 144_792, 759_150, 5_274_684, 27_665_765, 159_019_077),
    ),
    Case(
        "lid poured at filling",
        "the bag runs empty between two factories",
        "chocolatier 2 4.30 filling starting-tile=1 lid=b17n19c20k20r16 factories=b2r2,r2 0 0",
        (2, 2, 10, 50, 250, 1250, 6250, 31_250, 156_250),
    ),
    Case(
        "last tiles of the bag",
        "bag and lid run out while factories are filled: the round begins with empty ones",
        "chocolatier 4 9.200 filling starting-tile=1 factories=b4,n4,c4,bnk2,k "
        "0::.nckr,r.nck,kr.nc,ckr.n,nckr 0::b.ckr,rb.ck,krb.c,ckrb,.ckrb "
        "0::bn.kr,rbn.k,krbn,.krbn,n.krb 0::bnc.r,rbnc,.rbnc,c.rbn,nc.rb",
        (2, 3, 3, 24, 162, 1002, 5490, 26_610, 113_694, 423_033, 1_364_664, 3_822_564, 9_451_791),
    ),
    Case(
        "last chocolate of all",
        "in a line it leaves no tile to draw, on the floor a round of one tile, in line 2 a full row",
        "chocolatier 4 9.200 offer:1 starting-tile=2 centre=b 0:,b,b2,b:.nckr,r.nck,kr.nc,ckr.n,nckr "
        "0:,n,n2,n,n:b.ckr,rb.ck,krb.c,ckrb,.ckrb:s 0:,c,c2,c,c:bn.kr,rbn.k,krbn,.krbn,n.krb "
        "0:,k,k2,k,k:bnc.r,rbnc,.rbnc,c.rbn,nc.rb",
        (1, 6, *[1] * 22, 0),
    ),
    Case(
        "a row ends the game",
        "whatever happens to the last tiles, there is no choice after them",
        "chocolatier 2 5.40 offer:1 centre=r2 factories=,,bk 0:r:bnck 0::b,.b,.2b,.3b,.4b",
        (3, 15, 30, 130, 162, 504, 0),
    ),
    Case(
        "round 20",
        "the last round ends the game without a full row",
        "chocolatier 2 20.300 offer:1 centre=r2 factories=,,bk 0 0",
        (3, 18, 36, 216, 216, 1116, 0),
    ),
    Case(
        "grey, several lines",
        "columns line by line from the top, then the other board, each seat one turn",
        "chocolatier 2 box=grey 1.17 laying:1 starting-tile=2 0:b,r2,b3,,c2 0:,k2,,k4::s",
        (5, 25, 100, 500, 2000, 10_000, 50_000, 250_000, 1_250_000),
    ),
    Case(
        "grey, a line that can't be laid",
        "it falls on the zero token and the floor between two questions of one turn",
        "chocolatier 2 box=grey factories=special 4.33 laying:1 starting-tile=2 tokens=gone,,stay "
        "0:r,c2,b3,,r5:.3b,.4b,nck::z 0:,n2",
        (4, 12, 48, 240, 10_800, 345_600, 1_728_000, 8_640_000, 43_200_000),
    ),
    Case(
        "grey, a line nobody can lay is still open",
        "while taking, only the row of the box counts",
        "chocolatier 2 box=grey 4.1 offer:1 centre=b3 factories=kr 0:,k:.3b,.4b,nck 0",
        (3, 14, 28, 168, 168, 684, 2940, 14_604, 73_020, 365_100, 1_825_500),
    ),
    Case(
        "tokens turning",
        "the longest list: nine tokens times nine effects, four times",
        "chocolatier 4 box=grey factories=special 1.0 tokens starter=3 starting-tile=3 0 0 0 0",
        (81, 5184, 254_016, 9_144_576, 45_722_880),
    ),
)
