import { describe, expect, it } from '@jest/globals';
import { calls } from '@numscope/contracts';
import { provide, start } from './support/each-test.ts';
import { json } from './support/fake-provider.ts';
import { httpYaml, officeAnswer, officeAnswers } from './support/office.ts';
import { PHONE, phones } from './support/sources-under-test.ts';

describe('a form', () => {
  it('is percent-encoded with whatever its values hold, and says of what type it is', async () => {
    const provider = await provide((_call, response) => json(response, { names: ['Anvar'] }));
    const sources = await start({
      yaml: httpYaml([
        'request:',
        '  method: POST',
        `  url: "${provider.url}/lookup"`,
        '  body: { form: { To: "{e164}", note: "a&b=c %", count: 2 } }',
      ]),
    });
    await officeAnswer(sources);
    const [call] = provider.seen;
    expect(call?.headers['content-type']).toBe('application/x-www-form-urlencoded');
    expect(call?.body).toBe('To=%2B998901234567&note=a%26b%3Dc+%25&count=2');
  });

  it('repeats a name for each number of a batch', async () => {
    const provider = await provide((call, response) =>
      json(
        response,
        new URLSearchParams(call.body).getAll('to').map((tel) => ({ tel, who: `Person ${tel}` })),
      ),
    );
    const sources = await start({
      yaml: httpYaml([
        `request: { method: POST, url: "${provider.url}/bulk", batchSize: 5, body: { form: { to: { forEach: "{e164}" } } } }`,
        'answer: { items: "body", phone: "tel", map: { names: "who" } }',
      ]),
    });
    const answers = await officeAnswers(sources, phones(7));
    expect(provider.seen).toHaveLength(2);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set(['FOUND']));
  });
});

