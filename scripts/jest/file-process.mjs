import { fork } from 'node:child_process';
import { whereStuck } from './where-stuck.mjs';

const program = new URL('run-files.mjs', import.meta.url);
/** A process that took more than this, in bytes, is replaced by a new one. */
const MAX_MEMORY = 900 * 2 ** 20;
/** A process that did not wait for anything in so long is stuck in a loop, where the limit of a test cannot end it. */
const STUCK_MS = Number(process.env.NUMSCOPE_TEST_STUCK_MS ?? 600_000);
/** And so long no process takes to end. */
const END_MS = Math.min(60_000, STUCK_MS);

/** Jest keeps what goes to the standard output for a moment, and ends without what came in its last one. */
const write = (text) => process.stderr.write(text);

/** A process that runs test files, one at a time. */
export class FileProcess {
  #child;
  #output = [];
  /** Files that it ran, and the one that it is at. */
  #ran = [];
  #answer;
  #ended;
  #stuckTimer;
  /** Why it was killed, if it was. */
  #stuck = '';
  /** Whether it can take another file. */
  isFit = true;

  /** @param onQuestion is given what a file asks of this process, and the file's process to answer */
  constructor(onQuestion) {
    const execArgv = ['--no-warnings', '--inspect-port=0'];
    const child = fork(program, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'], execArgv });
    this.#child = child;
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => this.#output.push(piece));
    child.on('message', (message) => {
      if (message.beat) this.#stuckTimer?.refresh();
      else if (message.question === undefined) this.#answer?.(message);
      else onQuestion(message.question, child);
    });
    this.#ended = new Promise((resolve) => {
      child.on('error', (error) => resolve(String(error)));
      child.on('exit', (code, signal) => resolve(signal ?? code));
    });
  }

  /** Runs one file; its output is kept until its end, so that files do not mix. Rejects when it ends without results. */
  async run(order) {
    this.#ran.push(order.path);
    const answered = new Promise((resolve) => (this.#answer = resolve));
    this.#child.send(order, () => {});
    this.#stuckTimer = setTimeout(() => this.#kill(`waited for nothing in ${STUCK_MS / 1000} seconds`), STUCK_MS);
    const answer = await Promise.race([
      answered,
      this.#ended.then((how) => ({
        error: { message: `The file's process ended before its tests did: ${how}${this.#stuck}`, stack: '' },
      })),
    ]);
    clearTimeout(this.#stuckTimer);
    const { result, left, memory } = answer;
    const isFine = result !== undefined && result.numFailingTests === 0 && !result.testExecError;
    this.isFit = isFine && left.length === 0 && memory < MAX_MEMORY;
    if (process.env.NUMSCOPE_TEST_LEFTOVERS && left?.length > 0)
      this.#output.push(`${order.path} left ${left.join(', ')}\n`);
    if (!isFine && this.#ran.length > 1)
      this.#output.push(`It ran in one process after ${this.#ran.slice(0, -1).join(', ')}\n`);
    if (!this.isFit) await this.end();
    write(this.#output.splice(0).join(''));
    if (result) return result;
    throw answer.error;
  }

  /** Ends it, whatever still runs in it. */
  async end() {
    this.isFit = false;
    if (this.#child.connected) this.#child.disconnect();
    const stuck = setTimeout(() => this.#kill(`did not end in ${END_MS / 1000} seconds`), END_MS);
    await this.#ended;
    clearTimeout(stuck);
  }

  /** Ends a process that is stuck, and tells where: a suite that waited for it would tell nothing at all. */
  async #kill(why) {
    const where = await whereStuck(this.#child).catch((error) => `Where is not known: ${error.message}`);
    this.#stuck = `, as it ${why}. ${where}`;
    write(`The process of ${this.#ran.at(-1)} is killed${this.#stuck}\n`);
    this.#child.kill('SIGKILL');
  }
}
