import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { calls } from '@numscope/contracts';
import * as z from 'zod';
import { foundPhone, type Setup, setUp } from './setup.ts';

const Entity = z.object({ id: z.string(), schema: z.string(), properties: z.record(z.string(), z.array(z.string())) });
const Bundle = z.object({
  type: z.literal('bundle'),
  id: z.string(),
  objects: z.array(z.looseObject({ type: z.string(), id: z.string() })),
});

const full = {
  names: [{ name: 'Anvar Karimov', type: 'TELEGRAM' }],
  birthDate: '1980-02-03',
  gender: 'MALE',
  country: 'UZ',
  city: 'Tashkent',
  emails: ['anvar@example.org'],
  sites: ['https://example.org/', 'anvar at example'],
  socialNetworks: [{ id: 'anvar', socialNetwork: 'TELEGRAM' }],
  line: { carrier: 'Beeline', ported: true },
};

describe('exports for other systems', () => {
  let setup: Setup;
  beforeAll(async () => {
    setup = await setUp();
    await setup.resolve(
      foundPhone('+998901234501', full),
      foundPhone('+998901234502', { line: { carrier: 'Ucell' } }),
      foundPhone('+998901234503', { names: [{ name: 'Made Up', type: 'OK' }] }, { source: 'SANDBOX' }),
    );
  });
  afterAll(() => setup.close());

  const exported = async (format: string, phone?: string) => {
    const raw = phone === undefined ? {} : { filters: { phone: { values: [phone], and: true } } };
    return setup.admin.call(calls.exportProfileStream, { query: { format }, raw });
  };
  const entities = async (phone?: string) =>
    (await exported('ftm', phone)).body
      .trimEnd()
      .split('\n')
      .map((line) => Entity.parse(JSON.parse(line)));
  const objects = async (phone?: string) => Bundle.parse(JSON.parse((await exported('stix', phone)).body)).objects;

  it("as FollowTheMoney have the line, its holder and the holder's accounts, tied to each other", async () => {
    const [line, person, account, ...more] = await entities('+998901234501');
    expect(more).toEqual([]);
    expect(line).toMatchObject({
      schema: 'UserAccount',
      properties: { service: ['telephone'], phone: ['+998901234501'], owner: [person?.id] },
    });
    expect(line?.properties['notes']).toEqual(expect.arrayContaining(['line.carrier: Beeline', 'line.ported: true']));
    expect(person).toMatchObject({
      schema: 'Person',
      properties: {
        name: ['Anvar Karimov'],
        birthDate: ['1980-02-03'],
        gender: ['male'],
        country: ['uz'],
        email: ['anvar@example.org'],
        phone: ['+998901234501'],
        website: ['https://example.org/'],
        publisher: expect.arrayContaining(['TELEGRAM']),
      },
    });
    expect(person?.properties['notes']).toEqual(expect.arrayContaining(['site: anvar at example', 'city: Tashkent']));
    expect(account).toMatchObject({
      schema: 'UserAccount',
      properties: { service: ['TELEGRAM'], username: ['anvar'], owner: [person?.id] },
    });
  });

  it('as STIX have the same in objects whose ids stay the same', async () => {
    const all = await objects('+998901234501');
    const typed = (type: string) => all.filter((each) => each.type === type);
    expect(typed('identity').map(({ name }) => name)).toEqual(['Numscope', 'Anvar Karimov']);
    expect(typed('user-account')).toMatchObject([
      { account_type: 'telephone', user_id: '+998901234501' },
      { account_type: 'telegram', user_id: 'anvar' },
    ]);
    // As the package stix2 names it.
    expect(typed('email-addr')).toMatchObject([{ value: 'anvar@example.org' }]);
    expect(typed('location')).toMatchObject([{ country: 'UZ', city: 'Tashkent' }]);
    expect(typed('relationship')).toHaveLength(6);
    expect((await objects('+998901234501')).map(({ id }) => id)).toEqual(all.map(({ id }) => id));
  });

  it('say of a number alone nothing about a person, and of made-up people that they are', async () => {
    expect(await entities('+998901234502')).toMatchObject([{ schema: 'UserAccount' }]);
    expect((await objects('+998901234502')).map(({ type }) => type)).toEqual(['identity', 'user-account', 'note']);
    const madeUp = await entities('+998901234503');
    expect(madeUp.map(({ properties }) => properties['keywords'])).toEqual([['made-up'], ['made-up']]);
    expect((await objects('+998901234503')).find(({ name }) => name === 'Made Up')).toMatchObject({
      labels: ['made-up'],
    });
  });

  it('tell count and checksum at their end, and are whole of nothing', async () => {
    const { trailers, headers } = await exported('ftm');
    expect(trailers).toMatchObject({
      'x-profile-count': '3',
      'x-content-sha256': expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(headers['content-disposition']).toBe('attachment; filename="PROFILES.ftm.jsonl"');
    expect((await exported('ftm', '+998909999999')).body).toBe('');
    expect(await objects('+998909999999')).toMatchObject([{ type: 'identity', name: 'Numscope' }]);
  });
});
