import type { ServerResponse } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { calls, SourceTrial } from '@numscope/contracts';
import { json } from './support/fake-provider.ts';
import { provide, start } from './support/each-test.ts';
import { officeYaml, PHONE } from './support/sources-under-test.ts';

const FAILED = "body.error && {kind: body.code == `7` && 'NO_COVERAGE', message: body.error}";
const more = [`answer: { failed: "${FAILED}", map: { names: who } }`, 'retries: 0'];

describe('a source that a person tries tells what kind of trouble it has', () => {
  it.each<[string, (response: ServerResponse) => void, object]>([
    ['WRONG_KEY', (response) => json(response, {}, 401), { status: 'FAILED' }],
    ['NO_CREDIT', (response) => json(response, {}, 402), { status: 'FAILED' }],
    ['QUOTA', (response) => json(response, {}, 429), { status: 'FAILED' }],
    ['NO_COVERAGE', (response) => json(response, { error: 'not there', code: 7 }), { message: 'not there' }],
    ['NETWORK', (response) => response.destroy(), { status: 'FAILED' }],
    ['PROVIDER', (response) => json(response, {}, 500), { status: 'FAILED' }],
    ['PROVIDER', (response) => json(response, { error: 'out of order' }), { message: 'out of order' }],
    ['MAPPING', (response) => void response.end('<html>Welcome</html>'), { status: 'FAILED' }],
    [
      'MAPPING',
      (response) => json(response, { name: 'Anvar' }),
      { status: 'NOT_FOUND', message: expect.stringContaining('the mapping finds nothing in its answer') },
    ],
  ])('%s', async (kind, reply, said) => {
    const provider = await provide((_call, response) => reply(response));
    const yaml = officeYaml(provider.url, more);
    const sources = await start({ yaml });
    const tested = await sources.admin.call(calls.testSource, { params: { name: 'OFFICE' }, body: { phone: PHONE } });
    expect(tested.json()).toMatchObject({ ok: false, kind, fields: null, ...said });
    const source = yaml
      .split('\n')
      .slice(1)
      .map((line) => line.slice(2))
      .join('\n');
    const tried = await sources.admin.call(calls.trySource, { body: { source, phone: PHONE } });
    expect(SourceTrial.parse(tried.json())).toMatchObject({ kind, fields: null, ...said });
  });

  it('QUOTA where the last call that it allows today was not the last page, at once', async () => {
    const provider = await provide((_call, response) => json(response, { who: 'Anvar', next: '?page=2' }));
    const answer = 'answer: { map: { names: who } }';
    const sources = await start({
      yaml: officeYaml(provider.url, ['limits: { perDay: 1 }', 'next: "body.next"', answer]),
    });
    sources.kit.clock.freeze('2026-11-20T10:00:00Z');
    const tested = await sources.admin.call(calls.testSource, { params: { name: 'OFFICE' }, body: { phone: PHONE } });
    expect(tested.json()).toMatchObject({
      ok: false,
      status: 'FAILED',
      kind: 'QUOTA',
      message: 'not asked: its quota is used up, more from 2026-11-21T00:00:00.000Z',
    });
    expect(provider.seen).toHaveLength(1);
  });

  it('and none where it answers, or says that it knows nothing', async () => {
    const provider = await provide((call, response) =>
      json(response, call.url.endsWith('7') ? { who: 'Anvar' } : { none: 1 }),
    );
    const answer = 'answer: { notFound: "body.none", map: { names: who } }';
    const sources = await start({ yaml: officeYaml(provider.url, [answer]) });
    for (const [phone, status] of [
      [PHONE, 'FOUND'],
      ['+998901234568', 'NOT_FOUND'],
    ] as const) {
      const tested = await sources.admin.call(calls.testSource, { params: { name: 'OFFICE' }, body: { phone } });
      expect(tested.json()).toMatchObject({ ok: true, status, kind: null, message: null });
    }
  });
});
