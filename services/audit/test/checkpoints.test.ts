import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { type AuditCheckpoint, calls } from '@numscope/contracts';
import { askUntil } from '@numscope/testing/ask-until';
import * as fc from 'fast-check';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CheckpointFile } from '../src/checkpoints/checkpoint-file.ts';
import { isGenuine } from '../src/checkpoints/keys.ts';
import { CHECKPOINTS_FILE } from '../src/checkpoints/read-checkpoints.ts';
import { buildSigner, type Setup, setUp, writePublicKey } from './setup.ts';
import { copyTrail, rehash, type Trail } from './tampering.ts';

const ENTRIES = 25;
const EVERY = 5;
let setup: Setup;
let outside: AuditCheckpoint[];
let publicKey: string;

const lines = (folder: string): string[] =>
  readFileSync(join(folder, CHECKPOINTS_FILE), 'utf8').split('\n').filter(Boolean);
const stateOf = async ({ admin }: Setup) => calls.auditTrail.answer.parse((await admin.call(calls.auditTrail)).json());

beforeAll(async () => {
  setup = await setUp(false, { everyEntries: EVERY });
  for (let at = 0; at < ENTRIES; at += EVERY) {
    await setup.log(...Array.from({ length: EVERY }, (_none, n) => ({ details: `entry ${at + n + 1}` })));
    await setup.test.bus.waitFor('audit.checkpoint', ({ data }) => data.seq === at + EVERY);
  }
  outside = lines(setup.folder).map((line) => JSON.parse(line) as AuditCheckpoint);
  publicKey = writePublicKey(setup);
});
afterAll(() => setup.close());

/** Changes a copy of the trail and checks it by the key. */
async function faultsAfter(
  change: (trail: Trail) => Promise<unknown>,
  held: readonly AuditCheckpoint[] = outside,
): Promise<Array<[string, number]>> {
  const trail = await copyTrail(setup);
  await change(trail);
  const faults = await trail.faults({ keys: setup.signer.keys, outside: held });
  await trail.drop();
  return faults.map(({ kind, seq }) => [kind, seq]);
}

const rewrite =
  (from: number, last = ENTRIES) =>
  async (trail: Trail) => {
    await trail.setText(from, 'details', 'nothing happened');
    await rehash(trail, from, last);
  };
const cut = (last: number) => async (trail: Trail) => {
  await trail.remove(...Array.from({ length: ENTRIES - last }, (_none, n) => last + 1 + n));
  await trail.setHead({ entries: last, hash: last === 0 ? '0'.repeat(64) : await trail.text(last, 'hash') });
};

describe('checkpoints', () => {
  it('are signed after so many entries, and told to the store, the file and the bus alike', async () => {
    expect(outside.map(({ number, seq, count, begins }) => [number, seq, count, begins])).toEqual(
      [1, 2, 3, 4, 5].map((number) => [number, number * EVERY, number * EVERY, null]),
    );
    expect(outside.every((checkpoint) => isGenuine(checkpoint, setup.signer.keys))).toBe(true);
    expect(await setup.store.checkpoints(0, 100)).toEqual(outside);
    expect(setup.test.bus.published('audit.checkpoint').map(({ data }) => data)).toEqual(outside);
  });

  it('agree with the trail, and the call says what it checked', async () => {
    const answer = calls.auditChain.answer.parse((await setup.admin.call(calls.auditChain)).json());
    expect(answer).toMatchObject({ whole: true, entries: ENTRIES, checkpoints: 5, vouchedUpTo: ENTRIES, by: 'root' });
    const state = await stateOf(setup);
    expect(state).toMatchObject({
      entries: ENTRIES,
      lastSeq: ENTRIES,
      begins: null,
      checkpoint: outside.at(-1),
      unvouched: 0,
      refusal: null,
      kid: setup.signer.kid,
      checked: { whole: true, entries: ENTRIES, checkpoints: 5, by: 'root' },
      retention: { days: null, next: null, refusal: null },
    });
    expect((await setup.user.call(calls.auditTrail)).statusCode).toBe(403);
  });

  it('are as they were with another word in them no more', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...outside),
        fc.record(
          { number: fc.nat(), seq: fc.nat(), count: fc.nat(), at: fc.nat(), hash: fc.constant('0'.repeat(64)) },
          { requiredKeys: [] },
        ),
        (checkpoint, change) => {
          const changed = { ...checkpoint, ...change };
          const same = JSON.stringify(changed) === JSON.stringify(checkpoint);
          expect(isGenuine(changed, setup.signer.keys)).toBe(same);
        },
      ),
    );
  });
});

