import { describe, expect, it } from '@jest/globals';
import { calls } from '@numscope/contracts';
import { provide, start } from './support/each-test.ts';
import { json } from './support/fake-provider.ts';
import { officeYaml, phones } from './support/sources-under-test.ts';

const DAY_MS = 86_400_000;

const [first = '', second = '', third = ''] = phones(3);

describe('answers of sources', () => {
  it('are counted by their age, and go some at a time; younger ones of the same number stay', async () => {
    const provider = await provide((_call, response) => json(response, { names: [{ name: 'Anvar', type: 'OK' }] }));
    const service = await start({ yaml: officeYaml(provider.url) });
    const { clock } = service.kit;
    clock.freeze('2026-01-01T12:00:00Z');
    await service.lookUp([first, second]);
    clock.advance(20 * DAY_MS);
    await service.lookUp([second, third]);
    const kept = async (phone: string): Promise<number[]> =>
      calls.observationsAsIs.answer
        .parse((await service.internal.call(calls.observationsAsIs, { query: { phone } })).json())
        .map(({ at }) => at);
    const all = await Promise.all([first, second, third].map(kept));
    const before = clock.now() - 10 * DAY_MS;
    const old = all.flat().filter((at) => at < before).length;
    expect(old).toBeGreaterThan(0);

    const count = async (): Promise<unknown> =>
      (await service.internal.call(calls.countOldObservations, { body: { before } })).json();
    expect(await count()).toEqual({ count: old, atLeast: false });
    let removed = 0;
    for (let more = true; more;) {
      const answer = calls.removeOldObservations.answer.parse(
        (await service.internal.call(calls.removeOldObservations, { body: { before, limit: 1 } })).json(),
      );
      removed += answer.removed;
      ({ more } = answer);
    }
    expect(removed).toBe(old);
    expect(await count()).toEqual({ count: 0, atLeast: false });
    expect(await Promise.all([first, second, third].map(kept))).toEqual(
      all.map((times) => times.filter((at) => at >= before)),
    );
  });
});
