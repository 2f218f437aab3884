import { expect, it } from '@jest/globals';
import { generateSigningKey, SigningKeys, signingKeyOf } from '@numscope/platform';
import { type Known, SessionNews } from '../src/session-news.ts';

const key = () => signingKeyOf(generateSigningKey());

function setup() {
  const records = { revision: 3, reads: 0 };
  const store = {
    async revocationsSince(since: number) {
      records.reads++;
      const { revision } = records;
      return { revision, users: since === revision ? [] : [{ userName: 'bob', notBefore: 5 }], longestSessionMs: 1000 };
    },
  };
  const tokens = new SigningKeys([key()], { sessionMs: 1000 });
  const news = new SessionNews(store, tokens);
  const known = async (): Promise<Known> => {
    const { revision, keysId } = await news.after({ since: 0, keysId: '', waitMs: 0 });
    return { since: revision, keysId, waitMs: 30_000 };
  };
  return { records, store, tokens, news, known };
}

it('tells many who wait what another process wrote into the records, with one look for all of them', async () => {
  const { records, news, known } = setup();
  const all = await known();
  const answers = Promise.all(Array.from({ length: 50 }, () => news.after(all)));
  await Promise.resolve();
  const before = records.reads;
  records.revision++;
  expect((await answers).every(({ revision, users }) => revision === 4 && users[0]?.userName === 'bob')).toBe(true);
  // A look, which may have come a moment too early and once more, and what each of them reads for itself.
  expect(records.reads - before).toBeLessThanOrEqual(2 + 2 * 50);
  news.close();
});

it('reads nothing for who knows everything while nobody else writes, until something changes here', async () => {
  const { records, store, news, known } = setup();
  Object.assign(store, { isAlone: true });
  const all = { ...(await known()), waitMs: 0 };
  const before = records.reads;
  expect(await news.after(all)).toMatchObject({ revision: 3, users: [], longestSessionMs: 1000 });
  expect(records.reads).toBe(before);
  records.revision++;
  news.tell();
  expect(await news.after(all)).toMatchObject({ revision: 4 });
  news.close();
});

it('tells of other keys as soon as there are any', async () => {
  const { tokens, news, known } = setup();
  const before = await known();
  const told = news.after(before);
  await Promise.resolve();
  const next = key();
  tokens.replace([next]);
  const { keys, keysId } = await told;
  expect(keys).toEqual([next.publicKey]);
  expect(keysId).not.toBe(before.keysId);
  news.close();
});

it('misses nothing that changes while it reads', async () => {
  const { records, store, news, known } = setup();
  const all = await known();
  const read = store.revocationsSince;
  store.revocationsSince = async (since) => {
    const answer = await read(since);
    store.revocationsSince = read;
    records.revision++;
    news.tell();
    return answer;
  };
  expect(await news.after(all)).toMatchObject({ revision: 4 });
  news.close();
});

it('passes on that the records cannot be read, instead of letting anybody wait', async () => {
  const { store, news, known } = setup();
  const told = news.after(await known());
  await Promise.resolve();
  store.revocationsSince = async () => {
    throw new Error('away');
  };
  await expect(told).rejects.toThrow('away');
  news.close();
});

it('lets everybody go when it closes, and whoever asks later at once', async () => {
  const { news, known } = setup();
  const all = await known();
  const told = news.after(all);
  await Promise.resolve();
  news.close();
  expect(await told).toMatchObject({ revision: 3, users: [] });
  expect(await news.after(all)).toMatchObject({ revision: 3, users: [] });
});
