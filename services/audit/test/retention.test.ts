import { beforeEach, describe, expect, it } from '@jest/globals';
import { calls, limits } from '@numscope/contracts';
import { authed } from '@numscope/testing';
import { dropOld } from '../src/checkpoints/keep-to-retention.ts';
import { type Setup, setUp, writePublicKey } from './setup.ts';
import { chainOf, logFortyDays } from './old-entries.ts';
import { changeEntry, copyTrail, dateCheckpoint, setStoredRetention } from './tampering.ts';

const settings = { retentionDays: 30 };
let first: Setup;
/** Each test begins it again some times, and closes the last. It keeps all, so that its turn takes nothing that a test logs meanwhile. */
beforeEach(async () => {
  first = await setUp(false, { everyEntries: 5 });
});

const trailOf = async ({ admin }: Setup) => calls.auditTrail.answer.parse((await admin.call(calls.auditTrail)).json());
const setOnPage = async ({ service, test }: Setup, days: number): Promise<void> => {
  const internal = authed(service.app, test.serviceToken('profiles'));
  expect((await internal.call(calls.setAuditRetention, { body: { days } })).statusCode).toBe(204);
};
const fortyDays = (): Promise<void> => logFortyDays(first);

describe('the retention', () => {
  it('is shown before it acts', async () => {
    await setOnPage(first, 30);
    await fortyDays();
    expect((await trailOf(first)).retention).toEqual({
      days: 30,
      next: { entries: 10, upTo: expect.objectContaining({ number: 2, seq: 10 }) },
      refusal: null,
    });
    expect((await chainOf(first)).entries).toBe(15);
    await first.close();
  });

  it('acts by what administrators set when it is asked to, by the shorter of that and the setting', async () => {
    const setup = first;
    await fortyDays();
    const internal = authed(setup.service.app, setup.test.serviceToken('profiles'));
    const count = async (days: number | null): Promise<unknown> =>
      (await internal.call(calls.countOldAudit, { body: { days } })).json();
    expect(await count(null)).toEqual({ entries: 0, setting: null, gone: 0 });
    expect(await count(30)).toEqual({ entries: 10, setting: null, gone: 0 });
    expect(await count(60)).toEqual({ entries: 0, setting: null, gone: 0 });
    const remove = async (): Promise<unknown> => (await internal.call(calls.removeOldAudit)).json();
    expect(await remove()).toEqual({ gone: 0 });
    await setOnPage(setup, 30);
    expect((await trailOf(setup)).retention).toMatchObject({ days: 30, next: { entries: 10 } });
    expect(await remove()).toEqual({ gone: 10 });
    // Whose answer was lost asks again, and hears the same.
    expect(await remove()).toEqual({ gone: 10 });
    expect(await count(30)).toEqual({ entries: 0, setting: null, gone: 10 });
    expect(await chainOf(setup)).toMatchObject({ whole: true, entries: 6, begins: { seq: 10 } });
    expect((await setup.admin.call(calls.removeOldAudit)).statusCode).toBe(403);
    await setup.close();
  });

  it('cuts the trail at a checkpoint, tells the trail so, and what is left is proven', async () => {
    await fortyDays();
    await first.end();
    const setup = await setUp(false, settings, first);
    const { data } = await setup.test.bus.waitFor('audit.checkpoint', ({ data: { begins } }) => begins !== null);
    expect(data).toMatchObject({ seq: 16, count: 6, begins: { number: 2, seq: 10 } });
    // The turn ends with this entry on the bus, which changes nothing any more.
    await setup.test.bus.waitFor('audit.logged', (event) => event.data.details.startsWith('About to remove'));
    await dropOld(setup.store, () => false);

    const found = await setup.search({});
    expect(found.map(({ details }) => details)).toEqual([
      'About to remove 10 entries older than 30 days, up to checkpoint 2 of 2026-01-01T12:00:00.000Z',
      'young 4',
      'young 3',
      'young 2',
      'young 1',
      'young 0',
    ]);
    expect(found[0]).toMatchObject({ actionType: 'AUDIT', username: 'system', args: { entries: 10, checkpoint: 2 } });
    expect(await setup.search({ text: 'older 3' })).toEqual([]);
    expect(await setup.search({ text: 'young 3' })).toHaveLength(1);
    expect(await chainOf(setup)).toMatchObject({
      whole: true,
      entries: 6,
      begins: { number: 2, seq: 10 },
      vouchedUpTo: 16,
    });
    expect(await trailOf(setup)).toMatchObject({ entries: 6, lastSeq: 16, retention: { days: 30, next: null } });
    await setup.log({ details: 'and on' });
    await setup.end();

    const again = await setUp(false, settings, setup);
    expect(await chainOf(again)).toMatchObject({ whole: true, entries: 7, vouchedUpTo: 17 });
    const trail = await copyTrail(again);
    const publicKey = writePublicKey(again);
    const { code, output } = await trail.verify('--public-key', publicKey);
    expect(code).toBe(0);
    expect(output).toMatch(
      /^The chain is whole: 7 entries, .*\nIt begins at checkpoint 2 of 2026-01-01T12:00:00.000Z: /,
    );
    // Somebody else removes one more, with the same right as a pretext.
    await trail.remove(11);
    await trail.setBegins({ seq: 11, hash: (await again.store.checkpoints(0, 1))[0]?.hash ?? '' });
    const faults = await trail.faults({ keys: again.signer.keys, outside: [] });
    expect(faults.map(({ kind, seq }) => [kind, seq])).toContainEqual(['BEGINNING', 12]);
    await trail.drop();
    await again.close();
  });

  it('ended half way, goes on with the next start; until then the trail is proven as well', async () => {
    await fortyDays();
    await first.end();
    const setup = await setUp(false, { ...settings, retentionDays: null }, first);
    await setup.end();
    const signing = await setUp(false, settings, first);
    await signing.test.bus.waitFor('audit.logged', (event) => event.data.details.startsWith('About to remove'));
    await signing.end();
    // Whatever of the old is there: it is no part of the trail.
    const again = await setUp(false, settings, first);
    expect(await chainOf(again)).toMatchObject({ whole: true, entries: 6 });
    await dropOld(again.store, () => false);
    expect(await again.store.dropOld(10)).toBe(0);
    expect(await chainOf(again)).toMatchObject({ whole: true, entries: 6 });
    await again.close();
  });

  it('removes nothing that is not as it was signed', async () => {
    await fortyDays();
    await first.end();
    await changeEntry(first, 3);
    const setup = await setUp(false, settings, first);
    await setup.end();
    expect(
      setup.test.bus.published('audit.logged').some((event) => event.data.details.startsWith('About to remove')),
    ).toBe(false);
    const again = await setUp(false, { retentionDays: null }, first);
    expect(await chainOf(again)).toMatchObject({ whole: false, entries: 15, found: [{ kind: 'CHANGED', seq: 3 }] });
    await again.close();
  });

  it('goes by when a checkpoint was signed, whatever it is found by', async () => {
    await fortyDays();
    await first.end();
    await dateCheckpoint(first, 3, Date.parse('2026-01-02T00:00:00Z'));
    const setup = await setUp(false, settings, first);
    const { retention } = await trailOf(setup);
    expect(retention).toMatchObject({ days: 30, next: null });
    expect(retention.refusal).toContain('checkpoint 3');
    await setup.end();
    const again = await setUp(false, { retentionDays: null }, first);
    expect(await chainOf(again)).toMatchObject({ whole: true, entries: 15, begins: null });
    await again.close();
  });

  it('keeps for no fewer days what administrators set than can be set', async () => {
    const setup = first;
    await fortyDays();
    setup.test.clock.advance(20 * 86_400_000);
    await setStoredRetention(setup, 1);
    expect((await trailOf(setup)).retention.days).toBe(limits.auditRetentionDays);
    const internal = authed(setup.service.app, setup.test.serviceToken('profiles'));
    expect((await internal.call(calls.removeOldAudit)).json()).toEqual({ gone: 10 });
    await setup.close();
  });

  it('without one nothing is ever removed', async () => {
    await fortyDays();
    await first.end();
    const setup = await setUp(false, {}, first);
    expect((await trailOf(setup)).retention).toEqual({ days: null, next: null, refusal: null });
    await setup.end();
    const again = await setUp(false, {}, first);
    expect(await chainOf(again)).toMatchObject({ whole: true, entries: 15, begins: null });
    await again.close();
  });
});