describe('who can write the whole store and lacks the key', () => {
  it('leaves a chain that is whole by itself', async () => {
    const trail = await copyTrail(setup);
    await rewrite(4)(trail);
    await trail.dropCheckpoints();
    expect(await trail.faults()).toEqual([]);
    await trail.drop();
  });

  it('is found by the checkpoints when entries are changed and all hashes made anew', async () => {
    expect(await faultsAfter(rewrite(12))).toEqual([
      ['REWRITTEN', 15],
      ['REWRITTEN', 20],
      ['REWRITTEN', 25],
    ]);
    expect(await faultsAfter(rewrite(1), outside.slice(0, 1))).toContainEqual(['REWRITTEN', 5]);
  });

  it('is found by those outside also when those of the store are gone, or of an own key', async () => {
    const gone = async (trail: Trail): Promise<void> => {
      await rewrite(21)(trail);
      await trail.dropCheckpoints();
    };
    expect(await faultsAfter(gone)).toEqual([['REWRITTEN', 25]]);
    const own = buildSigner();
    const forged = async (trail: Trail): Promise<void> => {
      await gone(trail);
      const { signature: _signature, ...claim } = outside[4] ?? outside[0]!;
      await trail.addCheckpoint(own.sign({ ...claim, hash: await trail.text(ENTRIES, 'hash') }));
      await trail.addCheckpoint({ ...own.sign({ ...claim, number: 6 }), kid: setup.signer.kid });
    };
    expect(await faultsAfter(forged)).toEqual([
      ['FORGED', 25],
      ['FORGED', 25],
      ['REWRITTEN', 25],
    ]);
  });

  it('is found when the end is cut off together with the head', async () => {
    expect(await faultsAfter(cut(22))).toEqual([['CUT_OFF', 23]]);
    expect(await faultsAfter(cut(0))).toEqual([['CUT_OFF', 1]]);
  });

  it('is found when the beginning is cut off, with a real checkpoint as the pretext', async () => {
    const behead = async (trail: Trail): Promise<void> => {
      await trail.remove(...Array.from({ length: 10 }, (_none, n) => n + 1));
      await trail.setBegins({ seq: 10, hash: outside[1]?.hash ?? '' });
    };
    expect(await faultsAfter(behead)).toEqual([['BEGINNING', 11]]);
  });

  it('is found whatever is done up to the last checkpoint', async () => {
    const seqs = fc.integer({ min: 1, max: ENTRIES });
    const changes = fc.oneof(
      seqs.map((from) => rewrite(from)),
      seqs.map((last) => cut(last - 1)),
      fc.tuple(seqs, seqs).map(([from, last]) => async (trail: Trail) => {
        await cut(Math.max(from, last))(trail);
        await rewrite(Math.min(from, last), Math.max(from, last))(trail);
      }),
      // One entry taken out, the others moved up.
      seqs.map((seq) => async (trail: Trail) => {
        await trail.remove(seq);
        for (let next = seq + 1; next <= ENTRIES; next++) await trail.move(next, next - 1);
        if (seq < ENTRIES) await rehash(trail, seq, ENTRIES - 1);
        else await cut(ENTRIES - 1)(trail);
      }),
      // Two in another order.
      fc.integer({ min: 1, max: ENTRIES - 1 }).map((seq) => async (trail: Trail) => {
        await trail.move(seq, 1000);
        await trail.move(seq + 1, seq);
        await trail.move(1000, seq + 1);
        await rehash(trail, seq, ENTRIES);
      }),
    );
    await fc.assert(
      fc.asyncProperty(changes, fc.boolean(), async (change, withThoseOfTheStore) => {
        const faults = await faultsAfter(async (trail) => {
          await change(trail);
          if (!withThoseOfTheStore) await trail.dropCheckpoints();
        });
        expect(faults).not.toEqual([]);
      }),
      { numRuns: 40 },
    );
  });
});

