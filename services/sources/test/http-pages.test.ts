import { describe, expect, it } from '@jest/globals';
import { provide, start } from './support/each-test.ts';
import { type FakeProvider, json, type SeenCall } from './support/fake-provider.ts';
import { httpYaml, officeAnswer, officeAnswers } from './support/office.ts';
import { phones } from './support/sources-under-test.ts';

const pageOf = ({ url }: SeenCall): number => Number(new URL(url, 'http://x').searchParams.get('page') || 1);

/** A provider whose answers have so many pages, each with one mail and `next` as the test tells it. */
const paged = (pages: number, next: (page: number, call: SeenCall) => unknown): Promise<FakeProvider> =>
  provide((call, response) => {
    const page = pageOf(call);
    json(response, { mails: [`${page}@mail.example`], next: page < pages ? next(page + 1, call) : null });
  });

const MAP = 'answer: { map: { emails: mails } }';
const mails = (count: number): string[] => Array.from({ length: count }, (_, index) => `${index + 1}@mail.example`);

describe('the pages of an answer', () => {
  it.each<[string, (page: number, call: SeenCall) => unknown]>([
    ['a whole address', (page, { headers, url }) => `http://${headers.host}${url.split('?')[0]}?page=${page}`],
    ['an address from the root', (page, { url }) => `${url.split('?')[0]}?page=${page}`],
    ['an address beside it', (page) => `?page=${page}`],
  ])('are followed by %s, with the same proof of who asks', async (_what, next) => {
    const provider = await paged(3, next);
    const sources = await start({
      yaml: httpYaml([
        `request: { url: "${provider.url}/numbers/{phone}" }`,
        'auth: { type: query, name: key, value: "${env:KEY}" }',
        'next: "body.next"',
        MAP,
      ]),
      env: { KEY: 'key-of-mine' },
    });
    const { observation } = await officeAnswer(sources);
    expect(observation.fields?.emails).toEqual(mails(3));
    expect(provider.seen.map(({ url }) => new URL(url, 'http://x').searchParams.getAll('key'))).toEqual([
      ['key-of-mine'],
      ['key-of-mine'],
      ['key-of-mine'],
    ]);
  });

  it('are followed by a token in the address', async () => {
    const provider = await paged(3, (page) => page);
    const sources = await start({
      yaml: httpYaml([`request: { url: "${provider.url}/numbers/{phone}?page={next}" }`, 'next: "body.next"', MAP]),
    });
    expect((await officeAnswer(sources)).observation.fields?.emails).toEqual(mails(3));
    expect(provider.seen.map(({ url }) => url.split('?')[1])).toEqual(['page=', 'page=2', 'page=3']);
  });

  it('are followed by a token in the body', async () => {
    const provider = await provide((call, response) => {
      const { after } = JSON.parse(call.body) as { after: string };
      json(response, { mails: [`${after || 'first'}@mail.example`], next: after === '' ? 'second' : null });
    });
    const sources = await start({
      yaml: httpYaml([
        `request: { method: POST, url: "${provider.url}/numbers", body: { tel: "{phone}", after: "{next}" } }`,
        'next: "body.next"',
        MAP,
      ]),
    });
    expect((await officeAnswer(sources)).observation.fields?.emails).toEqual([
      'first@mail.example',
      'second@mail.example',
    ]);
  });

  it('end at the tenth, and the answer says that there are more', async () => {
    const provider = await paged(1000, (page) => `?page=${page}`);
    const sources = await start({
      yaml: httpYaml([`request: { url: "${provider.url}/numbers/{phone}" }`, 'next: "body.next"', MAP]),
    });
    const { observation, message } = await officeAnswer(sources);
    expect(observation.fields?.emails).toEqual(mails(10));
    expect(message).toMatch(/more than 10 pages/);
    expect(provider.seen).toHaveLength(10);
  });

  it.each([
    [2, 'FOUND'],
    [3, 'FAILED'],
  ])('are taken up to 8 MB in all: %s of 3 MB are %s', async (pages, expected) => {
    const provider = await provide((call, response) => {
      const page = pageOf(call);
      const next = page < pages ? `?page=${page + 1}` : null;
      json(response, { mails: [`${page}@mail.example`], more: 'x'.repeat(3 * 1024 * 1024), next });
    });
    const sources = await start({
      yaml: httpYaml([`request: { url: "${provider.url}/numbers/{phone}" }`, 'next: "body.next"', MAP]),
    });
    const { status, message, observation } = await officeAnswer(sources);
    expect(status).toBe(expected);
    if (status === 'FOUND') expect(observation.fields?.emails).toEqual(mails(pages));
    else expect(message).toMatch(/more than is taken/);
    expect(provider.seen).toHaveLength(pages);
  });

  it.each<[string, (page: number, call: SeenCall) => unknown, RegExp]>([
    ['another host', () => 'http://elsewhere.example/?page=2', /another host/],
    ['another port', () => 'http://127.0.0.1:1/?page=2', /another host/],
    ['themselves', (_page, { url }) => url, /round in circles/],
  ])('that lead to %s are not followed: the number fails with the reason', async (_what, next, reason) => {
    const provider = await paged(1000, next);
    const sources = await start({
      yaml: httpYaml([`request: { url: "${provider.url}/numbers/{phone}" }`, 'next: "body.next"', 'retries: 0', MAP]),
    });
    const { status, message } = await officeAnswer(sources);
    expect(status).toBe('FAILED');
    expect(message).toMatch(reason);
    expect(provider.seen.length).toBeLessThanOrEqual(2);
  });

  it('of a batch belong together: items of one number may stand on several', async () => {
    const provider = await provide((call, response) => {
      const page = pageOf(call);
      json(response, {
        items: phones(3).map((tel) => ({ tel, mail: `${page}@${tel.slice(1)}.example` })),
        next: page < 2 ? '?page=2' : null,
      });
    });
    const sources = await start({
      yaml: httpYaml([
        `request: { url: "${provider.url}/numbers/{phones}", batchSize: 3 }`,
        'next: "body.next"',
        'answer: { items: "body.items", phone: tel, map: { emails: mail } }',
      ]),
    });
    const answers = await officeAnswers(sources, phones(3));
    expect(answers.map(({ observation }) => observation.fields?.emails?.length)).toEqual([2, 2, 2]);
    expect(provider.seen).toHaveLength(2);
  });

  it('are asked from the first again when the process ended between two: each number has one result', async () => {
    let hold: (() => void) | null = null;
    const held: Array<() => void> = [];
    const provider = await provide((call, response) => {
      const page = pageOf(call);
      const answer = (): void => json(response, { mails: [`${page}@mail.example`], next: page < 3 ? page + 1 : null });
      if (page === 2 && hold) {
        held.push(answer);
        hold();
      } else answer();
    });
    const sources = await start({
      yaml: httpYaml([
        `request: { url: "${provider.url}/numbers/{phone}?page={next}" }`,
        'next: "body.next"',
        MAP,
        'limits: { concurrency: 1 }',
      ]),
    });
    const list = phones(3);
    const atSecond = new Promise<void>((resolve) => (hold = resolve));
    await sources.send(list);
    await atSecond;
    hold = null;
    await sources.restart();
    const resolved = await Promise.all(
      list.map((phone) => sources.kit.bus.waitFor('phone.resolved', ({ data }) => data.phone === phone)),
    );
    for (const { data } of resolved) expect(data.observations.at(-1)?.fields?.emails).toEqual(mails(3));
    expect(sources.resolved()).toHaveLength(3);
    // Two pages of the first number were lost with the process.
    expect(provider.seen).toHaveLength(9 + 2);
  });
});
