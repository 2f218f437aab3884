import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { expect, it } from '@jest/globals';
import { SettingsError } from '@numscope/platform';
import { listenLocally } from '@numscope/testing';
import { guardedElastic } from '@numscope/testing/guarded-elastic';
import { checkElasticTexts } from '../src/store/elastic/audit-texts.ts';

it('a user without rights on the index of texts ends the start', async () => {
  const cluster = await guardedElastic((_right, names) => names === 'own-profiles*');
  const fault = await checkElasticTexts({ url: cluster.url, prefix: 'own-' }).catch((error: unknown) => error);
  expect(fault).toBeInstanceOf(SettingsError);
  expect(String(fault)).toContain('give it manage, read, write on the indices own-audit-* there');
  await cluster.close();
});

it('a user with all of them does not, nor an engine that is away', async () => {
  const cluster = await guardedElastic(() => true);
  await checkElasticTexts({ url: cluster.url });
  await cluster.close();
  await checkElasticTexts({ url: cluster.url });
});

it('an engine that says nothing is not waited for', async () => {
  const server = createServer();
  const asked = once(server, 'request');
  const { url, close } = await listenLocally(server);
  const [[request]] = await Promise.all([asked, checkElasticTexts({ url }, 1)]);
  // Nobody has given it up.
  expect((request as IncomingMessage).destroyed).toBe(false);
  await close();
});