describe('the command', () => {
  const held = (): string => join(setup.folder, CHECKPOINTS_FILE);

  it('proves a trail by the checkpoints and the public key, in words and as JSON', async () => {
    const trail = await copyTrail(setup);
    const words = await trail.verify('--checkpoints', held(), '--public-key', publicKey);
    const json = await trail.verify('--json', '--checkpoints', setup.folder, '--public-key', publicKey);
    await trail.drop();
    expect(words.code).toBe(0);
    expect(words.output).toContain(`5 checkpoints by ${setup.signer.kid}: vouched for up to entry 25; 0 entries after`);
    expect(json.code).toBe(0);
    expect(JSON.parse(json.output)).toMatchObject({
      proven: true,
      whole: true,
      entries: ENTRIES,
      checkpoints: 5,
      vouchedUpTo: ENTRIES,
      unvouched: 0,
      faults: 0,
      found: [],
    });
  });

  it('names the first checkpoint that covers what it found, and does not vouch for it', async () => {
    const trail = await copyTrail(setup);
    await trail.setText(12, 'details', 'nothing happened');
    await cut(22)(trail);
    const named = ['--checkpoints', held(), '--public-key', publicKey];
    const words = await trail.verify(...named);
    const json = await trail.verify('--json', ...named);
    await trail.drop();
    const [third, fifth] = [outside[2], outside[4]].map((one) => ({ number: one?.number, seq: one?.seq, at: one?.at }));
    expect(JSON.parse(json.output)).toMatchObject({
      found: [
        { kind: 'CHANGED', seq: 12, coveredBy: third },
        { kind: 'CUT_OFF', seq: 23, coveredBy: fifth },
      ],
    });
    const at = new Date(third?.at ?? 0).toISOString();
    expect(words.output).toContain(
      `. The first checkpoint that covers it is checkpoint 3 of ${at}, signed for entry 15\n`,
    );
    expect(words.output).toContain('the last hash that one of them agrees with is that of entry 20\n');
    expect(words.output).not.toContain('vouched');
  });

  it('takes events of the bus for checkpoints, and passes over half a line', async () => {
    const file = join(setup.test.dir, 'topic.txt');
    writeFileSync(
      file,
      setup.test.bus
        .published('audit.checkpoint')
        .map((event) => `${JSON.stringify(event)}\n`)
        .join(''),
    );
    appendFileSync(file, '{"number":6,"se');
    const trail = await copyTrail(setup);
    await rewrite(8)(trail);
    await trail.dropCheckpoints();
    const { code, output } = await trail.verify('--json', '--checkpoints', file, '--public-key', publicKey);
    await trail.drop();
    expect(code).toBe(1);
    expect(JSON.parse(output)).toMatchObject({
      proven: false,
      faults: 4,
      unreadable: 1,
      found: [
        { kind: 'REWRITTEN', seq: 10, expected: expect.stringContaining(outside[1]?.hash ?? 'none') },
        { seq: 15 },
        { seq: 20 },
        { seq: 25 },
      ],
    });
  });

  it('ends with 2 when checkpoints are named and there is none, or no key', async () => {
    const trail = await copyTrail(setup);
    expect((await trail.verify('--checkpoints', join(setup.test.dir, 'none'), '--public-key', publicKey)).code).toBe(2);
    expect((await trail.verify('--checkpoints', held())).code).toBe(2);
    expect((await trail.verify('--public-key', held())).code).toBe(2);
    expect((await trail.verify('--nonsense')).code).toBe(2);
    await trail.drop();
  });
});

