import type { ServerResponse } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { calls } from '@numscope/contracts';
import { scrape } from '@numscope/testing';
import { start } from './support/each-test.ts';
import { json } from './support/fake-provider.ts';
import { httpYaml, officeAnswer, officeAnswers } from './support/office.ts';
import { polledLines, startPolledProvider } from './support/polled-provider.ts';
import { PHONE, phones } from './support/sources-under-test.ts';

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

  it('has more for one call than is taken of an answer: what has no room is asked for again, but not handed in', async () => {
    const provider = await startPolledProvider(false, 'x'.repeat(5_000_000));
    const sources = await start({ yaml: httpYaml(polledLines(provider.url, { batchSize: 2 })) });
    const list = phones(2);
    for (const [index, phone] of list.entries()) {
      await sources.send([phone]);
      await provider.polled(index + 1);
    }
    await sources.jobIs('PAUSED', 1);
    // What was handed in one by one is asked on for in one call.
    await sources.send(list, { run: 2 });
    await sources.jobIs('IN_PROGRESS', 2);
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

  it('whose answer has nothing to ask on with fails the number with the name of what is missing', async () => {
    const provider = await startPolledProvider();
    const lines = polledLines(provider.url).map((line) => line.replace('{answer.data.id}', '{answer.data.ticket}'));
    const sources = await start({ yaml: httpYaml(lines) });
    expect(await officeAnswer(sources)).toMatchObject({
      status: 'FAILED',
      message: 'took the number, but its answer has no data.ticket to ask on with',
    });
  });

  it('may tell when it takes a number what it costs', async () => {
    const provider = await startPolledProvider(true);
    const sources = await start({ yaml: httpYaml(polledLines(provider.url, { batchSize: 5 })) });
    await officeAnswers(sources, phones(5));
    expect(provider.submitted.size).toBe(1);
    const figures = await scrape(sources.service.app);
    expect(figures('numscope_source_cost_total', { source: 'OFFICE' })).toBe(0.5);
  });
});