describe('a batch', () => {
  it.each([
    ['numbers with a plus', 'body: { numbers: "{e164s}" }', (body: unknown) => (body as { numbers: string[] }).numbers],
    [
      'an object for each number',
      'body: { list: { forEach: { msisdn: "{e164}", in: ["{country}"] } }, say: all }',
      (body: unknown) => (body as { list: Array<{ msisdn: string }> }).list.map(({ msisdn }) => msisdn),
    ],
    [
      'a list alone',
      'body: { forEach: { msisdn: "{e164}" } }',
      (body: unknown) => (body as Array<{ msisdn: string }>).map(({ msisdn }) => msisdn),
    ],
  ])('carries %s', async (_what, body, numbersOf) => {
    const provider = await provide((call, response) =>
      json(response, { results: numbersOf(JSON.parse(call.body)).map((tel) => ({ tel, who: `Person ${tel}` })) }),
    );
    const sources = await start({
      yaml: httpYaml([
        'request:',
        '  method: POST',
        `  url: "${provider.url}/bulk"`,
        '  batchSize: 4',
        `  ${body}`,
        'answer: { items: "body.results", phone: "tel", map: { names: "who" } }',
      ]),
    });
    const asked = phones(10);
    const answers = await officeAnswers(sources, asked);
    expect(answers.map(({ observation }) => observation.fields?.names?.[0]?.name)).toEqual(
      asked.map((phone) => `Person ${phone}`),
    );
    expect(provider.seen).toHaveLength(3);
  });

  it('keeps all items about one number together: lists are united, of single values the newest item counts', async () => {
    const provider = await provide((_call, response) =>
      json(response, {
        results: [
          { tel: '998900000000', who: 'Anvar', mail: ['a@mail.example'], town: 'Tashkent', year: '2015' },
          { tel: '998900000001', who: 'Bobur', mail: [], town: 'Bukhara', year: '2020' },
          { tel: '998900000000', who: 'A. Karimov', mail: ['b@mail.example'], town: 'Samarkand', year: '2021' },
          { tel: '998900000002', error: 'unknown to us' },
        ],
      }),
    );
    const sources = await start({
      yaml: httpYaml([
        `request: { method: POST, url: "${provider.url}/bulk", batchSize: 4, body: { numbers: "{phones}" } }`,
        'answer:',
        '  items: "body.results"',
        '  phone: tel',
        '  failed: "body.error"',
        '  observedAt: year',
        '  map: { names: who, emails: mail, city: town }',
      ]),
    });
    const [two, one, failed, none] = await officeAnswers(sources, phones(4));
    expect(two?.observation.fields).toMatchObject({
      names: [
        { name: 'A. Karimov', type: 'UNKNOWN' },
        { name: 'Anvar', type: 'UNKNOWN' },
      ],
      emails: ['b@mail.example', 'a@mail.example'],
      city: 'Samarkand',
    });
    expect(two?.observation.observedAt).toBe(Date.UTC(2021));
    expect(one?.observation.fields).toEqual({ names: [{ name: 'Bobur', type: 'UNKNOWN' }], city: 'Bukhara' });
    expect(failed).toMatchObject({ status: 'FAILED', message: 'unknown to us' });
    expect(none?.status).toBe('NOT_FOUND');
  });

  const bulk = (url: string, phone: string): string =>
    httpYaml([
      `request: { method: POST, url: "${url}/bulk", batchSize: 4, body: { numbers: "{phones}" } }`,
      `answer: { items: "body.results", phone: "${phone}", map: { names: "who" } }`,
    ]);

  it('whose item is about several numbers answers each of them by it', async () => {
    const provider = await provide((_call, response) =>
      json(response, {
        results: [
          { contacts: [{ tel: '+998 90 000 00 00' }, { tel: '998900000001' }, { tel: null }], who: 'Anvar' },
          { contacts: [{ tel: '998900000001' }, { tel: '998900000001' }], who: 'Bobur' },
        ],
      }),
    );
    const sources = await start({ yaml: bulk(provider.url, 'contacts[].tel') });
    const answers = await officeAnswers(sources, phones(3));
    expect(answers.map(({ observation }) => observation.fields?.names?.map(({ name }) => name))).toEqual([
      ['Anvar'],
      ['Anvar', 'Bobur'],
      undefined,
    ]);
  });

  it('whose items are about so many that it is more than is taken fails', async () => {
    const tel = phones(4);
    const provider = await provide((_call, response) =>
      json(response, { results: [{ tel, who: 'Anvar', more: 'x'.repeat(3_000_000) }] }),
    );
    const sources = await start({ yaml: bulk(provider.url, 'tel') });
    const [one] = await officeAnswers(sources, tel);
    expect(one).toMatchObject({ status: 'FAILED', message: 'sent more than is taken' });
  });

  it('in whose items no number stands where it is looked for is told as a mapping that finds nothing', async () => {
    const provider = await provide((_call, response) =>
      json(response, { results: [{ contacts: [{ tel: '998901234567' }], who: 'Anvar' }] }),
    );
    const sources = await start({ yaml: bulk(provider.url, 'contacts.tel') });
    const { body } = await sources.admin.call(calls.testSource, {
      params: { name: 'OFFICE' },
      body: { phone: PHONE },
    });
    expect(JSON.parse(body)).toMatchObject({
      kind: 'MAPPING',
      message: expect.stringMatching(/mapping finds nothing/),
    });
  });

  it('in whose items stand other numbers than were asked for is told so, too', async () => {
    const provider = await provide((_call, response) => json(response, { results: [{ tel: '17', who: 'Anvar' }] }));
    const sources = await start({ yaml: bulk(provider.url, 'tel') });
    const { body } = await sources.admin.call(calls.testSource, {
      params: { name: 'OFFICE' },
      body: { phone: PHONE },
    });
    expect(JSON.parse(body)).toMatchObject({
      ok: false,
      kind: 'MAPPING',
      message: expect.stringMatching(/mapping finds nothing/),
    });
    const answers = await officeAnswers(sources, phones(4));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 4 }, () => 'NOT_FOUND'));
  });

  const austin = '+15123456789';
  const german = '+4915123456789';
  const kazan = '+79012345678';
  const bristol = '+19012345678';
  it.each([
    ['a plus', [austin, german], [austin], ['John', undefined]],
    ['00', [austin, german], ['0015123456789'], ['John', undefined]],
    [
      'its code, like the others',
      [austin, german, PHONE],
      ['15123456789', PHONE.slice(1)],
      ['John', undefined, 'John'],
    ],
    ['no code, like the others', [austin, german, PHONE], ['15123456789', '901234567'], [undefined, 'John', 'John']],
    ['no code but a zero before', [german, PHONE], ['0901234567'], [undefined, 'John']],
    ['no code that would tell of two', [kazan, bristol, PHONE], ['9012345678', PHONE], ['?', '?', 'John']],
    ['or without its code', [austin, german], ['15123456789'], ['?', '?']],
  ])('gives nobody what is said of another number; written with %s', async (_how, asked, told, expected) => {
    const provider = await provide((_call, response) =>
      json(response, { results: told.map((tel) => ({ tel, who: 'John' })) }),
    );
    const sources = await start({ yaml: bulk(provider.url, 'tel') });
    const answers = await officeAnswers(sources, asked);
    const unclear = /may be about this number or about another one/;
    expect(
      answers.map(({ message, observation }) =>
        unclear.test(message ?? '') ? '?' : observation.fields?.names?.[0]?.name,
      ),
    ).toEqual(expected);
  });

  it('is none, and its items need no number, where one is asked for at a time', async () => {
    const provider = await provide((_call, response) => json(response, { results: [{ who: 'A' }, { who: 'B' }] }));
    const sources = await start({
      yaml: httpYaml([
        `request: { url: "${provider.url}/{phone}" }`,
        'answer: { items: "body.results", map: { names: "who" } }',
      ]),
    });
    const { observation } = await officeAnswer(sources);
    expect(observation.fields?.names?.map(({ name }) => name)).toEqual(['A', 'B']);
  });
});
