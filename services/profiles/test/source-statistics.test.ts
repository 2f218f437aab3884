import { describe, expect, it } from '@jest/globals';
import { calls, type Observation, SourceStatistics } from '@numscope/contracts';
import { buildObservation } from '@numscope/testing';
import { aroundAll } from '@numscope/testing/around';
import { foundPhone, type Setup, setUp } from './setup.ts';

const HOUR_MS = 3_600_000;
const asking = { asked: 10, found: 4, nothing: 5, failed: 1, fresh: 2, cost: 0.2 };
const named = (name: string, more: Observation['fields'] = {}): Observation['fields'] => ({
  names: [{ name, type: 'OK' }],
  ...more,
});

describe('what a source is worth', () => {
  let setup: Setup;
  let now: number;
  aroundAll(
    () => setUp(),
    (opened) => {
      setup = opened;
      now = setup.kit.clock.now();
      const at = Math.floor(now / HOUR_MS) * HOUR_MS;
      setup.client.answer({
        askingCounts: ({ query }) => ({
          known: query.source !== 'NOBODY',
          ever: query.source === 'NOBODY' ? { ...asking, asked: 0, fresh: 0 } : asking,
          countries: [{ country: 'UZ', ...asking }],
          times: [{ at, ...asking }],
          photos: { waiting: 2, givenUp: 1 },
        }),
      });
    },
  );
  const said = (phone: string, by: Readonly<Record<string, Observation['fields']>>, at = now) => ({
    ...foundPhone(phone, {}),
    observations: Object.entries(by).map(([source, fields]) =>
      buildObservation({ id: `${phone} ${source} ${at}`, phone, source, fields, at, trust: 0.5 }),
    ),
  });
  const worth = async (name: string, query = {}): Promise<SourceStatistics> =>
    SourceStatistics.parse((await setup.admin.call(calls.sourceStatistics, { params: { name }, query })).json());
  const agreement = async (name: string): Promise<{ agreed: number; contradicted: number }> => {
    const { ever, total } = await worth(name);
    expect([total.agreed, total.contradicted]).toEqual([ever.agreed, ever.contradicted]);
    return { agreed: ever.agreed, contradicted: ever.contradicted };
  };

  it('says with how many others it agrees and which contradict it, counted once however often an answer comes', async () => {
    const event = said('+998901110101', {
      A: named('Anvar Karimov', { birthDate: '1985-03-02' }),
      B: named('Анвар Каримов', { birthDate: '1990-01-01' }),
      C: named('Li Na'),
      D: { city: 'Tashkent' },
    });
    await setup.resolve(event);
    await setup.resolve(event);
    await setup.restart();
    await setup.resolve(event);
    expect((await worth('A')).photos).toEqual({ waiting: 2, givenUp: 1 });
    expect(await agreement('A')).toEqual({ agreed: 1, contradicted: 1 });
    expect(await agreement('B')).toEqual({ agreed: 1, contradicted: 1 });
    expect(await agreement('C')).toEqual({ agreed: 0, contradicted: 1 });
    expect(await agreement('D')).toEqual({ agreed: 0, contradicted: 0 });
  });

  it('follows what the sources say now, and what was deleted', async () => {
    const phone = '+998901110102';
    const before = await agreement('E');
    await setup.resolve(said(phone, { E: named('Anvar Karimov'), F: named('Li Na') }));
    expect(await agreement('E')).toEqual({ agreed: before.agreed, contradicted: before.contradicted + 1 });
    await setup.resolve(said(phone, { F: named('Anvar Karimov') }, now + 1));
    expect(await agreement('E')).toEqual({ agreed: before.agreed + 1, contradicted: before.contradicted });
    await setup.admin.call(calls.deleteProfile, { params: { phone } });
    expect(await agreement('E')).toEqual(before);
  });

  it('tells it with what it was asked and what a useful answer cost, by country and hour', async () => {
    await setup.resolve(
      said('+998901110103', { G: { emails: ['a@mail.example'] }, H: { emails: ['A@mail.example'] } }),
    );
    const told = await worth('G');
    const figures = { ...asking, agreed: 1, contradicted: 0, costOfUseful: 0.05 };
    expect(told).toMatchObject({ source: 'G', span: 'HOUR', total: figures, ever: figures });
    expect(told.times).toEqual([{ at: Math.floor(now / HOUR_MS) * HOUR_MS, ...figures }]);
    const long = await worth('G', { from: now - 40 * 24 * HOUR_MS, to: now + HOUR_MS });
    expect(long.span).toBe('DAY');
  });

  it('refuses a range that is none, a name that is no source, and whoever is no administrator', async () => {
    const params = { name: 'G' };
    const wrong = await setup.admin.call(calls.sourceStatistics, { params, query: { from: 5, to: 5 } });
    expect(wrong.statusCode).toBe(422);
    const unknown = await setup.admin.call(calls.sourceStatistics, { params: { name: 'NOBODY' } });
    expect(unknown.statusCode).toBe(404);
    expect((await setup.user.call(calls.sourceStatistics, { params })).statusCode).toBe(403);
  });
});
