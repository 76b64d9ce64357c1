"""Positions of Duel that are hard to get right, with the counts that are known.

The counts come from the compiled engine (`python -m tests.kits.counts duel`); test_perft compares
them with the naive twin.
"""

from tests.kits.kit import Case

CASES = (
    Case(
        "who begins",
        "the tree begins with CHANCE; the back of a dome tile is decided before its face",
        "duel 2 1.0 beginning factories=//*,//*,//*,//* stack=18 5 5",
        (2, 4, 36, 72, 612, 1224, 9792, 19_584, 97_920, 489_600, 2_448_000),
    ),
    Case(
        "goals are drawn",
        "one by one, never both sides of one goal tile, the same three in any order",
        "duel 2 goals=random-4 1.0 goals goals=rim factories=//*,//*,//*,//* stack=18 5 5",
        (6, 24, 48, 96, 864, 1728, 14_688, 29_376, 235_008, 470_016, 2_350_080),
    ),
    Case(
        "set-up",
        "who doesn't begin takes a dome tile first; the display is filled up after each of the two",
        "duel 2 1.1 setting:2 factories=br2k//*,bykt//*,yt3//*,y2rk//* large=b2rkt display=bs,cw,dw "
        "stack=15s 5 5",
        (3, 27, 108, 864, 1728, 5184, 46_656, 186_624, 1_306_368, 2_612_736),
    ),
    Case(
        "opening",
        "the widest everyday question; dome tiles, the stack and every factory",
        "duel 2 1.3 acting:1 factories=br2k//*,bykt//*,yt3//*,y2rk//* large=b2rkt display=bs,cw,dw "
        "stack=13s 5::,,,,as0 5::,,,,,,,,jw0",
        (20, 92, 986, 6665, 50_975, 399_886, 2_592_614),
    ),
    Case(
        "five alike go back",
        "the fifth blue tile puts all five into the bag, another colour doesn't",
        "duel 2 2.20 filling factories=//*,//*,//*,//* large=b4 display=cs,fs,gs stack=9s "
        "5::as0,,,,es0,,,,is0 5::,bs0,,ds0,,,,,jw0",
        (5, 25, 125, 625, 3125, 15_625, 78_125, 390_625, 1_953_125),
    ),
    Case(
        "tower poured for another colour",
        "five yellow tiles and a yellow bag: the tower comes in, and all are drawn again",
        "duel 2 2.20 filling tower=b13y7r13k13t13 factories=//*,//*,//*,//* large=y4 "
        "display=cs,fs,gs stack=9s 5::as0,,,,es0,,,,is0 5::,bs0,,ds0,,,,,jw0",
        (1, 5, 25, 125, 625, 3125, 15_625, 78_125, 390_625, 1_953_125),
    ),
    Case(
        "a large factory of one colour",
        "no other colour is left: five alike stay, with the starting-player tile; three alike on a small one",
        "duel 2 5.70 filling factories=//*,//*,//*,//* large=t4 stack=0 "
        "5::as0,bw0,cs0,dw0,es0,fw0,gs0,hw0,is0:.2b2.b,ky.kr,yrsrk2,yk2trb,strysk,yb2rby:::0 "
        "5::aw0,bs0,cw0,ds0,ew0,fs0,gw0,hs0,jw0:b.2byb,ky.kr,srkrsk,yk2trb,rtsy3,yb2rtr:::0",
        (1, 1, 1, 1, 10, 100, 990, 4680, 27_090, 153_990, 761_940),
    ),
    Case(
        "a short round",
        "three tiles for the first small factory, none for the others, whose chips are turned up at once",
        "duel 2 5.70 filling starter=2 factories=//*,//*,//*,//* large=b2rk2 chips=br2Y stack=0 "
        "5::as0,bw0,cs0,dw0,es0,fw0,gs0,hw0,is0:stybsb,kytkrt,r2.ryk,y.2trb,stky.k,yb.r.y:::0 "
        "5:,,,,,t:aw0,bs0,cw0,ds0,ew0,fs0,gw0,hs0,jw0:t2sbyb,k.tk.t,.2r2sk,yk2trb,ytsyby,yb2rtr:::0",
        (3, 6, 6, 18, 42, 72, 612, 3132, 19_440, 107_784, 578_556, 2_809_224),
    ),
    Case(
        "four alike on a small factory",
        "no stack to build: its chip is turned up before the tiles are laid, in the middle of the turn",
        "duel 2 3.40 acting:1 starting-tile=2 factories=k4//*,r2//*,/kb/* display=cs stack=7s "
        "5::as0,bw0,,dw0,es0,,,,is0::::1 5::,bs0,cw0,ds0,,fs0,,,jw0::::0",
        (5, 33, 181, 685, 4864, 27_800, 140_042, 664_365, 2_427_072),
    ),
    Case(
        "a stack ordered three ways",
        "a black and two yellow tiles in three orders, equal ones are one choice; two tiles in two",
        "duel 2 1.20 acting:1 factories=by2k//*,,/t/* large=/rk display=bs,cs,ds stack=13s "
        "5::,,,,as0::::0:2 5::,,,,,,,,jw0::::0:2",
        (6, 30, 172, 805, 4144, 17_612, 71_379, 306_747, 936_507),
    ),
    Case(
        "red on all moon sides",
        "one from each stack, all from the large factory, its tile too; two chips are turned up",
        "duel 2 1.20 acting:1 factories=/r/*,/br2/*,/kr/*,/r/* large=/r2t display=bs,cs,ds stack=13s "
        "5::,,,,as0::::0:1 5::,,,,,,,,jw0::::0",
        (2, 17, 107, 770, 4130, 26_950, 144_300, 777_070),
    ),
    Case(
        "a draw without points",
        "at 0 points the first is free and no other may follow; with 2 points there are two",
        "duel 2 2.30 acting:1 display=cs stack=11s 0::as0,,,,es0,,,,is0::::1:2 2::,bs0,,ds0,,,,,jw0:::::2",
        (2, 8, 30, 60, 192, 384, 1392, 5184, 10_296, 24_624, 85_392, 245_088, 872_640),
    ),
    Case(
        "the last tile of the stack",
        "drawing stops by itself, and the next player finds no stack at all",
        "duel 2 4.55 acting:1 factories=/k/* display=is,aw,gw stack=1w "
        "5::as0,bw0,cs0,dw0,es0,fw0,gs0 5::,bs0,cw0,ds0,ew0,fs0,,hs0,jw0",
        (5, 17, 96, 454, 1162, 4550, 17_916, 50_592, 162_720, 456_192, 1_199_616),
    ),
    Case(
        "a known tile drawn again by its drawer",
        "an unseen tile, then those that were put under: the uppermost is the drawer's own",
        "duel 2 4.45 acting:1 display=,gw stack=1w,cs1,aw2,hw1 3::as0,bw0,,dw0,es0,,,,is0:::::2 "
        "5::fw0,bs0,cw0,ds0,gs0,fs0,,hs0,jw0::::0:2",
        (2, 6, 19, 22, 53, 94, 216, 704, 2784, 12_960, 63_936, 319_680, 1_598_400),
    ),
    Case(
        "a known tile drawn again by the other",
        "nothing is left to reveal: all tiles of the stack were drawn before",
        "duel 2 4.45 acting:2 factories=/y/* display=,gw,gs stack=0,cs1,aw2,hw1 "
        "5::as0,bw0,,dw0,es0,is0,,,ew0::::1:2 2::fw0,bs0,cw0,ds0,,fs0,,hs0,jw0::::1:2",
        (4, 16, 90, 270, 848, 3630, 8334, 21_584, 73_932, 314_224, 1_484_816),
    ),
    Case(
        "in the middle of looking",
        "two faces of different backs are decided for seat-2, the third tile was known to seat-1 alone",
        "duel 2 3.45.4 looking mover=2 display=gw stack=3s,aw2 drawn=.w,.s,cs1 "
        "5::as0,bw0,,dw0,es0,,,,is0::::0:2 0::,bs0,cw0,ds0,,fs0,,,jw0::::0:2",
        (3, 6, 18, 36, 144, 576, 576, 576, 1152, 1152, 5760, 28_800, 144_000, 720_000),
    ),
    Case(
        "three tiles to put under the stack",
        "one of four is kept, the others go under the stack in six orders",
        "duel 2 4.45.5 keeping:1 factories=/y/* stack=0 drawn=aw,is,hw1,gw2 "
        "0::as0,bw0,cs0,dw0,es0,fw0,gs0::::0:2 1::,bs0,cw0,ds0,ew0,fs0,,hs0,jw0:::::2",
        (4, 12, 24, 48, 192, 384, 2304, 14_976, 14_976, 42_240, 215_040, 215_040, 860_160),
    ),
    Case(
        "a lone player goes on",
        "seat-2 has no token and two chips: seat-1 takes the chips and its dome tile alone",
        "duel 2 2.35 acting:2 starting-tile=1 factories=//r,//r,/b/*,//B display=cs stack=11s "
        "0::as0,,,,es0,,,,is0::::1 5::,bs0,,ds0,,,,,jw0::::0:2",
        (1, 9, 63, 308, 1288, 4186, 15_456, 48_384, 158_256, 362_880, 1_814_400),
    ),
    Case(
        "more than four broken tiles",
        "three are broken, five more come: one finds a place, the others cost nothing",
        "duel 2 2.30.1 lining:1 factories=/y/* stack=8s hand=y5 "
        "5:y,y,,,y4:as0,bw0,cs0,,es0,,,,is0::bk2::0:2 5:y:aw0,bs0,cw0,ds0,,,,,jw0::::0:2",
        (6, 6, 60, 360, 720, 2160, 4320, 15_120, 30_240, 90_720, 177_120, 708_480, 2_833_920),
    ),
    Case(
        "lines that can't be laid",
        "full or not, they are broken where the row is built, and the fifth tile goes to the tower",
        "duel 2 4.40 acting:2 starting-tile=2 factories=//r stack=0 "
        "5:k,b,r3,r4,b3,b6:as0,bw0,cs0,dw0,es0,fw0,gs0,hw0,is0:,kytkrt,brsryk,yk2t.b:y::0:2 "
        "5:r,y2,,k4,y2:aw0,bs0,cw0,ds0,ew0,fs0,gw0,hs0,jw0::::0:1",
        (1, 3, 6, 12, 60, 288, 1332, 5928, 25_344, 103_920, 407_856, 1_529_724),
    ),
    Case(
        "a full line waits for a dome tile",
        "it is looked at again in the next round; other lines are laid, with and without a question",
        "duel 2 3.40 acting:2 starting-tile=1 factories=//r stack=4s "
        "5:b,r,b3,b4,,y6:as0,bw0,,dw0,es0,,gs0,hw0,is0::::0:2 "
        "5:,,r3,,t5:aw0,bs0,cw0,ds0,ew0,fs0,,hs0::::0:1",
        (1, 2, 4, 12, 12, 12, 36, 36, 72, 72, 360, 1800, 9000, 45_000, 225_000, 1_125_000),
    ),
    Case(
        "two of the colour and any three",
        "two tiles are missing: two chips with yellow and three others, or any six; the number is a choice",
        "duel 2 5.88 completing:1 stack=0 line=4 "
        "5:,,,y2,t:as0,bw0,cs0,dw0,es0,fw0,gs0,hw0,is0:::yrk2TB2:0:2 "
        "5:,,,,y4:aw0,bs0,cw0,ds0,ew0,fs0,gw0,hs0,jw0:::yrT:0:2",
        (2, 7, 25, 90, 290, 706, 1620, 3240, 4860, 9720, 32_400, 25_920, 0),
    ),
    Case(
        "in the middle of paying",
        "two are paid: a third that doesn't fit, enough, or a third of the colour",
        "duel 2 5.88.3 paying:1 stack=0 line=3 paid=rB "
        "5:,,r2,,,b3:as0,bw0,cs0,dw0,es0,fw0,gs0,hw0,is0:::rkK2:0:2 "
        "5::aw0,bs0,cw0,ds0,ew0,fs0,gw0,hs0,jw0::::0:2",
        (4, 16, 0),
    ),
    Case(
        "a special tile between two runs",
        "it scores both ways and brings the special tile, before the next line is looked at",
        "duel 2 3.40 acting:2 starting-tile=1 factories=//r stack=4s "
        "0:,y2,r3,k4,,b6:as0,bw0,,dw0,es0,fw0,,hw0,is0:.t,k.t,.r:::0:2 "
        "5:,,,k3:aw0,bs0,cw0,ds0,ew0,fs0,gw0:::k2:0:1",
        (1, 3, 6, 12, 24, 60, 120, 228, 444, 720, 1080, 2304, 6984, 30_456, 148_824, 744_120),
    ),
    Case(
        "the game ends in a tie",
        "round 5 has no tokens: two chips, the last lines, then the holder of the starting-player tile wins",
        "duel 2 5.90 acting:2 starting-tile=2 factories=/b/*,//k,//y stack=0 "
        "3:b,,r2:as0,bw0,cs0,dw0,es0,fw0,gs0,hw0,is0::::0:1 "
        "6:,,,,,r2:aw0,bs0,cw0,ds0,ew0,fs0,gw0,hs0,jw0::::0:1",
        (3, 14, 82, 288, 634, 1902, 888, 0),
    ),
)
