import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { reasonOf } from '../../packages/platform/src/errors.ts';
import { root } from '../steps.ts';
import type { PlannedProcess } from './plan.ts';

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 10_000;
/** A process that ran this long is restarted without the pause that grows with each early death. */
const WELL_MS = 30_000;
const PATIENCE_MS = 30_000;

/** Where lines go that are said of processes, or by them. */
export interface Terminal {
  out: { write(line: string): void };
  err: { write(line: string): void };
  /** Of the column with the process's name before each line, in characters. */
  width: number;
}

/** One process that is begun again whenever it dies, until it is told to end. */
export class KeptProcess {
  readonly plan: PlannedProcess;
  readonly #pidFile: string;
  readonly #terminal: Terminal;
  #child: ChildProcess | undefined;
  #timer: NodeJS.Timeout | undefined;
  #pause = FIRST_PAUSE_MS;
  #ending = false;
  #listens = false;

  /** @param pidFile for people, and for scripts that end one */
  constructor(plan: PlannedProcess, pidFile: string, terminal: Terminal) {
    this.plan = plan;
    this.#pidFile = pidFile;
    this.#terminal = terminal;
  }

  /** Whether it has said that it listens, so that it is worth asking. */
  get listens(): boolean {
    return this.#listens;
  }

  begin(): void {
    const begun = performance.now();
    let child: ChildProcess;
    try {
      child = this.#spawn();
    } catch (error) {
      return this.#beginAgain(reasonOf(error), 0);
    }
    this.#child = child;
    this.#changePidFile(() => child.pid !== undefined && writeFileSync(this.#pidFile, `${child.pid}\n`));
    this.#pass(child.stdout, this.#terminal.out);
    this.#pass(child.stderr, this.#terminal.err);
    child.once('message', () => (this.#listens = true));
    let isOver = false;
    const over = (how: string): void => {
      if (isOver) return;
      isOver = true;
      this.#child = undefined;
      this.#listens = false;
      this.#changePidFile(() => rmSync(this.#pidFile, { force: true }));
      if (!this.#ending) this.#beginAgain(how, performance.now() - begun);
    };
    // No other event may come of a process that the system could not start.
    child.on('error', (error) => child.pid === undefined && over(reasonOf(error)));
    child.once('close', (code, signal) => over(signal ?? `code ${code}`));
  }

  /** @throws Error when the system gives no more processes or memory */
  #spawn(): ChildProcess {
    return spawn(process.execPath, [this.plan.main], {
      cwd: root,
      env: { ...process.env, ...this.plan.env },
      // By the IPC channel it says that it listens, and notices when this process dies.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      // A process group of its own: Ctrl-C reaches this process alone, which ends the others in order.
      detached: true,
    });
  }

  /** Resolves when it has ended: by itself within half a minute, else by force. */
  async end(): Promise<void> {
    this.#ending = true;
    clearTimeout(this.#timer);
    const child = this.#child;
    if (!child) return;
    const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
    const force = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
    child.kill('SIGTERM');
    await closed;
    clearTimeout(force);
  }

  /** Why it is not ready, for an operator; null: it says that everything it needs is there. */
  async notReady(): Promise<string | null> {
    try {
      const answer = await fetch(`${this.plan.url}/readyz`, { signal: AbortSignal.timeout(4000) });
      return answer.ok ? null : `${this.plan.label} says ${await answer.text()}`;
    } catch (error) {
      return `${this.plan.label} does not answer yet (${reasonOf(error)})`;
    }
  }

  /** A disk without room, or a folder that somebody removed, ends none of the processes. */
  #changePidFile(change: () => void): void {
    try {
      change();
    } catch (error) {
      this.#terminal.err.write(`The number of ${this.plan.label} in the system cannot be kept: ${reasonOf(error)}\n`);
    }
  }

  #beginAgain(how: string, livedMs: number): void {
    if (livedMs > WELL_MS) this.#pause = FIRST_PAUSE_MS;
    this.#terminal.err.write(`${this.plan.label} ended (${how}); it is begun again in ${this.#pause / 1000} s\n`);
    this.#timer = setTimeout(() => this.begin(), this.#pause);
    this.#pause = Math.min(LONGEST_PAUSE_MS, this.#pause * 2);
  }

  #pass(from: Readable | null, to: Terminal['out']): void {
    if (!from) return;
    const name = this.plan.label.padEnd(this.#terminal.width);
    createInterface({ input: from }).on('line', (line) => to.write(`${name} | ${line}\n`));
  }
}
