import { fork } from 'node:child_process';

const program = new URL('run-files.mjs', import.meta.url);
/** A process that took more than this, in bytes, is replaced by a new one. */
const MAX_MEMORY = 900 * 2 ** 20;

/** A process that runs test files, one at a time. */
export class FileProcess {
  #child;
  #output = [];
  /** Files that it ran already. */
  #ran = [];
  #answer;
  #ended;
  /** Whether it can take another file. */
  isFit = true;

  /** @param onQuestion is given what a file asks of this process, and the file's process to answer */
  constructor(onQuestion) {
    const child = fork(program, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'], execArgv: ['--no-warnings'] });
    this.#child = child;
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => this.#output.push(piece));
    child.on('message', (message) => {
      if (message.question === undefined) this.#answer?.(message);
      else onQuestion(message.question, child);
    });
    this.#ended = new Promise((resolve) => {
      child.on('error', (error) => resolve(String(error)));
      child.on('exit', (code, signal) => resolve(signal ?? code));
    });
  }

  /** Runs one file; its output is kept until its end, so that files do not mix. Rejects when it ends without results. */
  async run(order) {
    const answered = new Promise((resolve) => (this.#answer = resolve));
    this.#child.send(order, () => {});
    const answer = await Promise.race([
      answered,
      this.#ended.then((how) => ({
        error: { message: `The file's process ended before its tests did: ${how}`, stack: '' },
      })),
    ]);
    const { result, left, memory } = answer;
    const isFine = result !== undefined && result.numFailingTests === 0 && !result.testExecError;
    this.isFit = isFine && left.length === 0 && memory < MAX_MEMORY;
    if (process.env.NUMSCOPE_TEST_LEFTOVERS && left?.length > 0)
      this.#output.push(`${order.path} left ${left.join(', ')}\n`);
    if (!isFine && this.#ran.length > 0) this.#output.push(`It ran in one process after ${this.#ran.join(', ')}\n`);
    this.#ran.push(order.path);
    if (!this.isFit) await this.end();
    process.stdout.write(this.#output.splice(0).join(''));
    if (result) return result;
    throw answer.error;
  }

  /** Ends it, whatever still runs in it. */
  async end() {
    this.isFit = false;
    if (this.#child.connected) this.#child.disconnect();
    await this.#ended;
  }
}
