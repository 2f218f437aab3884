import { describe, expect, it } from '@jest/globals';
import { provide, start } from './support/each-test.ts';
import { json, phoneOf } from './support/fake-provider.ts';
import { officeYaml, PHONE, phones } from './support/sources-under-test.ts';

describe('with nothing but the numbering plan', () => {
  it('finds every number that a plan allows', async () => {
    const sources = await start();
    const [resolved] = await sources.lookUp([PHONE]);
    expect(resolved?.status).toBe('FOUND');
    expect(resolved?.sources).toMatchObject([{ source: 'NUMBERING_PLAN', status: 'FOUND', cached: false }]);
    expect(resolved?.observations[0]?.fields?.numbering).toMatchObject({
      country: 'UZ',
      lineType: 'MOBILE',
      international: '+998 90 123 45 67',
    });
  });
});

describe('with an HTTP source', () => {
  it('maps what it knows, says NOT_FOUND for a status that means so, and always adds the numbering plan', async () => {
    const provider = await provide((call, response) =>
      phoneOf(call).endsWith('1')
        ? json(response, {}, 404)
        : json(response, { names: [{ name: 'Anvar', type: 'OK' }], emails: 'a@mail.example' }),
    );
    const sources = await start({ yaml: officeYaml(provider.url, ['answer: { notFoundStatus: [404] }']) });
    const [found, nothing] = await sources.lookUp(phones(2));
    expect(found?.status).toBe('FOUND');
    expect(found?.observations.map(({ source }) => source)).toEqual(['NUMBERING_PLAN', 'OFFICE']);
    expect(found?.observations[1]?.fields).toEqual({
      names: [{ name: 'Anvar', type: 'OK' }],
      emails: ['a@mail.example'],
    });
    expect(nothing?.status).toBe('NOT_FOUND');
    expect(nothing?.observations[0]?.fields?.numbering?.country).toBe('UZ');
  });
});

describe('with the sandbox', () => {
  it('makes up the same people every time, knows nothing of some, and fails only for marked numbers', async () => {
    const sources = await start({ sandbox: true });
    const asked = [...phones(200), '+998901255555'];
    const first = await sources.lookUp(asked);
    const again = await sources.lookUp(asked, { job: { id: 'job-2', number: 2, pass: 1 } });
    const people = (list: typeof first) =>
      Object.fromEntries(
        list.map(({ phone, observations }) => [phone, observations.find(({ source }) => source === 'SANDBOX')?.fields]),
      );
    expect(people(again)).toEqual(people(first));
    const count = (status: string): number => first.filter((resolved) => resolved.status === status).length;
    expect(count('FAILED')).toBe(1);
    expect(count('NOT_FOUND')).toBeGreaterThan(20);
    expect(count('NOT_FOUND')).toBeLessThan(60);
    expect(count('FOUND') + count('NOT_FOUND') + 1).toBe(asked.length);
  });
});
