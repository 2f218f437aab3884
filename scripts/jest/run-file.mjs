// The process of one test file: jest's test framework on the modules of Node.js.
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import circus from 'jest-circus/runner';
import './modules.mjs';

const require = createRequire(import.meta.url);
/** What the framework asks of jest's own modules. */
const modules = {
  requireInternalModule: require,
  requireModule: require,
  setGlobalsForRuntime: () => {},
  unstable_shouldLoadAsEsm: () => true,
  unstable_importModule: (path) => import(pathToFileURL(path).href),
  enterTestCode: () => {},
  leaveTestCode: () => {},
};

async function run({ globalConfig, config, path }) {
  const start = Date.now();
  const result = await circus.default(globalConfig, config, { global: globalThis }, modules, path);
  const end = Date.now();
  const runtime = end - start;
  const slow = runtime / 1000 > config.slowTestThreshold;
  const tests = result.numPassingTests + result.numFailingTests + result.numPendingTests + result.numTodoTests;
  return {
    ...result,
    perfStats: { ...result.perfStats, start, end, runtime, slow },
    skipped: tests === result.numPendingTests,
    testFilePath: path,
  };
}

Error.stackTraceLimit = 100;
// Whoever asked for it has ended.
process.once('disconnect', () => process.exit(1));
process.once('message', (order) => {
  run(order)
    .then(
      (result) => ({ result }),
      (error) => ({ error: { message: String(error?.message ?? error), stack: String(error?.stack ?? error) } }),
    )
    // A test that failed may leave a connection open.
    .then((answer) => process.send(answer, () => process.exit()));
});
