import { beforeEach, describe, expect, it } from '@jest/globals';
import { askUntil } from '@numscope/testing/ask-until';
import { Checkpointer } from '../src/checkpoints/checkpointer.ts';
import { RetentionTurns } from '../src/checkpoints/retention-turns.ts';
import type { AuditStore } from '../src/store/audit-store.port.ts';
import { type Setup, setUp, openTestStore } from './setup.ts';
import { chainOf, logFortyDays } from './old-entries.ts';
import { changeEntry } from './tampering.ts';

const settings = { retentionDays: 30 };
const away = (): Promise<never> => Promise.reject(new Error('away'));
let first: Setup;
/** Each test begins it again some times, and closes the last. */
beforeEach(async () => {
  first = await setUp(false, { everyEntries: 5 });
  await logFortyDays(first);
  await first.end();
});

/** A start whose turn comes to nothing by what its store cannot do. */
async function startInVain(faulty: Partial<AuditStore>): Promise<void> {
  const setup = await setUp(false, settings, first, async (test) => ({
    ...(await openTestStore(test)),
    ...faulty,
  }));
  await setup.end();
}

const begun = (setup: Setup) =>
  askUntil(
    () => chainOf(setup),
    ({ begins }) => begins !== null,
  );

describe('the retention', () => {
  it('tries again on the same day what failed before it was signed', async () => {
    await startInVain({ keepCheckpoint: away });
    const setup = await setUp(false, settings, first);
    // Five young ones, and one that tells of it.
    expect(await begun(setup)).toMatchObject({ whole: true, entries: 6, begins: { number: 2, seq: 10 } });
    await setup.close();
  });

  it('tries again an hour later though the store was away when the turn was to be given back', async () => {
    const setup = await setUp(false, {}, first);
    const { test, signer, store } = setup;
    const faulty: AuditStore = { ...store, keepCheckpoint: away };
    const failed = new Promise<void>((resolve) => {
      faulty.returnTurn = () => {
        resolve();
        return away();
      };
    });
    const parts = { kit: test.kit, bus: test.bus, store: faulty, signer };
    const rest = { folder: null, everyEntries: 1000, everyMs: 600_000 };
    const checkpointer = new Checkpointer({ ...parts, ...rest, clock: test.kit.clock, log: test.kit.log });
    const turns = new RetentionTurns({ ...parts, checkpointer, settings: { ...rest, ...settings, syslog: null } });
    turns.start();
    await failed;
    Object.assign(faulty, { keepCheckpoint: store.keepCheckpoint, returnTurn: store.returnTurn });
    // What its hourly timer does.
    turns.start();
    expect(await begun(setup)).toMatchObject({ whole: true, entries: 6, begins: { seq: 10 } });
    await turns.close();
    await setup.close();
  });

  it('killed once it is signed where the trail begins, goes on with the next start', async () => {
    await startInVain({ beginBehind: away, returnTurn: away });
    const setup = await setUp(false, settings, first);
    expect(await begun(setup)).toMatchObject({ whole: true, entries: 6, begins: { number: 2, seq: 10 } });
    expect((await setup.store.checkpoints(0, 10)).map(({ seq }) => seq)).toEqual([5, 10, 15, 16]);
    await askUntil(
      () => setup.search({ text: 'old' }),
      (found) => found.length === 1,
    );
    await setup.close();
  });

  it('does not go on with what is not as it was signed any more', async () => {
    await startInVain({ beginBehind: away, returnTurn: away });
    await changeEntry(first, 3);
    const setup = await setUp(false, settings, first);
    await setup.end();
    const again = await setUp(false, {}, first);
    expect(await chainOf(again)).toMatchObject({ whole: false, entries: 16, found: [{ kind: 'CHANGED', seq: 3 }] });
    await again.close();
  });
});
