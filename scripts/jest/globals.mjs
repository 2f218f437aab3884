// What a test file gets for `@jest/globals`. A file and its helpers have a copy of their own (`modules.mjs`), so that what
// fails is shown where it stands there; modules that several files share forward to the framework of the one that runs.
export { jest } from './mocks.mjs';

const current = (name) =>
  new Proxy(() => {}, {
    apply: (_, self, given) => Reflect.apply(globalThis[name], self, given),
    get: (_, key) => globalThis[name][key],
  });
const isOfOneFile = new URL(import.meta.url).search !== '';

export const [afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test] = [
  'afterAll',
  'afterEach',
  'beforeAll',
  'beforeEach',
  'describe',
  'expect',
  'it',
  'test',
].map((name) => (isOfOneFile ? globalThis[name] : current(name)));
