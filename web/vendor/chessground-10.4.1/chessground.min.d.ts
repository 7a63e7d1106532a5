// What the page uses of chessground's interface.

/** An arrow. */
export interface Arrow {
  orig: string;
  dest?: string;
  brush: string;
}

type Color = "white" | "black";

/** What is set at the beginning or later; what is left out stays. */
export interface Config {
  fen?: string;
  turnColor?: Color;
  check?: boolean;
  lastMove?: string[];
  animation?: { duration: number };
  movable?: {
    color?: Color;
    free?: boolean;
    dests?: Map<string, string[]>;
    events?: { after: (from: string, to: string) => void };
  };
  premovable?: { enabled: boolean };
  drawable?: { enabled: boolean };
}

/** A chessboard. */
export interface Ground {
  set(config: Config): void;
  setAutoShapes(shapes: Arrow[]): void;
  playPremove(): boolean;
  cancelPremove(): void;
  toggleOrientation(): void;
  state: {
    dom: {
      /** Draws at once what is otherwise drawn at the next frame. */
      redrawNow(): void;
      /** Where the board stands on the screen, which is kept until it is cleared. */
      bounds: { clear(): void };
    };
  };
}

export function Chessground(place: HTMLElement, config: Config): Ground;
