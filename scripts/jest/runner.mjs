// Runs test files for jest. Jest's own runner loads every module anew in a VM context for each file, which took more of
// the processor than most tests: Node.js takes types away by itself and keeps what it compiled. Files of one folder
// follow each other in one process, where what they import is loaded and warm.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { FileProcess } from './file-process.mjs';

/** Tests of the console. */
const OF_CONSOLE = /\/(?:frontends\/[^/]+|packages\/ui)\/test\//;
/** What a test makes for itself that needs a page. */
const PAGE = /\b(?:window|localStorage|sessionStorage)\b/;
/** A helper beside the tests, or beside those of another folder. */
const HELPER = /\b(?:from|import) '(\.\/[^']+|\.[^']*\/test\/[^']+)'/g;
/** In its first comment a file says so, and why. */
const ALONE = /@alone\b/;

/** A helper that changes a package before anything takes it says so in a comment. */
const FIRST = /@first\b/;

/** Whether this is said in it or in a helper of it. */
function says(what, path, seen = new Set()) {
  if (seen.has(path) || !existsSync(path)) return false;
  seen.add(path);
  const text = readFileSync(path, 'utf8');
  const helpers = [...text.matchAll(HELPER)].map(([, name]) => resolve(dirname(path), name));
  return what.test(text) || helpers.some((helper) => says(what, helper, seen));
}

const isAlone = (path) => ALONE.test(/^\s*\/\*[^]*?\*\//.exec(readFileSync(path, 'utf8'))?.[0] ?? '');

/** Modules of the console keep what a page keeps, its language and who is signed in: where there is a page, each file has them anew. */
const hasPage = (path) => OF_CONSOLE.test(path) && says(PAGE, path);

export default class {
  supportsEventEmitters = false;
  #globalConfig;

  constructor(globalConfig) {
    this.#globalConfig = globalConfig;
  }

  /** For a runner whose files share something. */
  onQuestion() {}

  /** Files of the same group follow each other in one process. */
  groupOf(path) {
    if (isAlone(path)) return path;
    if (!hasPage(path)) return dirname(path);
    return `${dirname(path)} with a page${says(FIRST, path) ? ' and a package changed' : ''}`;
  }

  async runTests(tests, watcher, onStart, onResult, onFailure, { serial }) {
    const groups = Map.groupBy(tests, ({ path }) => this.groupOf(path));
    const taken = new Set();
    /** The group with most files left, at best one that no other process is at. */
    const nextGroup = () =>
      [...groups.keys()]
        .filter((name) => groups.get(name).length > 0)
        .toSorted((a, b) => taken.has(a) - taken.has(b) || groups.get(b).length - groups.get(a).length)[0];

    const runGroup = async (name) => {
      taken.add(name);
      const left = groups.get(name);
      let files = new FileProcess(this.onQuestion);
      for (let test = left.shift(); test && !watcher.isInterrupted(); test = left.shift()) {
        if (!files.isFit) files = new FileProcess(this.onQuestion);
        await onStart(test);
        const { path } = test;
        const order = { globalConfig: this.#globalConfig, config: test.context.config, path, hasPage: hasPage(path) };
        await files.run(order).then(
          (result) => onResult(test, result),
          (error) => onFailure(test, error),
        );
      }
      await files.end();
    };
    const work = async () => {
      for (let name = nextGroup(); name && !watcher.isInterrupted(); name = nextGroup()) await runGroup(name);
    };
    await Promise.all(Array.from({ length: serial ? 1 : this.#globalConfig.maxWorkers }, work));
  }
}
