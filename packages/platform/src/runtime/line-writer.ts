import { write as writeTo, writeSync } from 'node:fs';

/** Characters of lines that may wait to be written; further lines are dropped. */
const MOST_WAITING = 16 * 1024 * 1024;
const PIECE = 64 * 1024;
/** Until whoever reads a pipe that is full is tried again, and a disk without room. */
const BUSY_PAUSE_MS = 20;
const FAULT_PAUSE_MS = 1000;
/** An end waits no longer than this for the last lines. */
const LAST_LINES_MS = 2000;

const isBusy = ({ code }: NodeJS.ErrnoException): boolean => code === 'EAGAIN' || code === 'EBUSY';

const sleep = (ms: number): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

/** What is told of a `LineWriter` that cannot go on. */
export interface LineWriterEvents {
  /** Nothing can be written, by a full disk for one; told once until something can be again. It goes on trying. */
  failing?(error: Error): void;
  /** Called with the number of dropped lines, once there is room again. */
  lost?(lines: number): void;
  /** Nobody will ever read it: a pipe whose reader is gone. Nothing more is written. */
  unread?(): void;
}

/** Those that have something to write. */
const unwritten = new Set<LineWriter>();
let isExitHeard = false;

/** One listener for all: whoever begins writers without end would have the system warn of so many. */
function hearExit(): void {
  if (isExitHeard) return;
  isExitHeard = true;
  process.on('exit', () => {
    for (const writer of unwritten) writer.writeLast();
  });
}

/**
 * Node.js opens its streams of standard output and standard error when they are first named, and makes a pipe answer at
 * once then, also where it is full. Until then a write waits in a thread for as long as the reader rests, and the end of
 * the process waits for that thread.
 */
function neverWait(fd: number): void {
  if (fd === 1) void process.stdout;
  if (fd === 2) void process.stderr;
}

/**
 * Writes lines one after the other to an open file, to standard output or to standard error, and never stands in the way
 * of who writes them: not while the reader of a pipe rests, nor while a disk is full. Lines wait meanwhile, up to a
 * bound. The end of the process waits for them two seconds at most.
 */
export class LineWriter {
  readonly #fd: number;
  readonly #events: LineWriterEvents;
  /** Lines that wait, some in one piece. */
  #pieces: string[] = [];
  #waiting = 0;
  /** Taken from those, and not wholly written. */
  #taken: Buffer | null = null;
  #isWriting = false;
  #isFailing = false;
  #isUnread = false;
  #lost = 0;
  #whenWritten: Array<() => void> = [];

  constructor(fd: number, events: LineWriterEvents = {}) {
    this.#fd = fd;
    this.#events = events;
    neverWait(fd);
  }

  /** @param line with its end */
  write(line: string): void {
    if (this.#isUnread) return;
    if (this.#waiting + line.length > MOST_WAITING) {
      this.#lost += 1;
      return;
    }
    const last = this.#pieces.length - 1;
    const piece = this.#pieces[last];
    if (piece === undefined || piece.length > PIECE) this.#pieces.push(line);
    else this.#pieces[last] = piece + line;
    this.#waiting += line.length;
    if (this.#taken !== null) return;
    hearExit();
    unwritten.add(this);
    this.#next();
  }

  /** Calls back when all so far is written, or cannot be, or has not been for two seconds. */
  flush(done: () => void): void {
    if (this.#taken === null || this.#isFailing) return done();
    const timer = setTimeout(() => end(), LAST_LINES_MS);
    const end = (): void => {
      clearTimeout(timer);
      this.#whenWritten = this.#whenWritten.filter((each) => each !== end);
      done();
    };
    this.#whenWritten.push(end);
  }

  /**
   * At the end of the process, where nothing is called back any more. What a thread has in its hands then may reach a full
   * pipe in part or not at all, and nobody is told: who must not lose it calls `flush` first.
   */
  writeLast(): void {
    const until = performance.now() + LAST_LINES_MS;
    let rest = this.#isWriting ? this.#takeBehindCut() : this.#taken;
    for (;;) {
      rest = rest !== null && rest.length > 0 ? rest : this.#take();
      if (rest === null) return;
      try {
        rest = rest.subarray(writeSync(this.#fd, rest));
      } catch (error) {
        if (!(error instanceof Error) || !isBusy(error) || performance.now() > until) return;
        sleep(BUSY_PAUSE_MS);
      }
    }
  }

  /** Takes what waits with an end of line before it, so that it stands behind no half of another line. */
  #takeBehindCut(): Buffer | null {
    const next = this.#take();
    return next && Buffer.concat([Buffer.from('\n'), next]);
  }

  /** Takes what waits. */
  #take(): Buffer | null {
    const piece = this.#pieces.shift();
    if (piece === undefined) return null;
    this.#waiting -= piece.length;
    return Buffer.from(piece);
  }

  #next(): void {
    this.#taken ??= this.#take();
    if (this.#taken === null) {
      unwritten.delete(this);
      return this.#endWaits();
    }
    this.#isWriting = true;
    writeTo(this.#fd, this.#taken, (error, count) => {
      this.#isWriting = false;
      if (error) this.#refused(error);
      else this.#wrote(count);
    });
  }

  #wrote(count: number): void {
    this.#isFailing = false;
    const rest = this.#taken?.subarray(count);
    this.#taken = rest && rest.length > 0 ? rest : null;
    if (this.#taken === null) this.#tellLost();
    // What tells of those may have begun the next.
    if (!this.#isWriting) this.#next();
  }

  #tellLost(): void {
    // What tells of them needs room itself.
    if (this.#lost === 0 || this.#waiting > MOST_WAITING / 2) return;
    const lost = this.#lost;
    this.#lost = 0;
    this.#events.lost?.(lost);
  }

  #refused(error: NodeJS.ErrnoException): void {
    if (error.code === 'EPIPE') return this.#abandon();
    if (isBusy(error)) {
      setTimeout(() => this.#next(), BUSY_PAUSE_MS);
      return;
    }
    // What it shall tell nobody can read now does not keep a process that has nothing else to do.
    setTimeout(() => this.#next(), FAULT_PAUSE_MS).unref();
    this.#endWaits();
    if (this.#isFailing) return;
    this.#isFailing = true;
    this.#events.failing?.(error);
  }

  #abandon(): void {
    this.#isUnread = true;
    this.#taken = null;
    this.#pieces = [];
    this.#waiting = 0;
    unwritten.delete(this);
    this.#endWaits();
    this.#events.unread?.();
  }

  #endWaits(): void {
    for (const end of this.#whenWritten) end();
  }
}
