// Which tests of the services open records: only these are worth running a second time on the records of the
// distributed way. For jest's configuration, which is no TypeScript.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** How a test, or what it imports, asks for records (`packages/testing/src/test-records.ts`). */
const ASKS = /openTestRecords|testDatabase|onMongo|NUMSCOPE_TEST_STORE/;
const NAMED = /(?:from|import\(|new URL\()\s*'(\.[^']+\.ts)'/g;

function asks(file, seen) {
  if (seen.has(file) || !existsSync(file)) return false;
  seen.add(file);
  const text = readFileSync(file, 'utf8');
  return ASKS.test(text) || [...text.matchAll(NAMED)].some(([, name]) => asks(resolve(dirname(file), name), seen));
}

/** Files of tests in `services/`, from the repository's folder, that open records themselves or by a helper beside them. */
export const testsThatOpenRecords = (root) =>
  globSync('services/*/test/*.test.ts', { cwd: root }).filter((file) => asks(resolve(root, file), new Set()));
