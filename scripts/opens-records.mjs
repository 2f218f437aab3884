// Which tests of the services are about records: only these are worth running a second time on the records of the
// distributed way. For jest's configuration, which is no TypeScript.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** How a test, or what it imports, asks for records (`packages/testing/src/test-records.ts`). */
const ASKS = /openTestRecords|testDatabase|onMongo|NUMSCOPE_TEST_STORE/;
const NAMED = /(?:from|import\(|new URL\()\s*'(\.[^']+\.ts)'/g;

/**
 * These open records only to have the service around them. What is kept, and how, is the subject of the files beside:
 * of faces compare-index, erased-pictures, other-model and search; of answers lookup, http-pages, http-polling, refusals.
 */
const NOT_ABOUT_RECORDS = [
  // What the models and the library of pictures make of a picture.
  ...['faces', 'hostile-pictures', 'prepare-picture'].map((name) => `services/images/test/${name}.test.ts`),
  // Of one process, and so on SQLite always; engines/killed-face-detection is the same of several on MongoDB.
  'services/images/test/killed-face-detection.test.ts',
  // How a provider is asked, and what is read from its answer.
  ...[
    'answer-bytes',
    'client-certificate',
    'dataset',
    'elasticsearch-source',
    'face-providers',
    'failure-kinds',
    'http-auth',
    'http-batches',
    'http-formats',
    'http-photos',
    'http-source',
    'secret-mask',
    'sql-source',
  ].map((name) => `services/sources/test/${name}.test.ts`),
  // How many passwords are hashed at once.
  'services/users/test/hash-lanes.test.ts',
];

function asks(file, seen) {
  if (seen.has(file) || !existsSync(file)) return false;
  seen.add(file);
  const text = readFileSync(file, 'utf8');
  return ASKS.test(text) || [...text.matchAll(NAMED)].some(([, name]) => asks(resolve(dirname(file), name), seen));
}

/** Files of tests in `services/`, from the repository's folder, that are about the records that they open, themselves or by a helper beside them. */
export function testsThatOpenRecords(root) {
  const found = globSync('services/*/test/*.test.ts', { cwd: root }).filter((file) =>
    asks(resolve(root, file), new Set()),
  );
  const gone = NOT_ABOUT_RECORDS.filter((file) => !found.includes(file));
  if (gone.length > 0) throw new Error(`scripts/opens-records.mjs names what opens no records: ${gone.join(', ')}`);
  return found.filter((file) => !NOT_ABOUT_RECORDS.includes(file));
}
