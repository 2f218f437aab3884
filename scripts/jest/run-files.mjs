// A process that runs test files, one after the other: jest's test framework on the modules of Node.js.
import { createRequire, flushCompileCache } from 'node:module';
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import circus from 'jest-circus/runner';
import { putBackMocks } from './mocks.mjs';
import './modules.mjs';
import { keepRunning } from './leftovers.mjs';
import { keepState } from './process-state.mjs';

const require = createRequire(import.meta.url);
const BEAT_MS = 2000;
const HANDLERS = Symbol.for('EVENT_HANDLERS');

/** The framework's own module holds what a file declares, so each file gets it anew. */
function framework(path) {
  delete require.cache[path];
  delete globalThis[HANDLERS];
  return require(path);
}

/**
 * What the framework asks of jest's own modules.
 * @param kind whether the file has a `page`; by that and its name modules are loaded for it alone (`modules.mjs`)
 */
const modulesOf = (kind) => ({
  requireInternalModule: framework,
  requireModule: require,
  setGlobalsForRuntime: () => {},
  unstable_shouldLoadAsEsm: () => true,
  unstable_importModule: (path) => import(`${pathToFileURL(path).href}?${kind}=${basename(path)}`),
  enterTestCode: () => {},
  leaveTestCode: () => {},
});

/** Fails the file with what is thrown while none of its tests runs any more. */
async function untilNothingIsLeft(leftovers) {
  let fail;
  const failed = new Promise((_, reject) => (fail = reject));
  const events = ['uncaughtException', 'unhandledRejection'];
  for (const event of events) process.on(event, fail);
  try {
    return await Promise.race([leftovers(), failed]);
  } finally {
    for (const event of events) process.off(event, fail);
  }
}

async function run({ globalConfig, config, path, hasPage }) {
  const putBackState = keepState();
  const leftovers = keepRunning();
  const start = Date.now();
  const modules = modulesOf(hasPage ? 'page' : 'of');
  const result = await circus.default(globalConfig, config, { global: globalThis }, modules, path);
  putBackMocks();
  const end = Date.now();
  const left = await untilNothingIsLeft(leftovers);
  putBackState();
  // Threads and other processes need not take the types away once more, and this one ends much later.
  flushCompileCache();
  const runtime = end - start;
  const slow = runtime / 1000 > config.slowTestThreshold;
  const tests = result.numPassingTests + result.numFailingTests + result.numPendingTests + result.numTodoTests;
  return {
    result: {
      ...result,
      perfStats: { ...result.perfStats, start, end, runtime, slow },
      skipped: tests === result.numPendingTests,
      testFilePath: path,
    },
    left,
    memory: process.memoryUsage.rss(),
  };
}

Error.stackTraceLimit = 100;
// Tells that it is not stuck; the timer is begun before any file puts another clock in the place of this one.
setInterval(() => process.connected && process.send({ beat: true }, () => {}), BEAT_MS).unref();
// Whoever asked for it has ended, or needs it no more. A test that failed may have left a connection open.
process.on('disconnect', () => process.exit());
process.on('message', (order) => {
  if (order.path === undefined) return;
  run(order)
    .catch((error) => ({ error: { message: String(error?.message ?? error), stack: String(error?.stack ?? error) } }))
    .then((answer) => process.send(answer));
});
