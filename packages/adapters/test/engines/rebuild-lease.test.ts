import { Client } from '@elastic/elasticsearch';
import { expect, it } from '@jest/globals';
import { RebuildLease } from '../../src/elastic/rebuild-lease.ts';
import { openElasticProxy } from './elastic-proxy.ts';
import { elasticScope } from './elastic-scope.ts';

it('when a lease is given back while its renewal is on the way, then it is free at once and stays so', async () => {
  const scope = elasticScope();
  const [renewing, answering] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let written = 0;
  const proxy = await openElasticProxy(scope.url, ({ method, path }) => {
    if (method !== 'PUT' || !path.includes('/_doc/')) return 'pass';
    written += 1;
    if (written === 1) return 'pass';
    return async (answer) => {
      renewing.resolve();
      await answering.promise;
      return answer;
    };
  });
  const client = new Client({ node: `http://${proxy.host}`, enableMetaHeader: false });
  const index = `${scope.prefix}profiles.state`;
  const [lease, other] = [client, scope.client].map((each) => new RebuildLease(each, index));
  expect(await lease?.take()).toBe(true);
  await renewing.promise;
  const released = lease?.release();
  answering.resolve();
  await released;
  expect([lease?.isHeld, await scope.client.exists({ index, id: 'rebuild' })]).toEqual([false, false]);
  expect(await other?.take()).toBe(true);
  await other?.release();
  await client.close();
  await proxy.close();
  await scope.dispose();
});
