import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { calls } from '@numscope/contracts';
import type { Caller } from '@numscope/testing';
import { tellProgress } from '../src/queries/check-progress.ts';
import { placeInChain } from '../src/queries/entry-in-chain.ts';
import { walkChain } from '../src/queries/walk-chain.ts';
import type { ChainRow } from '../src/domain/chain-link.ts';
import { type Setup, setUp } from './setup.ts';

const EVERY = 3;
let setup: Setup;
let ids: string[];

beforeAll(async () => {
  setup = await setUp(false, { everyEntries: EVERY });
  const first = await setup.log({ details: 'one', userId: 'id-of-bob' }, { details: 'two' }, { details: 'three' });
  await setup.test.bus.waitFor('audit.checkpoint', ({ data }) => data.seq === EVERY);
  const last = await setup.log({ details: 'four' });
  ids = [...first, ...last].map(({ id }) => id);
});
afterAll(() => setup.close());

const entry = (place: number): string => ids[place - 1] ?? '';
const ask = (id: string, as: Caller = setup.admin) => as.call(calls.auditEntry, { params: { id } });
const told = async (place: number) => calls.auditEntry.answer.parse((await ask(entry(place))).json());

describe('an entry of the chain', () => {
  it('is told with its hash, the one before, its neighbours, and the checkpoint that vouches for it', async () => {
    const rows = await setup.store.rows(0, 4);
    const { entry: shown, chain } = await told(2);
    expect(shown).toEqual((await setup.search({ text: 'two' }))[0]);
    expect(chain).toEqual({
      seq: 2,
      hash: rows[1]?.hash,
      previousHash: rows[0]?.hash,
      fits: true,
      before: (await told(1)).entry,
      after: (await told(3)).entry,
      checkpoint: { number: 1, seq: EVERY, at: expect.any(Number) },
    });
  });

  it('has nothing before it as the first, nothing behind it as the last, and may not be signed for yet', async () => {
    expect((await told(1)).chain).toMatchObject({ previousHash: '0'.repeat(64), before: null, fits: true });
    expect((await told(4)).chain).toMatchObject({ seq: 4, after: null, fits: true, checkpoint: null });
  });

  it('does not fit once it, or the one before, is another', async () => {
    const { store, signer } = setup;
    const [row] = await store.rows(1, 2);
    const head = await store.head();
    if (!row || !head) throw new Error('there is no entry');
    const fitsAmong = async (change: (rows: ChainRow[]) => ChainRow[]) => {
      const changed = { ...store, rows: async (after: number, to: number) => change(await store.rows(after, to)) };
      const { fits, previousHash } = await placeInChain(row, head, changed, signer.keys);
      return { fits, isTied: previousHash !== null };
    };
    expect(await fitsAmong((rows) => rows.map((one) => ({ ...one, hash: 'f'.repeat(64) })))).toEqual({
      fits: false,
      isTied: true,
    });
    expect(await fitsAmong((rows) => rows.filter(({ seq }) => seq !== 1))).toEqual({ fits: false, isTied: false });
    expect(await placeInChain({ ...row, ip: 'x' }, head, store, signer.keys)).toMatchObject({ fits: false });
  });

  it('is told to whom it is about, without its place, and to nobody else', async () => {
    const own = await ask(entry(1), setup.user);
    expect(own.json()).toMatchObject({ entry: { id: entry(1) }, chain: null });
    expect((await ask(entry(2), setup.user)).statusCode).toBe(404);
    expect((await ask('nothing')).statusCode).toBe(404);
  });
});

describe('a check that is under way', () => {
  const progress = async () =>
    calls.auditCheckProgress.answer.parse((await setup.admin.call(calls.auditCheckProgress)).json()).progress;

  it('tells how many entries are checked, of how many', async () => {
    const steps: Array<[number, number]> = [];
    const { store } = setup;
    const pages: typeof store = {
      ...store,
      checkChain: (cursor, last, _limit, places) => store.checkChain(cursor, last, 2, places),
    };
    await walkChain(
      pages,
      () => undefined,
      null,
      (...step) => void steps.push(step),
    );
    expect(steps).toEqual([
      [0, 4],
      [2, 4],
    ]);
  });

  it('is told of by every instance until it ends, or its instance is lost', async () => {
    const { store, test } = setup;
    let now = test.clock.now();
    const telling = tellProgress(store, () => now);
    await telling.step(0, 100);
    now += 100;
    await telling.step(20, 100);
    expect(await progress()).toMatchObject({ checked: 0, of: 100 });
    now += 500;
    await telling.step(40, 100);
    expect(await progress()).toMatchObject({ checked: 40, of: 100, at: now });
    expect((await setup.user.call(calls.auditCheckProgress)).statusCode).toBe(403);
    test.clock.advance(60_000);
    expect(await progress()).toBeNull();
    now = test.clock.now();
    await telling.step(60, 100);
    expect(await progress()).toMatchObject({ checked: 60 });
    await telling.end();
    expect(await progress()).toBeNull();
  });

  it('has ended once the answer is there', async () => {
    expect((await setup.admin.call(calls.auditChain)).json()).toMatchObject({ whole: true });
    expect(await progress()).toBeNull();
  });
});
