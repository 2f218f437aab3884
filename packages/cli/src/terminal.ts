/** Where a command writes; a terminal has `isTTY`. */
export interface Sink {
  write(text: string | Uint8Array): boolean;
  once(event: 'drain', listener: () => void): unknown;
  isTTY?: boolean;
}

/** What a command runs in. */
export interface Surroundings {
  env: NodeJS.ProcessEnv;
  out: Sink;
  err: Sink;
  /** For how long, in milliseconds, a server that is waited for may be away; two minutes unless said. */
  awayMs?: number;
}

/** It was asked wrongly: nothing was done, and the exit code is 2. */
export class UsageError extends Error {}

/** A script of the repository ended so, and has said why itself. */
export class ScriptEnded extends Error {
  /** What it means is told by the script: 2 where it was asked wrongly, as here. */
  readonly code: number;

  constructor(code: number) {
    super(`the script ended with ${code}`);
    this.code = code;
  }
}

/** It was refused or failed: the exit code is 1. */
export class FailedError extends Error {}

/**
 * What sources and people wrote, without what a terminal would take for an order: to go up a line, to clear it, to be
 * called otherwise.
 */
export const plain = (text: string): string => text.replaceAll(/[^\P{Cc}\n]/gu, ' ');

/** Writes answers to `out`, as JSON a line each with `--json`, and what is only for people to `err`. */
export class Printer {
  readonly #surroundings: Surroundings;
  readonly isJson: boolean;
  #isLineOpen = false;

  constructor(surroundings: Surroundings, isJson: boolean) {
    this.#surroundings = surroundings;
    this.isJson = isJson;
  }

  /** An answer: `value` for programs, `lines` for people. */
  answer(value: unknown, lines: () => readonly string[]): void {
    this.endProgress();
    const text = this.isJson ? JSON.stringify(value) : plain(lines().map(onOneLine).join('\n'));
    if (text !== '') this.#surroundings.out.write(`${text}\n`);
  }

  /** Bytes as they are; resolves when more may be written. */
  async bytes(chunk: Uint8Array): Promise<void> {
    const { out } = this.#surroundings;
    if (!out.write(chunk)) await new Promise<void>((resolve) => out.once('drain', resolve));
  }

  /** Something a person should know, beside the answer. */
  note(text: string): void {
    this.endProgress();
    this.#surroundings.err.write(`${plain(text)}\n`);
  }

  /** How far something is, on one line of a terminal; elsewhere nothing, because lines would fill a log. */
  progress(part: number, text: string): void {
    const { err } = this.#surroundings;
    if (err.isTTY !== true || this.isJson) return;
    const filled = Math.round(Math.min(1, Math.max(0, part)) * BAR);
    err.write(`\r\x1b[2K[${'#'.repeat(filled)}${'.'.repeat(BAR - filled)}] ${plain(onOneLine(text))}`);
    this.#isLineOpen = true;
  }

  endProgress(): void {
    if (this.#isLineOpen) this.#surroundings.err.write('\n');
    this.#isLineOpen = false;
  }
}

const BAR = 30;

const onOneLine = (text: string): string => text.replaceAll('\n', ' ');

/** Columns that line up. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_cell, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
