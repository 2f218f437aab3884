// Makes the search index anew from the profiles, beside the running services: `npm run rebuild-index`, or `node
// service/src/rebuild.ts` within an image, with STORE_URL and SEARCH_URL as the services have them. Stopped or killed, it leaves the index as it was.
import { distributedSettings, openIndex, openRecords, say } from '@numscope/mains';
import { createLogger, onEndSignal, reasonOf } from '@numscope/platform';
import { rebuildIndex } from './commands/rebuild-index.ts';
import { declareIndexes } from './store/mongo/indexes.ts';
import { phoneCollection } from './store/mongo/phone-documents.ts';
import { phoneReader } from './store/mongo/phone-reader.ts';

const stop = new AbortController();
try {
  const settings = distributedSettings(['STORE_URL', 'SEARCH_URL', 'LOG_LEVEL'], process.env);
  const log = createLogger('rebuild', settings.LOG_LEVEL);
  onEndSignal(log, () => stop.abort(new Error('stopped before it was done')));
  await using opened = new AsyncDisposableStack();
  const connection = opened.adopt(await openRecords(settings.STORE_URL, 'profiles', log), (open) => open.close());
  await declareIndexes(connection);
  const records = phoneReader(phoneCollection(connection));
  const index = opened.adopt(await openIndex(settings.SEARCH_URL, log, records), (open) => open.close());
  const done = await rebuildIndex(records, index, log, stop.signal);
  if (!done) throw new Error('another process is rebuilding it already');
} catch (error) {
  say(`The search index was not rebuilt: ${reasonOf(error)}`);
  process.exitCode = 1;
}
