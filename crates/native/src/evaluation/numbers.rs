//! The weights. Made by `cargo xtask fit` from games of the player against itself (docs/decisions/native-evaluation.md);
//! each pair is for the middle game and the endgame, in hundredths of a pawn.

use super::weights::weights;

weights! {
    MATERIAL "material" "Pawn, knight, bishop, rook, queen." [
        (84, 108), (350, 320), (370, 340), (490, 580), (1030, 1060),
    ]
    PAWN_SQUARES "squares" "A pawn by its rank from the own first and by its file, a to d (h to e alike)." [
        (0, 0), (0, 0), (0, 0), (0, 0),
        (-12, 4), (4, 4), (-6, 8), (-8, 8),
        (-12, 0), (-2, 2), (2, -2), (6, 0),
        (-14, 8), (-6, 6), (6, -2), (20, -6),
        (-4, 18), (6, 14), (10, 6), (26, -2),
        (4, 34), (18, 30), (36, 22), (40, 12),
        (40, 60), (60, 54), (56, 44), (64, 36),
        (0, 0), (0, 0), (0, 0), (0, 0),
    ]
    KNIGHT_SQUARES "squares" "A knight by its rank from the own first and by its file, a to d (h to e alike)." [
        (-60, -40), (-20, -34), (-30, -18), (-22, -16),
        (-24, -30), (-22, -16), (-6, -10), (0, -4),
        (-16, -18), (2, -4), (12, 2), (16, 14),
        (-6, -10), (12, 4), (18, 16), (20, 22),
        (6, -10), (14, 4), (32, 16), (34, 22),
        (-4, -20), (30, -6), (44, 6), (48, 10),
        (-20, -26), (-8, -12), (34, -12), (30, -2),
        (-120, -60), (-50, -36), (-40, -20), (-10, -22),
    ]
    BISHOP_SQUARES "squares" "A bishop by its rank from the own first and by its file, a to d (h to e alike)." [
        (-16, -14), (-2, -8), (-14, -10), (-10, -4),
        (6, -12), (18, -10), (12, -4), (4, 0),
        (4, -6), (14, 0), (14, 8), (12, 8),
        (0, -4), (8, 4), (10, 8), (24, 12),
        (-6, -2), (10, 6), (20, 8), (30, 12),
        (-2, 0), (18, 2), (26, 4), (24, 4),
        (-28, -6), (-4, -2), (-4, 2), (-6, -4),
        (-30, -12), (-14, -10), (-30, -8), (-20, -6),
    ]
    ROOK_SQUARES "squares" "A rook by its rank from the own first and by its file, a to d (h to e alike)." [
        (-12, -6), (-6, -2), (4, 0), (12, -4),
        (-30, -4), (-10, -4), (-4, -2), (2, -4),
        (-24, -4), (-8, 0), (-8, -4), (-2, -4),
        (-22, 4), (-8, 4), (-8, 6), (0, 2),
        (-12, 8), (-2, 8), (8, 8), (14, 4),
        (0, 8), (14, 8), (16, 6), (22, 4),
        (16, 10), (16, 10), (34, 6), (40, 2),
        (20, 10), (22, 8), (16, 10), (26, 8),
    ]
    QUEEN_SQUARES "squares" "A queen by its rank from the own first and by its file, a to d (h to e alike)." [
        (-6, -30), (-14, -28), (-8, -24), (6, -20),
        (-14, -26), (-4, -24), (8, -22), (6, -12),
        (-6, -14), (2, -10), (-2, 6), (-2, 2),
        (-6, -6), (-8, 10), (-6, 14), (-6, 26),
        (-14, 4), (-14, 20), (-10, 24), (-10, 34),
        (0, 0), (-8, 8), (2, 24), (6, 30),
        (4, -4), (-24, 16), (-4, 24), (-10, 34),
        (0, 2), (14, 10), (20, 18), (18, 18),
    ]
    KING_SQUARES "squares" "A king by its rank from the own first and by its file, a to d (h to e alike)." [
        (16, -50), (36, -32), (4, -20), (-14, -26),
        (14, -26), (14, -10), (-20, 2), (-40, 6),
        (-14, -18), (-12, -4), (-34, 10), (-50, 16),
        (-36, -18), (-26, 4), (-44, 18), (-60, 24),
        (-30, -6), (-30, 18), (-40, 26), (-56, 28),
        (-20, 4), (-10, 28), (-20, 32), (-30, 28),
        (-10, -8), (-4, 18), (-10, 20), (-16, 20),
        (-20, -60), (0, -26), (-10, -16), (-20, -14),
    ]
    KNIGHT_MOBILITY "mobility" "A knight by the squares it reaches: not blocked own pawns, not what enemy pawns attack." [
        (-20, -20), (-15, -15), (-10, -10), (-5, -5), (0, 0), (5, 5), (10, 10), (15, 15),
        (20, 20),
    ]
    BISHOP_MOBILITY "mobility" "A bishop by the squares it reaches: not blocked own pawns, not what enemy pawns attack." [
        (-30, -30), (-25, -25), (-20, -20), (-15, -15), (-10, -10), (-5, -5), (0, 0), (5, 5),
        (10, 10), (15, 15), (20, 20), (25, 25), (30, 30), (35, 35),
    ]
    ROOK_MOBILITY "mobility" "A rook by the squares it reaches: not blocked own pawns, not what enemy pawns attack." [
        (-18, -30), (-15, -25), (-12, -20), (-9, -15), (-6, -10), (-3, -5), (0, 0), (3, 5),
        (6, 10), (9, 15), (12, 20), (15, 25), (18, 30), (21, 35), (24, 40),
    ]
    QUEEN_MOBILITY "mobility" "A queen by the squares it reaches: not blocked own pawns, not what enemy pawns attack." [
        (-24, -48), (-22, -44), (-20, -40), (-18, -36), (-16, -32), (-14, -28), (-12, -24), (-10, -20),
        (-8, -16), (-6, -12), (-4, -8), (-2, -4), (0, 0), (2, 4), (4, 8), (6, 12),
        (8, 16), (10, 20), (12, 24), (14, 28), (16, 32), (18, 36), (20, 40), (22, 44),
        (24, 48), (26, 52), (28, 56), (30, 60),
    ]
    PAIR "places" "Both bishops." [
        (28, 52),
    ]
    OUTPOST "places" "A knight, a bishop on the fourth to sixth rank, defended by a pawn, that no pawn attacks." [
        (26, 16), (16, 8),
    ]
    BEHIND_PAWN "places" "A knight, a bishop right behind a pawn." [
        (5, 3), (5, 3),
    ]
    BAD_BISHOP "places" "Each own pawn on the squares of a bishop's colour, and each that is blocked." [
        (-2, -3), (-2, -3),
    ]
    ROOK_FILE "places" "A rook on a file without own pawns, and without any." [
        (14, 10), (34, 12),
    ]
    ROOK_BEHIND "places" "A rook behind an own passed pawn, behind an enemy one." [
        (4, 14), (4, 14),
    ]
    CENTRE_DIAGONAL "places" "A bishop that sees both squares of the centre on its diagonal, but for pawns." [
        (8, 0),
    ]
    DOUBLED "pawns" "A pawn with an own one before it." [
        (-8, -20),
    ]
    ISOLATED "pawns" "A pawn without own ones on the files beside it; with no enemy pawn before it." [
        (-12, -14), (-16, -16),
    ]
    BACKWARD "pawns" "A pawn left behind whose next square an enemy pawn attacks; with no enemy pawn before it." [
        (-9, -10), (-16, -12),
    ]
    PHALANX "pawns" "A pawn beside an own one, by rank." [
        (0, 0), (3, 0), (8, 4), (12, 8), (26, 22), (50, 48), (80, 90), (0, 0),
    ]
    DEFENDED "pawns" "A pawn that a pawn defends, by rank." [
        (0, 0), (3, 0), (8, 4), (12, 8), (26, 22), (50, 48), (80, 90), (0, 0),
    ]
    CANDIDATE "pawns" "A pawn on a file without enemy pawns before it, helped by as many beside it as stop it, by rank." [
        (0, 0), (0, 2), (0, 4), (4, 10), (10, 20), (16, 30), (0, 0), (0, 0),
    ]
    PASSED "passed pawns" "A passed pawn, by rank." [
        (0, 0), (2, 8), (0, 14), (4, 34), (26, 62), (60, 110), (110, 170), (0, 0),
    ]
    PASSED_DEFENDED "passed pawns" "A passed pawn that a pawn defends or stands beside, by rank." [
        (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0),
    ]
    PASSED_FREE "passed pawns" "Whose next square is empty, by rank." [
        (0, 0), (0, 0), (1, 2), (3, 6), (7, 14), (13, 26), (20, 40), (0, 0),
    ]
    PASSED_SAFE "passed pawns" "Whose next square is empty and not attacked, by rank." [
        (0, 0), (0, 0), (1, 2), (3, 6), (7, 14), (13, 26), (20, 40), (0, 0),
    ]
    PASSED_CLEAR "passed pawns" "Whose whole way is empty, by rank." [
        (0, 0), (0, 0), (0, 0), (0, 2), (0, 4), (0, 8), (0, 13), (0, 0),
    ]
    PASSED_OWN_KING "passed pawns" "By rank, for each step of the own king's way to the square before it." [
        (0, 0), (0, 0), (0, 0), (0, -4), (0, -8), (0, -14), (0, -18), (0, 0),
    ]
    PASSED_ENEMY_KING "passed pawns" "By rank, for each step of the enemy king's way to the square before it." [
        (0, 0), (0, 0), (0, 0), (0, 4), (0, 8), (0, 14), (0, 18), (0, 0),
    ]
    SHELTER "king" "The foremost own pawn, by rank, before the king on its file; none: 0." [
        (-18, 0), (14, 0), (10, 0), (4, 0), (0, 0), (0, 0), (0, 0), (0, 0),
    ]
    SHELTER_BESIDE "king" "The same on each file beside the king." [
        (-8, 0), (14, 0), (10, 0), (4, 0), (0, 0), (0, 0), (0, 0), (0, 0),
    ]
    STORM "king" "The nearest enemy pawn before the king, by rank from the king's own first, on the king's file or beside; none: 0." [
        (0, 0), (0, 0), (-20, 0), (-14, 0), (-8, 0), (0, 0), (0, 0), (0, 0),
    ]
    STORM_BLOCKED "king" "The same, stopped by an own pawn." [
        (0, 0), (0, 0), (-8, 0), (-4, 0), (0, 0), (0, 0), (0, 0), (0, 0),
    ]
    DANGER "king" "What bears on the king, in steps of six units (king.rs)." [
        (0, 0), (-1, -2), (-4, -3), (-9, -5), (-15, -6), (-22, -8), (-31, -9), (-42, -11),
        (-54, -12), (-67, -14), (-82, -15), (-99, -17), (-117, -18), (-136, -20), (-157, -21), (-180, -23),
        (-204, -24), (-229, -26), (-256, -27), (-285, -29), (-315, -30), (-346, -32), (-379, -33), (-414, -35),
        (-450, -36), (-487, -38), (-526, -39), (-567, -41), (-609, -42), (-652, -44), (-697, -45),
    ]
    OPEN_KING "king" "A king on a file without any pawns." [
        (-10, 0),
    ]
    PAWN_THREAT "threats" "A pawn attacks a knight, bishop, rook, queen." [
        (52, 34), (52, 34), (52, 34), (52, 34),
    ]
    MINOR_THREAT "threats" "A knight or bishop attacks a pawn that nothing of the same worth defends, knight, bishop, rook, queen." [
        (2, 6), (8, 10), (8, 10), (30, 26), (30, 26),
    ]
    ROOK_THREAT "threats" "A rook attacks a pawn that no pawn defends, knight, bishop, rook, queen." [
        (0, 6), (8, 8), (8, 8), (0, 4), (30, 20),
    ]
    KING_THREAT "threats" "A king attacks a man that nothing defends." [
        (6, 20),
    ]
    HANGING "threats" "A man attacked and not defended, or attacked twice and defended once." [
        (22, 16),
    ]
    PUSH_THREAT "threats" "A safe step of a pawn that would attack a man." [
        (14, 10),
    ]
    RESTRICTED "threats" "A square that the enemy reaches, defended by him once at most and by no pawn, and attacked." [
        (3, 3),
    ]
    SPACE "space" "A safe square behind the own pawns, in the middle of the board." [
        (3, 0),
    ]
}
