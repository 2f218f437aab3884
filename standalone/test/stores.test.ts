import { expect, it } from '@jest/globals';
import { createLogger, SettingsError } from '@numscope/platform';
import { guardedElastic } from '@numscope/testing/guarded-elastic';
import { settingsFrom } from '../src/settings.ts';
import { openStores } from '../src/stores.ts';

it('ends the start where the user of Elasticsearch lacks rights on the index of the audit', async () => {
  const cluster = await guardedElastic((_right, names) => names !== 'own-audit-*');
  // Where nobody listens.
  const env = { STORE_URL: 'mongodb://127.0.0.1:9/numscope', SEARCH_URL: `${cluster.url}?prefix=own-` };
  const opening = openStores(settingsFrom(env), createLogger('stores', 'silent'));
  const fault = await opening.catch((error: unknown) => error);
  expect(fault).toBeInstanceOf(SettingsError);
  expect(String(fault)).toContain('give it manage, read, write on the indices own-audit-* there');
  await cluster.close();
});
