import { afterEach, expect, it } from '@jest/globals';
import { calls } from '@numscope/contracts';
import { httpYaml } from './support/office.ts';
import { startSources, type SourcesUnderTest } from './support/sources-under-test.ts';

let sources: SourcesUnderTest;
afterEach(() => sources.close());

const yaml = httpYaml(['request: { url: "http://127.0.0.1:9/{phone}" }', 'answer: { map: { names: name } }']);

const told = (name: string) =>
  sources.kit.bus
    .published('source.state')
    .filter(({ key }) => key === name)
    .map(({ data: { from, state, pausedBy } }) => ({ from, state, pausedBy }));
const untilPublished = (name: string, state: string) =>
  sources.kit.bus.waitFor('source.state', ({ data }) => data.name === name && data.state === state);

it('tells the bus how a source stands, once for each change, also over a restart', async () => {
  sources = await startSources({ yaml });
  await untilPublished('OFFICE', 'CLOSED');
  await sources.admin.call(calls.pauseSource, { params: { name: 'OFFICE' } });
  await untilPublished('OFFICE', 'PAUSED');
  await sources.restart();
  await sources.admin.call(calls.resumeSource, { params: { name: 'OFFICE' } });
  await sources.kit.bus.waitFor('source.state', ({ data }) => data.name === 'OFFICE' && data.from === 'PAUSED');
  expect(told('OFFICE')).toEqual([
    { from: null, state: 'CLOSED', pausedBy: null },
    { from: 'CLOSED', state: 'PAUSED', pausedBy: 'admin' },
    { from: 'PAUSED', state: 'CLOSED', pausedBy: null },
  ]);
});

it('says nothing of sources that nobody bound', async () => {
  sources = await startSources({ yaml });
  await untilPublished('OFFICE', 'CLOSED');
  expect(told('TELEGRAM')).toEqual([]);
});
