//! Weights of the evaluation, made by `cargo xtask fit` from self-play games
//! (docs/decisions/native.md).
//!
//! Each pair is for the middle game and the endgame, in centipawns.

use super::rows::weights;

weights! {
    MATERIAL "Pawn, knight, bishop, rook, queen." [(79, 122), (348, 302), (366, 323), (507, 582), (1025, 986)]
    PAWN_SQUARES "A pawn by its rank from the own first and by its file, a to d (h to e alike)." [
        (0, 0), (0, 0), (0, 0), (0, 0),
        (-12, 6), (14, 9), (-13, 28), (-21, 5),
        (-7, 3), (16, 13), (1, 10), (5, 8),
        (-6, 20), (-5, 13), (-2, -13), (21, -18),
        (5, 20), (-4, 17), (8, 6), (11, -17),
        (9, 32), (28, 36), (22, 18), (43, 1),
        (37, 32), (61, 56), (55, 47), (65, 40),
        (0, 0), (0, 0), (0, 0), (0, 0),
    ]
    KNIGHT_SQUARES "A knight by its rank from the own first and by its file, a to d (h to e alike)." [
        (-61, -41), (-19, -30), (-29, -20), (-24, -12),
        (-32, -28), (-23, -19), (2, -3), (0, -6),
        (-15, -14), (-1, -3), (4, 10), (18, 6),
        (0, -4), (6, 4), (26, 5), (19, 19),
        (13, -10), (13, 2), (30, 12), (37, 25),
        (-2, -19), (33, -4), (40, -3), (40, 0),
        (-21, -29), (-7, -14), (37, -11), (29, -4),
        (-119, -59), (-50, -37), (-41, -20), (-10, -21),
    ]
    BISHOP_SQUARES "A bishop by its rank from the own first and by its file, a to d (h to e alike)." [
        (-21, -17), (-6, -15), (-11, -8), (-15, -2),
        (10, -9), (7, -13), (15, -3), (15, -4),
        (12, -5), (16, -1), (-2, 12), (8, 9),
        (1, -6), (10, 7), (6, 5), (24, 3),
        (-3, -1), (14, 10), (18, 2), (31, 9),
        (0, 6), (16, -4), (26, 2), (23, 4),
        (-28, -4), (-5, 0), (1, 5), (-7, -5),
        (-27, -12), (-15, -13), (-30, -7), (-21, -7),
    ]
    ROOK_SQUARES "A rook by its rank from the own first and by its file, a to d (h to e alike)." [
        (-13, 0), (-3, -2), (5, 0), (9, -8),
        (-29, -9), (-10, -8), (-15, -6), (3, -1),
        (-21, -13), (-7, -4), (-12, -9), (-3, -4),
        (-17, 7), (-8, 5), (-9, 7), (2, 8),
        (-6, 15), (-2, 7), (11, 8), (7, 0),
        (-2, 14), (14, 10), (19, 11), (27, 5),
        (19, 11), (17, 13), (35, 7), (42, 3),
        (24, 15), (21, 6), (16, 8), (28, 5),
    ]
    QUEEN_SQUARES "A queen by its rank from the own first and by its file, a to d (h to e alike)." [
        (-15, -35), (-22, -33), (-21, -30), (-2, -27),
        (-8, -25), (-1, -29), (0, -28), (2, -22),
        (-5, -17), (5, -14), (-3, 1), (-3, -1),
        (-14, -4), (-6, 5), (-9, 11), (-5, 21),
        (-4, 7), (-5, 20), (-7, 22), (-3, 32),
        (0, 1), (0, 9), (3, 24), (5, 28),
        (6, -3), (-24, 15), (-5, 24), (-9, 34),
        (0, 0), (16, 9), (19, 15), (18, 17),
    ]
    KING_SQUARES "A king by its rank from the own first and by its file, a to d (h to e alike)." [
        (14, -31), (27, -24), (-7, -24), (2, -36),
        (15, -21), (15, -3), (-18, 7), (-47, 1),
        (-8, -8), (-9, 4), (-28, 14), (-52, 16),
        (-35, -12), (-26, 5), (-43, 16), (-60, 22),
        (-28, -1), (-31, 14), (-42, 18), (-56, 23),
        (-18, 10), (-15, 3), (-26, 7), (-33, 14),
        (-8, -1), (-5, 13), (-12, 12), (-15, 23),
        (-19, -57), (4, -14), (-9, -11), (-19, -9),
    ]
    KNIGHT_MOBILITY "A knight by the squares it reaches: not blocked own pawns, not what enemy pawns attack." [
        (-24, -20), (-22, -16), (-9, -10), (-5, 1), (2, 7), (8, 11), (15, 8), (19, 10),
        (15, -8),
    ]
    BISHOP_MOBILITY "A bishop by the squares it reaches: not blocked own pawns, not what enemy pawns attack." [
        (-29, -30), (-32, -31), (-19, -24), (-9, -22), (-11, -9), (-2, 2), (0, 9), (7, 9),
        (10, 13), (12, 17), (18, 23), (24, 14), (31, 30), (32, 19),
    ]
    ROOK_MOBILITY "A rook by the squares it reaches: not blocked own pawns, not what enemy pawns attack." [
        (-20, -32), (-24, -29), (-9, -25), (-5, -11), (-4, -8), (0, -3), (-3, 8), (3, 4),
        (6, 16), (12, 20), (15, 28), (19, 32), (23, 35), (19, 41), (32, 1),
    ]
    QUEEN_MOBILITY "A queen by the squares it reaches: not blocked own pawns, not what enemy pawns attack." [
        (-24, -48), (-22, -44), (-21, -40), (-18, -37), (-15, -32), (-19, -28), (-15, -25), (-13, -21),
        (-9, -18), (-6, -12), (-1, -6), (2, -3), (10, 4), (6, 8), (8, 15), (13, 17),
        (10, 21), (13, 23), (14, 26), (14, 28), (16, 30), (11, 10), (19, 35), (11, 8),
        (22, 43), (19, 32), (28, 56), (27, 53),
    ]
    PAIR "Both bishops." [(40, 50)]
    OUTPOST "A knight, a bishop on the fourth to sixth rank, defended by a pawn, that no pawn attacks." [
        (23, 17), (19, 12),
    ]
    BEHIND_PAWN "A knight, a bishop right behind a pawn." [(0, 22), (7, 18)]
    BAD_BISHOP "Each own pawn on the squares of a bishop's color, and each that is blocked." [
        (-2, 3), (-3, -6),
    ]
    ROOK_FILE "A rook on a file without own pawns, and without any." [(13, 6), (38, -3)]
    ROOK_BEHIND "A rook behind an own passed pawn, behind an enemy one." [(12, 21), (10, 30)]
    CENTER_DIAGONAL "A bishop that sees both squares of the center on its diagonal, but for pawns." [(14, 14)]
    DOUBLED "A pawn with an own one before it." [(-12, -17)]
    ISOLATED "A pawn without own ones on the files beside it; with no enemy pawn before it." [
        (8, -10), (-6, -14),
    ]
    BACKWARD "A pawn left behind whose next square an enemy pawn attacks; with no enemy pawn before it." [
        (2, -11), (-12, -16),
    ]
    PHALANX "A pawn beside an own one, by rank." [
        (0, 0), (6, 4), (7, -4), (6, 10), (24, 19), (52, 50), (80, 90), (0, 0),
    ]
    DEFENDED "A pawn that a pawn defends, by rank." [
        (0, 0), (3, 0), (10, 1), (9, -13), (17, 28), (51, 40), (80, 92), (0, 0),
    ]
    CANDIDATE "A pawn on a file without enemy pawns before it, helped by as many beside it as stop it, by rank." [
        (0, 0), (0, -8), (-6, 2), (-4, 16), (-5, 23), (16, 31), (0, 0), (0, 0),
    ]
    PASSED "A passed pawn, by rank." [
        (0, 0), (5, 14), (4, 30), (5, 45), (24, 60), (59, 103), (108, 150), (0, 0),
    ]
    PASSED_DEFENDED "A passed pawn that a pawn defends or stands beside, by rank." [
        (0, 0), (3, 3), (2, 3), (-10, -4), (8, -3), (3, -3), (0, 2), (0, 0),
    ]
    PASSED_FREE "A passed pawn whose next square is empty, by rank." [
        (0, 0), (-4, -1), (2, 7), (-1, 9), (3, 16), (14, 20), (25, 37), (0, 0),
    ]
    PASSED_SAFE "A passed pawn whose next square is empty and not attacked, by rank." [
        (0, 0), (4, 1), (2, 4), (-3, 12), (10, 29), (16, 38), (22, 49), (0, 0),
    ]
    PASSED_CLEAR "A passed pawn whose whole path is empty, by rank." [
        (0, 0), (-3, 0), (-1, 3), (-11, 2), (4, 5), (1, 5), (5, 10), (0, 0),
    ]
    PASSED_OWN_KING "Distance of the own king to the square before a passed pawn, by rank." [
        (0, 0), (-12, 4), (-6, -1), (-3, -10), (-2, -24), (-9, -23), (2, -39), (0, 0),
    ]
    PASSED_ENEMY_KING "Distance of the enemy king to the square before a passed pawn, by rank." [
        (0, 0), (-6, 8), (-9, 3), (-1, 11), (-2, 24), (2, 30), (6, 39), (0, 0),
    ]
    SHELTER "The foremost own pawn, by rank, before the king on its file; none: 0." [
        (-18, 13), (21, -4), (14, -2), (-8, 3), (-5, -10), (6, -1), (1, 0), (0, 0),
    ]
    SHELTER_BESIDE "Likewise on each file beside the king." [
        (-9, 3), (25, -4), (8, 8), (2, -1), (-6, -7), (-5, -1), (3, 2), (0, 0),
    ]
    STORM "The nearest enemy pawn before the king, by rank from the king's own first, on the king's file or beside; none: 0." [
        (-6, -3), (2, 22), (-17, 9), (-21, 12), (-5, 5), (4, 3), (-4, -2), (0, 0),
    ]
    STORM_BLOCKED "Likewise, stopped by an own pawn." [
        (0, 0), (0, 0), (-5, -8), (1, -21), (1, -4), (-1, -13), (-3, 0), (0, 0),
    ]
    DANGER "Danger to the king, in steps of six units (king.rs)." [
        (-1, -2), (0, -3), (-1, -3), (-8, -5), (-19, -8), (-23, -12), (-36, -8), (-47, -13),
        (-62, -15), (-71, -5), (-84, -18), (-103, -19), (-113, -2), (-137, -21), (-157, -21), (-182, -23),
        (-198, 1), (-230, -26), (-255, -26), (-278, -5), (-315, -29), (-346, -32), (-379, -32), (-414, -35),
        (-450, -36), (-487, -38), (-526, -39), (-567, -41), (-609, -42), (-652, -44), (-697, -45),
    ]
    OPEN_KING "A king on a file without any pawns." [(-30, -15)]
    PAWN_THREAT "A pawn attacks a knight, bishop, rook, queen." [(58, 34), (56, 36), (54, 34), (49, 33)]
    MINOR_THREAT "A knight or bishop attacks a pawn that nothing of the same worth defends, knight, bishop, rook, queen." [
        (10, 9), (9, 19), (24, 15), (39, 25), (33, 26),
    ]
    ROOK_THREAT "A rook attacks a pawn that no pawn defends, knight, bishop, rook, queen." [
        (14, 15), (3, 8), (14, 15), (0, 4), (31, 19),
    ]
    KING_THREAT "A king attacks an undefended piece." [(11, 27)]
    HANGING "A piece attacked and not defended, or attacked twice and defended once." [(12, 38)]
    PUSH_THREAT "A safe pawn push that would attack a piece." [(17, 18)]
    RESTRICTED "A square that the enemy reaches, defended by him once at most and by no pawn, and attacked." [
        (3, -9),
    ]
    SPACE "A safe square behind the own pawns, in the middle of the board." [(0, 4)]
}
