// Requests to the players of the page, and their events. Generated from crates/opponents/src/ask.rs
// and event.rs: cargo xtask renew types

/**
 * A request for the explanation of a choice.
 */
export type Account = { 
/**
 * Name of the player.
 */
player: string, 
/**
 * Position in FEN where the game began; none for the initial one.
 */
fen?: string | null, 
/**
 * Its moves, in SAN or UCI's form.
 */
moves?: Array<string>, };

/**
 * A page's request.
 */
export type Ask = { "ask": "go" } & Go | { "ask": "stop", } | { "ask": "explain" } & Account;

/**
 * A request for a move.
 */
export type Go = { 
/**
 * Name of the player.
 */
player: string, 
/**
 * Its options.
 */
options?: Array<[string, string]>, 
/**
 * Position in FEN where the game began; none for the initial one.
 */
fen?: string | null, 
/**
 * Its moves, in SAN or UCI's form.
 */
moves?: Array<string>, 
/**
 * Seconds for the move by the player's own clock; this or the depth is given.
 */
seconds?: number | null, 
/**
 * Depth in plies.
 */
depth?: number | null, 
/**
 * Seconds by this computer's clock after which the best move so far is wanted.
 */
within?: number | null, };

/**
 * What a page is told of its player, tagged by its field `event`.
 */
export type PlayerEvent = { "event": "report" } & ReportedLine | { "event": "best", 
/**
 * The move in UCI's form.
 */
uci: string, 
/**
 * The move in SAN.
 */
san: string, } | { "event": "explained", 
/**
 * The explanation.
 */
text: string, } | { "event": "fault", 
/**
 * What, and the way out.
 */
message: string, };

/**
 * A line that a search has found.
 */
export type ReportedLine = { 
/**
 * Depth in plies.
 */
depth: number, 
/**
 * Value in hundredths of a pawn from the side to move; 0 for a mate.
 */
value: number, 
/**
 * Moves to mate; negative if the side to move is mated.
 */
mate: number | null, nodes: number, 
/**
 * Whether the move was not searched, as from a book.
 */
unsearched: boolean, 
/**
 * Seconds that the historical machine would have taken.
 */
machine_seconds: number | null, 
/**
 * The moves in UCI's form.
 */
uci: Array<string>, 
/**
 * The moves in SAN, with their numbers.
 */
line: string, };
