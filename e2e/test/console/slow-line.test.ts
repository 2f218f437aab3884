import { beforeAll, expect, it } from '@jest/globals';
import { calls } from '@numscope/contracts';
import type { Locator, Page, Route } from 'playwright-core';
import { consoleSuite } from '../../src/browser/console-suite.ts';
import { phonesFile } from '../../src/people/phones.ts';
import { full } from '../../src/scale.ts';
import { shifted, slowLine } from '../../src/browser/slow-line.ts';
import { jobIs } from '../../src/calls/watch-job.ts';

const suite = consoleSuite(undefined, { reuses: false });
let number = 0;
let phone = '';

beforeAll(async () => {
  ({ number } = await suite.api.upload([phonesFile(100)], { name: 'From afar' }));
  await suite.api.upload([phonesFile(3, 5000)], { name: 'Held back', hold: 'true' });
  await jobIs(suite.api, number, 'DONE');
  phone =
    (await suite.api.call(calls.searchProfiles, { body: { page: 0, size: 1, filters: {} } })).content[0]?.phone ?? '';
});

const main = (page: Page): Locator => page.getByRole('main');
const row = (page: Page, text: string): Locator => main(page).getByRole('row').filter({ hasText: text });
const progress = '.ns-skeleton, .sh-busy, [aria-busy="true"], [role="progressbar"]';

const screens: Array<[name: string, path: () => string, ready: (page: Page) => Promise<void>]> = [
  ['jobs', () => '/ext', (page) => row(page, 'Held back').waitFor()],
  ['a job', () => `/ext/job/${number}`, (page) => main(page).getByText('By source').waitFor()],
  [
    'results',
    () => '/ext/results',
    (page) => page.getByRole('checkbox', { name: 'Select this row' }).first().waitFor(),
  ],
  [
    'a profile',
    () => `/ext/results/${encodeURIComponent(phone)}`,
    (page) => page.getByRole('heading', { name: 'Additional Contact' }).waitFor(),
  ],
  ['sources', () => '/ext/sources', (page) => row(page, 'SANDBOX').first().waitFor()],
  ['audit', () => '/ext/audit?type=CREATE_JOB', (page) => main(page).getByRole('row').nth(1).waitFor()],
  ['users', () => '/ext/users', (page) => row(page, 'admin').first().waitFor()],
  ['system', () => '/ext/system', (page) => page.getByText('All is up').waitFor()],
];

/** Half of what is called good on the web. */
const SHIFT = 0.05;

it.each(full ? screens : screens.slice(0, 4))(
  'says over a slow line that %s is on its way, and shifts next to nothing when it is there',
  async (name, path, ready) => {
    const { page } = await suite.openAsAdmin(null);
    await slowLine(page);
    // The parts of the page are there, and what they ask the server is not.
    let answer: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/api/**', async (route: Route) => {
      await asked;
      await route.continue();
    });
    await page.goto(path());
    await page.locator(progress).first().waitFor();
    answer();
    await ready(page);
    await page.waitForLoadState('networkidle');
    const { score, what } = await shifted(page);
    process.stdout.write(`${name}: shifted by ${score.toFixed(4)}\n`);
    expect(score <= SHIFT ? [] : what).toEqual([]);
  },
);
