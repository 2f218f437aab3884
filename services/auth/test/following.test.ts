import { expect, it } from '@jest/globals';
import { calls } from '@numscope/contracts';
import { Registry, RevocationList } from '@numscope/platform';
import { createHttpClient } from '@numscope/platform/http/http-client';
import { askUntil } from '@numscope/testing/ask-until';
import { setUpAlone } from './setup.ts';

/** Less than auth keeps a question: who hears sooner was told, and did not ask again. */
const SOON_MS = 4000;

it('is heard of by another process, over HTTP, as soon as a session ends; and nobody who listens holds up the end', async () => {
  const setup = await setUpAlone();
  const { test, service } = setup;
  const origin = await service.app.listen({ host: '127.0.0.1', port: 0 });
  const { log } = test.kit;
  const client = createHttpClient({
    caller: test.tokens.credentialsOf('jobs'),
    addresses: { auth: [origin] },
    log,
    registry: new Registry(),
  });
  const list = new RevocationList();
  const answers: number[] = [];
  await list.follow(client, log, ({ revision }) => void answers.push(revision));
  for (let n = 0; n < 3; n++) {
    const token = await setup.token();
    const identity = test.tokens.verify(token);
    expect(list.isRevoked(identity)).toBe(false);
    const begun = performance.now();
    await setup.as(token).call(calls.logout, { params: { username: 'bob' } });
    await askUntil(() => list.isRevoked(identity), Boolean, { everyMs: 2 });
    expect(performance.now() - begun).toBeLessThan(SOON_MS);
  }
  expect(answers).toEqual(answers.toSorted((a, b) => a - b));
  const begun = performance.now();
  service.release?.();
  list.close();
  await client.close();
  await setup.close();
  expect(performance.now() - begun).toBeLessThan(SOON_MS);
});
