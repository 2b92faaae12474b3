import { stripVTControlCharacters } from 'node:util';
import { harmlessText, mark, paint } from './paint.ts';
import { cut, wrap } from './wrap.ts';

const GUTTER = 3;
const WIDEST = 100;
const CLEAR_LINE = '\r\u001b[K';
const FRAMES = ['·  ', '·· ', '···'] as const;

/** Where everything is written that is not a prompt. */
export interface Screen {
  /** How many letters a line has, beside the gutter. */
  readonly width: number;
  /** What belongs together begins with this; a note goes beside the title, or below it. */
  heading(symbol: string, title: string, note?: string): void;
  /** Whole lines behind the gutter, wrapped. */
  lines(text: string, style?: (line: string) => string): void;
  /** A line that is painted already, and fits. */
  row(painted: string): void;
  /** Text as it comes: a word is written as soon as it is complete. */
  say(piece: string): void;
  /** Ends what was said, and the waiting. */
  stop(): void;
  /** Shows that something is on its way, until something is written. */
  wait(): void;
}

/** Makes the screen of a terminal, a file or a pipe. */
export function createScreen(out: NodeJS.WriteStream): Screen {
  let column = 0;
  let unfinished = '';
  let ticking: NodeJS.Timeout | undefined;

  const width = (): number => Math.min(out.columns ?? 80, WIDEST) - GUTTER;

  function write(text: string): void {
    if (ticking) {
      clearInterval(ticking);
      ticking = undefined;
      out.write(CLEAR_LINE);
    }
    out.write(text);
  }

  function place(word: string): void {
    for (const piece of cut(word, width())) {
      const fits = column > 0 && column + 1 + piece.length <= width();
      if (column > 0 && !fits) write('\n');
      write(fits ? ` ${piece}` : `${mark.bar}  ${piece}`);
      column = fits ? column + 1 + piece.length : piece.length;
    }
  }

  function breakLine(): void {
    write(column > 0 ? '\n' : `${mark.bar}\n`);
    column = 0;
  }

  function stop(): void {
    if (unfinished !== '') place(unfinished);
    if (column > 0) breakLine();
    unfinished = '';
    write('');
  }

  function lines(text: string, style = paint.plain): void {
    stop();
    for (const line of wrap(harmlessText(text), width())) write(`${mark.bar}  ${style(line)}\n`);
  }

  return {
    get width() {
      return width();
    },
    heading(symbol, title, note = '') {
      stop();
      const length = stripVTControlCharacters(title).length;
      const beside = note !== '' && length + 2 + note.length <= width();
      const rest = beside ? `  ${paint.quiet(note)}` : '';
      write(`${mark.bar}\n${symbol}  ${title}${rest}\n`);
      if (note !== '' && !beside) lines(note, paint.quiet);
    },
    lines,
    row(painted) {
      stop();
      write(`${mark.bar}  ${painted}\n`);
    },
    say(piece) {
      const tokens = (unfinished + harmlessText(piece)).split(/(\s+)/);
      unfinished = tokens.pop() ?? '';
      for (const token of tokens) {
        if (token.trim() !== '') place(token);
        else for (const _ of token.matchAll(/\n/g)) breakLine();
      }
    },
    stop,
    wait() {
      if (!out.isTTY || ticking) return;
      stop();
      let frame = 0;
      const tick = (): void => {
        out.write(`\r${mark.bar}  ${paint.quiet(FRAMES[frame++ % FRAMES.length] ?? '')}`);
      };
      tick();
      ticking = setInterval(tick, 250);
    },
  };
}
