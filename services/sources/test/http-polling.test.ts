import { writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { calls } from '@numscope/contracts';
import { scrape } from '@numscope/testing';
import { askUntil } from '@numscope/testing/ask-until';
import { provide, start } from './support/each-test.ts';
import { json } from './support/fake-provider.ts';
import { httpYaml, officeAnswer, officeAnswers } from './support/office.ts';
import { type PolledProvider, polledLines, startPolledProvider } from './support/polled-provider.ts';
import { PHONE, phones, type SourcesUnderTest } from './support/sources-under-test.ts';

describe('a provider that is asked until it is done', () => {
  it('gets each number once, and is asked by what it answered', async () => {
    const provider = await startPolledProvider();
    const sources = await start({ yaml: httpYaml(polledLines(provider.url)) });
    const asking = officeAnswers(sources, phones(3));
    await provider.polled(3);
    provider.finish();
    const answers = await asking;
    expect(answers.map(({ observation }) => observation.fields?.names?.[0]?.name)).toEqual(
      phones(3).map((phone) => `Person ${phone}`),
    );
    expect(provider.submitted.size).toBe(3);
    expect(provider.seen.find(({ method }) => method === 'GET')?.url).toMatch(/^\/lookups\/sub%2F\d$/);
  });

  it('is asked on after a restart, by the same submissions, for those numbers alone that have no answer', async () => {
    const provider = await startPolledProvider();
    const sources = await start({ yaml: httpYaml(polledLines(provider.url, { batchSize: 4 })) });
    const list = phones(10);
    await sources.send(list);
    await provider.polled(3);
    await sources.restart();
    provider.finish();
    const results = await Promise.all(
      list.map((phone) => sources.kit.bus.waitFor('phone.resolved', ({ data }) => data.phone === phone)),
    );
    expect(new Set(results.map(({ data }) => data.status))).toEqual(new Set(['FOUND']));
    expect(sources.resolved()).toHaveLength(10);
    expect([...provider.submitted.values()].flat().toSorted()).toEqual(list);
    expect(new Set(provider.answered.values())).toEqual(new Set([1]));
    // What is answered is over: another pass hands it in anew.
    const [again] = await officeAnswers(sources, [list[0] ?? ''], {
      job: { id: 'job-2', number: 2, pass: 1 },
      reuseFresh: false,
    });
    expect(again?.status).toBe('FOUND');
    expect(provider.submitted.size).toBe(4);
  });

  it('is asked on by the account that handed the number in', async () => {
    const provider = await startPolledProvider();
    const sources = await start({
      yaml: httpYaml([
        ...polledLines(provider.url),
        'accounts:',
        '  - { name: a, perDay: 1000, auth: { type: bearer, token: "${env:A}" } }',
        '  - { name: b, perDay: 1000, auth: { type: bearer, token: "${env:B}" } }',
      ]),
      env: { A: 'token-a', B: 'token-b' },
    });
    const asking = officeAnswers(sources, phones(2));
    await provider.polled(2);
    provider.finish();
    await asking;
    const tokensOf = (id: string, method: string): Set<string | undefined> =>
      new Set(
        provider.seen
          .filter((call) =>
            method === 'POST'
              ? call.method === 'POST' && call.body.includes(provider.submitted.get(id)?.[0] ?? '')
              : call.url.endsWith(encodeURIComponent(id)),
          )
          .map(({ headers }) => headers.authorization),
      );
    for (const id of provider.submitted.keys()) expect(tokensOf(id, 'GET')).toEqual(tokensOf(id, 'POST'));
  });

  it('is asked on by another account where the one that handed the number in was renamed', async () => {
    const provider = await startPolledProvider();
    const yaml = httpYaml(polledLines(provider.url));
    const sources = await start({ yaml });
    await sources.send([PHONE]);
    await provider.polled(1);
    writeFileSync(join(sources.kit.dir, 'sources.yaml'), `${yaml}\n    accounts: [{ name: main, perDay: 1000 }]`);
    await sources.restart();
    await provider.called(provider.seen.length + 2);
    provider.finish();
    const { data } = await sources.kit.bus.waitFor('phone.resolved', ({ data }) => data.phone === PHONE);
    expect(data.status).toBe('FOUND');
    expect(provider.submitted.size).toBe(1);
  });

  it('that is not done in time fails the number; asked again, it is handed in anew', async () => {
    const provider = await startPolledProvider();
    const sources = await start({ yaml: httpYaml(polledLines(provider.url, { atMostMs: 300 })) });
    const answer = await officeAnswer(sources);
    expect(answer).toMatchObject({
      status: 'FAILED',
      message: 'took the number, but was not done within 300 ms',
    });
    provider.finish();
    sources.kit.clock.advance(1000);
    const [again] = await officeAnswers(sources, [PHONE], { only: ['OFFICE'] });
    expect(again?.status).toBe('FOUND');
    expect(provider.submitted.size).toBe(2);
  });

  const costsOf = async (sources: SourcesUnderTest): Promise<unknown> => {
    const { ever } = await sources.store().statistics('OFFICE', { from: 0, to: Date.now() * 2, span: 'DAY' });
    return { asked: ever.asked, cost: ever.cost };
  };

  it('that is not done in time has its price counted all the same, once for each that was handed in', async () => {
    const provider = await startPolledProvider();
    const sources = await start({ yaml: httpYaml(polledLines(provider.url, { atMostMs: 300, batchSize: 2 })) });
    await officeAnswers(sources, phones(2));
    expect(await costsOf(sources)).toEqual({ asked: 2, cost: 0.5 });
    provider.finish();
    await officeAnswers(sources, phones(2), { only: ['OFFICE'] });
    expect(await costsOf(sources)).toEqual({ asked: 4, cost: 1 });
  });

  it.each([
    ['is done by then', true, 1],
    ['is not done even then', false, 2],
  ])(
    'that wants to be left alone for longer than numbers are asked on for, and %s',
    async (_what, isDone, handedIn) => {
      let polls = 0;
      const provider = await startPolledProvider(false, '', (_poll, response) => {
        if (++polls > 1) return false;
        response.writeHead(429, { 'retry-after': '200' }).end();
        return true;
      });
      const sources = await start({ yaml: httpYaml(polledLines(provider.url, { atMostMs: 120_000 })) });
      const [waiting] = await sources.lookUp([PHONE]);
      expect(waiting?.waiting).toHaveLength(1);
      sources.kit.clock.advance(201_000);
      if (isDone) provider.finish();
      const asking = officeAnswer(sources);
      if (!isDone) await provider.polled(2);
      provider.finish();
      expect(await asking).toMatchObject({ status: 'FOUND' });
      expect(provider.submitted.size).toBe(handedIn);
      expect(await costsOf(sources)).toEqual({ asked: 1, cost: handedIn * 0.5 });
    },
  );

  const broken = [
    (response: ServerResponse) => void response.destroy(),
    (response: ServerResponse) => json(response, {}, 503),
    (response: ServerResponse) =>
      void response.writeHead(200, { 'content-length': '9' }).write('{', () => response.destroy()),
  ];

  it('and whose connection breaks or that is not well meanwhile is asked on: what it took is paid', async () => {
    const provider = await startPolledProvider(true, '', (poll, response) => {
      broken[poll - 1]?.(response);
      return poll <= broken.length;
    });
    const sources = await start({ yaml: httpYaml([...polledLines(provider.url), 'retries: 0']) });
    expect((await officeAnswer(sources)).status).toBe('FOUND');
    expect([...provider.polls.values()]).toEqual([4]);
    expect(provider.submitted.size).toBe(1);
  });

  it.each([
    [0, 'cannot be reached (UND_ERR_SOCKET)', 'NETWORK'],
    [1, 'failed with status 503', 'PROVIDER'],
  ])('and stays away until its time is over fails the number, says why, and gets it once', async (how, why, kind) => {
    const provider = await startPolledProvider(true, '', (_poll, response) => {
      broken[how]?.(response);
      return true;
    });
    const sources = await start({ yaml: httpYaml(polledLines(provider.url, { atMostMs: 300 })) });
    expect(await officeAnswer(sources)).toMatchObject({
      status: 'FAILED',
      message: `took the number, but was not done within 300 ms: ${why}`,
    });
    const info = await sources.admin.call(calls.getSource, { params: { name: 'OFFICE' } });
    expect(info.json().lastError?.kind).toBe(kind);
    expect(provider.submitted.size).toBe(1);
  });

  it('and says itself that it has trouble with a network is done', async () => {
    const provider = await startPolledProvider(true);
    const lines = polledLines(provider.url).map((line) =>
      line.replace('items:', `failed: "body.state == 'done' && {kind: 'NETWORK', message: 'no line'}", items:`),
    );
    const sources = await start({ yaml: httpYaml(lines) });
    expect(await officeAnswer(sources)).toMatchObject({ status: 'FAILED', message: 'no line' });
    expect([...provider.polls.values()]).toEqual([1]);
  });

  it('is let alone when the job stops; played again, the same submission is asked on', async () => {
    const provider = await startPolledProvider();
    const sources = await start({ yaml: httpYaml(polledLines(provider.url)) });
    await sources.send([PHONE]);
    await provider.polled(1);
    await sources.jobIs('PAUSED', 1);
    await sources.send([PHONE], { run: 2 });
    await sources.jobIs('IN_PROGRESS', 2);
    provider.finish();
    const { data } = await sources.kit.bus.waitFor('phone.resolved', ({ data: { phone } }) => phone === PHONE);
    expect(data.status).toBe('FOUND');
    expect(provider.submitted.size).toBe(1);
    expect(sources.resolved()).toHaveLength(1);
  });

  /** A source that is asked on in one call for numbers that were handed in one by one. */
  async function askedOnInOneCall(provider: PolledProvider, list: string[]): Promise<SourcesUnderTest> {
    const sources = await start({ yaml: httpYaml(polledLines(provider.url, { batchSize: list.length })) });
    for (const [index, phone] of list.entries()) {
      await sources.send([phone]);
      await provider.polled(index + 1);
    }
    await sources.jobIs('PAUSED', 1);
    await sources.send(list, { run: 2 });
    await sources.jobIs('IN_PROGRESS', 2);
    return sources;
  }

  it('and refuses all that a call asks on for is shown with what it said', async () => {
    let refuses = false;
    const provider = await startPolledProvider(false, '', (_poll, response) => {
      if (refuses) json(response, {}, 403);
      return refuses;
    });
    const list = phones(2);
    const sources = await askedOnInOneCall(provider, list);
    refuses = true;
    for (const phone of list) await sources.kit.bus.waitFor('phone.resolved', ({ data }) => data.phone === phone);
    const info = await sources.admin.call(calls.getSource, { params: { name: 'OFFICE' } });
    expect(info.json().lastError).toMatchObject({ message: 'refused with status 403', kind: 'WRONG_KEY' });
  });

  it('has more for one call than is taken of an answer: what has no room is asked for again, but not handed in', async () => {
    const provider = await startPolledProvider(false, 'x'.repeat(5_000_000));
    const list = phones(2);
    const sources = await askedOnInOneCall(provider, list);
    provider.finish();
    const first = await Promise.all(
      list.map((phone) => sources.kit.bus.waitFor('phone.resolved', ({ data }) => data.phone === phone)),
    );
    const failed = first.filter(({ data }) => data.status === 'FAILED').map(({ data }) => data);
    expect(failed.flatMap(({ sources: parts }) => parts.flatMap(({ message }) => message ?? []))).toEqual([
      'sent more than is taken in one call: ask again, or for fewer numbers at once (batchSize)',
    ]);
    const again = await officeAnswers(sources, [failed[0]?.phone ?? ''], { run: 2, only: ['OFFICE'] });
    expect(again.map(({ status }) => status)).toEqual(['FOUND']);
    expect(provider.submitted.size).toBe(2);
  });

  it('answers a number at once that is handed in beside one to be asked for again: it is handed in, and paid, once', async () => {
    const [polled = '', other = ''] = phones(2);
    const handedIn: string[] = [];
    let says: 'working' | 'busy' | 'done' = 'working';
    const provider = await provide((call, response) => {
      if (call.method === 'POST') {
        const { numbers } = JSON.parse(call.body) as { numbers: string[] };
        handedIn.push(...numbers);
        return json(response, { data: { id: 1 }, price: 0.5 }, numbers.includes(other) ? 404 : 202);
      }
      if (says !== 'busy') return json(response, { state: says, results: [{ tel: polled, who: 'Anvar' }] });
      says = 'done';
      return json(response, {}, 429);
    });
    const lines = polledLines(provider.url, { batchSize: 2 });
    const sources = await start({
      yaml: httpYaml(lines.map((line) => line.replace('items:', 'notFoundStatus: [404], items:'))),
    });
    await sources.send([polled]);
    await provider.arrived(2);
    await sources.jobIs('PAUSED', 1);
    await askUntil(
      async () => (await scrape(sources.service.app))('numscope_source_calls_in_flight', { source: 'OFFICE' }) === 0,
    );
    says = 'busy';
    await sources.jobIs('IN_PROGRESS', 2);
    const answers = await officeAnswers(sources, [polled, other], { run: 2 });
    expect(answers.map(({ status }) => status)).toEqual(['FOUND', 'NOT_FOUND']);
    expect(handedIn).toEqual([polled, other]);
    expect(await costsOf(sources)).toEqual({ asked: 2, cost: 1 });
  });

  it('whose answer has nothing to ask on with fails the number with the name of what is missing', async () => {
    const provider = await startPolledProvider();
    const lines = polledLines(provider.url).map((line) => line.replace('{answer.data.id}', '{answer.data.ticket}'));
    const sources = await start({ yaml: httpYaml(lines) });
    expect(await officeAnswer(sources)).toMatchObject({
      status: 'FAILED',
      message: 'took the number, but its answer has no data.ticket to ask on with',
    });
    expect(await costsOf(sources)).toEqual({ asked: 1, cost: 0.5 });
  });

  it('gets a number once that two jobs ask for in one call, and its price counts once', async () => {
    const provider = await startPolledProvider();
    const [first = '', ...others] = phones(3);
    const sources = await start({
      yaml: httpYaml([...polledLines(provider.url, { batchSize: 4 }), 'limits: { concurrency: 1 }']),
    });
    const waited = sources.lookUp([first]);
    await provider.polled(1);
    // Both wait for the one that is under way.
    await sources.send(others);
    await sources.send(others, { job: { id: 'job-2', number: 2, pass: 1 } });
    await askUntil(
      async () => (await scrape(sources.service.app))('numscope_source_queue_length', { source: 'OFFICE' }) === 4,
    );
    provider.finish();
    await waited;
    await askUntil(() => sources.resolved().length === 5);
    expect([...provider.submitted.values()]).toEqual([[first], others]);
    expect(await costsOf(sources)).toEqual({ asked: 5, cost: 1 });
  });

  it('may tell when it takes a number what it costs', async () => {
    const provider = await startPolledProvider(true);
    const sources = await start({ yaml: httpYaml(polledLines(provider.url, { batchSize: 5 })) });
    await officeAnswers(sources, phones(5));
    expect(provider.submitted.size).toBe(1);
    expect(await costsOf(sources)).toEqual({ asked: 5, cost: 0.5 });
  });
});
