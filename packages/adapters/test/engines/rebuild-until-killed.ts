// Run as a child by elastic-rebuild.test.ts: says when a part of the rebuild is in the new index, then waits in the
// middle of it to be killed.
import { openElasticIndex } from '@numscope/adapters/elastic';
import { createLogger } from '@numscope/platform';
import { buildDocuments } from './elastic-scope.ts';

const [url, prefix] = process.argv.slice(2);
if (!url || !prefix) throw new Error('needs the address of the cluster and the prefix of the indices');
const index = await openElasticIndex({ url, prefix, log: createLogger('child', 'silent') });
await index.rebuild(
  (async function* () {
    yield buildDocuments(0, 100);
    process.send?.('half');
    await new Promise<never>(() => setInterval(() => undefined, 60_000));
  })(),
);