describe('a service that goes on running', () => {
  it('signs nothing of a trail that was rewritten behind its back, and says why', async () => {
    const other = await setUp(false, { everyEntries: 2 });
    await other.log({ details: 'one' }, { details: 'two' });
    await other.test.bus.waitFor('audit.checkpoint', ({ data }) => data.seq === 2);
    await other.end();

    const former = lines(other.folder);
    writeFileSync(
      join(other.folder, CHECKPOINTS_FILE),
      `${JSON.stringify(other.signer.sign({ ...(JSON.parse(former[0] ?? '') as AuditCheckpoint), hash: 'f'.repeat(64), number: 9 }))}\n`,
    );
    const again = await setUp(false, { everyEntries: 2 }, other);
    await again.log({ details: 'three' }, { details: 'four' });
    await again.end();
    expect(lines(other.folder).map((line) => (JSON.parse(line) as AuditCheckpoint).seq)).toEqual([2, 2]);
    await other.test.close();
  });

  it('signs at its end what was not signed yet, and nothing twice', async () => {
    const other = await setUp(false, {});
    await other.log({ details: 'one' }, { details: 'two' });
    await other.end();
    expect(lines(other.folder)).toHaveLength(1);
    const again = await setUp(false, {}, other);
    await again.end();
    expect(lines(other.folder)).toHaveLength(1);
    await other.test.close();
  });

  it('signs a while after an entry', async () => {
    const other = await setUp(false, { everyMs: 20 });
    await other.log({ details: 'one' });
    const { data } = await other.test.bus.waitFor('audit.checkpoint');
    expect(data.seq).toBe(1);
    await other.close();
  });

  it('goes on behind half a line that another instance has left meanwhile', async () => {
    const other = await setUp(false, { everyEntries: 1 });
    await other.log({ details: 'one' });
    await other.test.bus.waitFor('audit.checkpoint', ({ data }) => data.seq === 1);
    appendFileSync(join(other.folder, CHECKPOINTS_FILE), '{"half a li');
    await other.log({ details: 'two' });
    await other.test.bus.waitFor('audit.checkpoint', ({ data }) => data.seq === 2);
    const [, half, second] = lines(other.folder);
    expect(half).toBe('{"half a li');
    expect(second).toContain('"seq":2');
    await other.close();
  });

  it('has each in the file once the disk takes it again', async () => {
    const other = await setUp(false, { everyMs: 20 });
    const append = CheckpointFile.prototype.append;
    let failing = 3;
    const onDisk = jest.spyOn(CheckpointFile.prototype, 'append').mockImplementation(async function (
      this: CheckpointFile,
      checkpoints,
    ) {
      if (checkpoints.length > 0 && failing-- > 0) throw new Error('no space left on device');
      return append.call(this, checkpoints);
    });
    await other.log({ details: 'one' });
    const written = await askUntil(
      async () => lines(other.folder),
      (all) => all.length > 0,
    );
    expect(written).toEqual([expect.stringContaining('"seq":1')]);
    onDisk.mockRestore();
    await other.close();
  });

  it('writes a file that was lost anew, from the store', async () => {
    const other = await setUp(false, {});
    await other.log({ details: 'one' });
    await other.end();
    const kept = lines(other.folder);
    writeFileSync(join(other.folder, CHECKPOINTS_FILE), '{"half a li');
    const again = await setUp(false, {}, other);
    await again.end();
    expect(lines(other.folder)).toEqual(['{"half a li', ...kept]);
    await other.test.close();
  });
});
