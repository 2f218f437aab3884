import { beforeAll, expect, it } from '@jest/globals';
import { calls, limits, type TimelineEntry } from '@numscope/contracts';
import type { Page } from 'playwright-core';
import { consoleSuite } from '../../src/browser/console-suite.ts';
import { faultsOnPaper } from '../../src/browser/paper.ts';
import { phonesFile } from '../../src/people/phones.ts';
import { jobIs } from '../../src/calls/watch-job.ts';

const suite = consoleSuite();
let number = 0;
let phones: string[] = [];

beforeAll(async () => {
  ({ number } = await suite.api.upload([`${phonesFile(60)}99890\n`], { name: 'For paper', purpose: 'Paper' }));
  await jobIs(suite.api, number, 'DONE');
  const page = await suite.api.call(calls.searchProfiles, { body: { page: 0, size: 60, filters: {} } });
  phones = page.content
    .toSorted((a, b) => Object.keys(b.provenance).length - Object.keys(a.provenance).length)
    .map(({ phone }) => phone);
});

const [first, second] = [() => phones[0] ?? '', () => phones[1] ?? ''];
const firstPhone = (page: Page): Promise<void> =>
  page
    .getByRole('main')
    .getByText(/^\+?998/)
    .first()
    .waitFor();

it.each<[name: string, path: () => string, ready: (page: Page) => Promise<void>]>([
  [
    'profile',
    () => `/ext/results/${encodeURIComponent(first())}`,
    (page) => page.getByRole('heading', { name: 'Additional Contact' }).waitFor(),
  ],
  [
    'compare',
    () => `/ext/results?compare=${encodeURIComponent(first())}&compare=${encodeURIComponent(second())}`,
    (page) => page.getByRole('row', { name: /^Sources/ }).waitFor(),
  ],
  ['results', () => `/ext/results?q=jobId:${number}`, firstPhone],
  ['results-for-paper', () => '/ext/results/print', firstPhone],
  ['job', () => `/ext/job/${number}`, firstPhone],
  ['audit', () => '/ext/audit', (page) => page.getByRole('main').getByText('PROFILE').first().waitFor()],
])('prints %s with nothing cut off, readable, in the light and in the dark', async (name, path, ready) => {
  const { page } = await suite.openAsAdmin(path());
  await ready(page);
  expect(await faultsOnPaper(page, name)).toEqual([]);
});

it('says on paper what was searched for, in the words that stand above the results', async () => {
  const { page } = await suite.openAsAdmin(`/ext/results?q=jobId:${number}`);
  await firstPhone(page);
  const words = page.locator('.ns-sentence');
  const clear = words.getByRole('button');
  const sentence = ((await words.textContent()) ?? '').replace((await clear.textContent()) ?? '', '').trim();
  expect(sentence).toContain(String(number));
  await page.emulateMedia({ media: 'print' });
  expect([await words.isVisible(), await clear.isVisible()]).toEqual([true, false]);
  await page.goto(`/ext/results/print?q=jobId:${number}`);
  await page.getByText(`Search ${sentence}`, { exact: true }).waitFor();
});

it('prints the rows in sight of a long list, and says which they are of how many', async () => {
  const long = await suite.api.upload([phonesFile(150, 1000)], { name: 'Longer than paper' });
  await jobIs(suite.api, long.number, 'DONE');
  const { page } = await suite.openAsAdmin(`/ext/job/${long.number}`);
  await firstPhone(page);
  const said = page.locator('tr.ns-on-paper').filter({ hasText: /^1 to \d+ of 150$/ });
  await said.waitFor({ state: 'attached' });
  expect(await said.isVisible()).toBe(false);
  expect(await faultsOnPaper(page, 'long-job')).toEqual([]);
  await said.waitFor();
  const last = Number(/to (\d+) of/.exec((await said.textContent()) ?? '')?.[1]);
  expect(await page.locator('tbody tr[data-row]').count()).toBe(last);
});

it('prints all of a timeline, of which the screen shows the begin, and that there may be more than is told', async () => {
  const entryOf = (n: number): TimelineEntry => {
    const at = Date.UTC(2026 - Math.floor(n / 300), 5, 1);
    return { kind: 'VALUE', field: 'city', from: null, to: `City ${n}`, at, observedAt: null, sources: ['A'] };
  };
  const entries = Array.from({ length: limits.timelineEntries }, (_none, n) => entryOf(n));
  const { page } = await suite.openAsAdmin(null);
  await page.route('**/timeline', (route) => route.fulfill({ json: entries }));
  await page.goto(`/ext/results/${encodeURIComponent(first())}`);
  const timeline = page.locator('#timeline');
  await timeline.getByText('City 11', { exact: true }).waitFor();
  const last = timeline.getByText(`City ${entries.length - 1}`, { exact: true });
  const year = timeline.getByRole('heading', { name: '2023' });
  expect([await last.isVisible(), await year.isVisible()]).toEqual([false, false]);
  await page.emulateMedia({ media: 'print' });
  expect([await last.isVisible(), await year.isVisible()]).toEqual([true, true]);
  expect(await timeline.getByText('Only the 1,000 newest changes are listed').isVisible()).toBe(true);
  // Of sections in which there is nothing there is nothing on paper, either.
  const empty = page.locator('.rp-card > .rp-nobody:last-child');
  expect(await empty.count()).toBeGreaterThan(0);
  expect(await empty.first().isVisible()).toBe(false);
});
