// Runs test files for jest, each in a Node.js process of its own. Jest's own runner loads every module anew in a VM
// context for each file, which took more of the processor than most tests: Node.js takes types away by itself, keeps
// what it compiled, and files share even less.
import { fork } from 'node:child_process';
import pLimit from 'p-limit';

const program = new URL('run-file.mjs', import.meta.url);

/**
 * Runs one file; its output is kept until its end, so that files do not mix. Rejects when it ends without results.
 * @param onQuestion is given what the file asks of this process, and the file's process to answer
 */
function runFile(order, onQuestion) {
  return new Promise((resolve, reject) => {
    const child = fork(program, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'], execArgv: ['--no-warnings'] });
    const output = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => output.push(piece));
    let answer = {};
    child.on('message', (message) => {
      if (message.question === undefined) answer = message;
      else onQuestion(message.question, child);
    });
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      process.stdout.write(Buffer.concat(output));
      if (answer.result) resolve(answer.result);
      else
        reject(
          answer.error ?? { message: `The file's process ended before its tests did: ${signal ?? code}`, stack: '' },
        );
    });
    child.send(order);
  });
}

export default class {
  supportsEventEmitters = false;
  #globalConfig;

  constructor(globalConfig) {
    this.#globalConfig = globalConfig;
  }

  /** For a runner whose files share something. */
  onQuestion() {}

  async runTests(tests, watcher, onStart, onResult, onFailure, { serial }) {
    const limit = pLimit(serial ? 1 : this.#globalConfig.maxWorkers);
    const run = async (test) => {
      if (watcher.isInterrupted()) return;
      await onStart(test);
      const order = { globalConfig: this.#globalConfig, config: test.context.config, path: test.path };
      await runFile(order, this.onQuestion).then(
        (result) => onResult(test, result),
        (error) => onFailure(test, error),
      );
    };
    await Promise.all(tests.map((test) => limit(run, test)));
  }
}
