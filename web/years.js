// @ts-check
/**
 * @file The years side by side: what each form of the machine
 *   finds in the same position and the same time of its own.
 */
/** @import { Game } from "./game.js" */
/** @import { PlayerEvent, ReportedLine } from "./opponents.js" */

import { button, element, format, make, row, score, table } from "./format.js";
import { OPPONENTS, Opponent } from "./opponent.js";

/** Seconds of its own time that each has. */
const SECONDS = 30;
/** The forms that are compared, oldest first. */
const YEARS = ["1972", "1976", "1978", "1980", "1983"];

export class Years {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    /** What waits for the end of a search. @type {(report: ReportedLine | string) => void} */
    this.end = () => {};
    /** @type {ReportedLine | undefined} */
    this.report = undefined;
    this.player = new Opponent((news) => this.#news(news));
    button("years-go").onclick = () => this.#compare();
  }

  /** @param {PlayerEvent} news */
  #news(news) {
    if (news.event === "report") this.report = news;
    if (news.event === "fault") this.end(news.message);
    if (news.event === "best")
      this.end(this.report ?? "no search: there is one legal move");
  }

  /**
   * Lets each year search the game's position, one after the other,
   * so that none takes another's processor.
   */
  async #compare() {
    const { board } = this.game;
    if (board.ending)
      return this.game.room.say("This position is the end of a game.");
    const go = button("years-go");
    go.disabled = true;
    const { tBodies } = table("years-table");
    tBodies[0].replaceChildren();
    const most = 160_000;
    for (const year of YEARS) {
      const found = await this.#search(year);
      const title = OPPONENTS.find(({ name }) => name === year)?.title ?? year;
      if (typeof found === "string") {
        tBodies[0].append(row([title, found]));
        continue;
      }
      const speed = found.nodes / (found.machine_seconds || SECONDS);
      const line = row([
        title,
        found.line.split(" ").find((word) => !/^\d+\./.test(word)) ?? "",
        found.mate ? `#${found.mate}` : score(found.value),
        found.depth,
        format.format(found.nodes),
        format.format(Math.round(speed)),
      ]);
      const bar = make("meter");
      bar.max = most;
      bar.value = Math.min(most, speed);
      bar.ariaLabel = `${title}: ${Math.round(speed)} positions a second`;
      const cell = make("td");
      cell.append(bar);
      line.append(cell);
      tBodies[0].append(line);
      line.scrollIntoView({ block: "nearest" });
    }
    go.disabled = false;
  }

  /** @param {string} year @returns {Promise<ReportedLine | string>} */
  async #search(year) {
    const { start, uci } = this.game.board;
    this.report = undefined;
    await this.player.ready();
    const ended = /** @type {Promise<ReportedLine | string>} */ (
      new Promise((resolve) => (this.end = resolve))
    );
    await this.player.send({
      ask: "go",
      player: "belle",
      options: [
        ["Generation", year],
        ["Pace", "authentic"],
      ],
      fen: start,
      moves: uci,
      seconds: SECONDS,
    });
    return ended;
  }
}
