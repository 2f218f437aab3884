import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { calls, ImportInfo } from '@numscope/contracts';
import { buildJob } from '@numscope/testing';
import { askUntil } from '@numscope/testing/ask-until';
import { PICTURE } from './imports.ts';
import { type Setup, setUp } from './setup.ts';

describe('an import that takes longer than callers wait', () => {
  let setup: Setup;
  let knows: () => void;
  beforeAll(async () => {
    setup = await setUp({ importAnswerMs: 1 });
  });
  afterAll(() => setup.close());

  /** Sends rows of which the first has a picture, which is not looked for before `knows` is called. */
  const send = async (rows: ReadonlyArray<Record<string, unknown>>) => {
    const held = new Promise<void>((resolve) => (knows = resolve));
    setup.client.answer({
      mainJob: () => buildJob({ id: 'main-job', number: 9, mainJob: true }),
      knownImages: async () => {
        await held;
        return { known: [] };
      },
    });
    const form = new FormData();
    form.set('file', new Blob(rows.map((row) => `${JSON.stringify(row)}\n`)), 'people');
    return setup.admin.inject({ method: 'POST', url: calls.importProfiles.path, payload: form });
  };
  const ended = (id: string): Promise<ImportInfo> =>
    askUntil(
      async () => ImportInfo.parse((await setup.admin.call(calls.getImport, { params: { id } })).json()),
      ({ state }) => state !== 'READING' && state !== 'APPLYING',
    );
  const rowAt = (place: number) => ({ phone: `+99890${1_000_000 + place}`, images: [PICTURE] });
  /** More than one part of it. */
  const rows = Array.from({ length: 600 }, (_none, place) => rowAt(place));
  const outcome = (wanted: string) =>
    setup.bus.waitFor(
      'audit.logged',
      ({ data }) => data.details === calls.importProfiles.summary && data.outcome === wanted,
    );

  it('is answered while it is read, and goes on', async () => {
    const answer = await send(rows);
    expect([answer.statusCode, answer.json()]).toMatchObject([200, { state: 'READING', imported: 0 }]);
    knows();
    expect(await ended(answer.json().id)).toMatchObject({ state: 'DONE', profiles: 600, applied: 600, faults: [] });
    await outcome('OK');
  });

  it('tells afterwards what was wrong with it, also in the audit, and leaves nothing', async () => {
    const answer = await send([...rows.map((_row, place) => rowAt(1000 + place)), { phone: 'nobody' }]);
    expect(answer.json()).toMatchObject({ state: 'READING' });
    knows();
    expect(await ended(answer.json().id)).toMatchObject({
      state: 'REFUSED',
      applied: 0,
      faults: [{ row: 601, field: 'phone' }],
    });
    await outcome('INVALID_DATA');
    const { phone } = rowAt(1000);
    expect((await setup.user.call(calls.getProfile, { params: { phone } })).statusCode).toBe(404);
  });
});
