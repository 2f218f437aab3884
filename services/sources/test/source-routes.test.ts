import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { calls, SourceInfo, specifiedSources } from '@numscope/contracts';
import * as z from 'zod';
import { officeYaml, PHONE, type SourcesUnderTest, startSources } from './support/sources-under-test.ts';

let sources: SourcesUnderTest;
beforeAll(async () => {
  sources = await startSources({
    yaml: `${officeYaml('http://127.0.0.1:1')}\n  LINE:\n    connector: http\n    enabled: false\n    request: { url: "http://127.0.0.1:1/{phone}" }`,
    sandbox: true,
  });
});
afterAll(() => sources.close());

const planOf = async ({ admin }: SourcesUnderTest): Promise<SourceInfo> =>
  SourceInfo.parse((await admin.call(calls.getSource, { params: { name: 'NUMBERING_PLAN' } })).json());

describe('the list of sources', () => {
  it('has all specified ones, the own, the numbering plan and the sandbox, configured or not', async () => {
    const list = z.array(SourceInfo).parse((await sources.admin.call(calls.listSources)).json());
    const byName = new Map(list.map((info) => [info.name, info]));
    expect([...byName.keys()].toSorted()).toEqual(
      [...specifiedSources, 'OFFICE', 'NUMBERING_PLAN', 'SANDBOX'].toSorted(),
    );
    expect(byName.get('TELEGRAM')).toMatchObject({ configured: false, state: 'NOT_CONFIGURED', connector: null });
    expect(byName.get('LINE')).toMatchObject({ configured: false, state: 'NOT_CONFIGURED' });
    expect(byName.get('OFFICE')).toMatchObject({
      configured: true,
      state: 'CLOSED',
      connector: 'http',
      freshForDays: 30,
    });
    expect(byName.get('NUMBERING_PLAN')).toMatchObject({ configured: true, connector: 'numbering-plan' });
  });

  it('counts what a source answered', async () => {
    await sources.lookUp([PHONE]);
    const info = SourceInfo.parse((await sources.admin.call(calls.getSource, { params: { name: 'SANDBOX' } })).json());
    expect(info.lastHour.asked).toBe(1);
    expect(info.lastHour.found + info.lastHour.nothing).toBe(1);
    expect(info.lastHour.answers).toHaveLength(30);
    expect(info.lastHour.answers.reduce((sum, count) => sum + count, 0)).toBe(1);
    expect(await planOf(sources)).toMatchObject({ lastHour: { asked: 1, found: 1, averageMs: null } });
  });

  it('counts what the numbering plan answered where it alone is asked', async () => {
    const alone = await startSources();
    try {
      await alone.lookUp([PHONE, '+9991234567']);
      expect(await planOf(alone)).toMatchObject({ lastHour: { asked: 2, found: 1, nothing: 1, failed: 0 } });
      await alone.admin.call(calls.pauseSource, { params: { name: 'NUMBERING_PLAN' } });
      await alone.lookUp([PHONE], { run: 2 });
      expect(await planOf(alone)).toMatchObject({ state: 'PAUSED', lastHour: { asked: 3, failed: 1 } });
    } finally {
      await alone.close();
    }
  });
});

describe('one source', () => {
  it('is told by its name; a name that is no source is 404, one that nobody configured cannot be tried or paused', async () => {
    expect((await sources.admin.call(calls.getSource, { params: { name: 'OFFICE' } })).statusCode).toBe(200);
    expect((await sources.admin.call(calls.getSource, { params: { name: 'NOBODY' } })).statusCode).toBe(404);
    for (const call of [calls.testSource, calls.pauseSource, calls.resumeSource]) {
      const answer = await sources.admin.call(call, { params: { name: 'TELEGRAM' } });
      expect(answer.json()).toMatchObject({ statusCode: 503, code: 'NOT_CONFIGURED', details: { source: 'TELEGRAM' } });
    }
  });

  it('can be tried without anything being kept', async () => {
    const phone = '+998901112233';
    // With its plus sign and without.
    for (const written of [phone, phone.slice(1)]) {
      const plan = await sources.admin.call(calls.testSource, {
        params: { name: 'NUMBERING_PLAN' },
        body: { phone: written },
      });
      expect(plan.json()).toMatchObject({ ok: true, status: 'FOUND', fields: { numbering: { country: 'UZ' } } });
    }
    const down = await sources.admin.call(calls.testSource, { params: { name: 'OFFICE' }, body: { phone } });
    expect(down.json()).toMatchObject({
      ok: false,
      status: 'FAILED',
      message: expect.stringContaining('cannot be reached'),
      fields: null,
    });
    const kept = await sources.internal.call(calls.observationsAsIs, { query: { phone } });
    expect(kept.json()).toEqual([]);
  });
});

describe('who may call', () => {
  it.each(Object.values(calls).filter(({ service, access }) => service === 'sources' && access !== 'signed-in'))(
    '$path is not for users',
    async (call) => {
      const answer = await sources.user.inject({ method: call.method, url: call.path.replace('{name}', 'OFFICE') });
      expect(answer.statusCode).toBe(403);
    },
  );
});
