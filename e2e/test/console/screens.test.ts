import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { calls, messages, type PassComparison } from '@numscope/contracts';
import type { Locator, Page } from 'playwright-core';
import { openPage, type WatchedPage } from '../../src/browser/browser.ts';
import { analyst, consoleSuite, createAnalyst } from '../../src/browser/console-suite.ts';
import { checkDocument, writesDocuments } from '../../src/tasks/documents.ts';
import { faultsOfScreen, wide } from '../../src/browser/screenshots.ts';
import { phonesFile } from '../../src/people/phones.ts';
import { missingPictures, PICTURED_BY, picturesDocument } from '../../src/browser/pictures.ts';
import { jobIs } from '../../src/calls/watch-job.ts';
import { chooseFile } from '../../src/browser/actions.ts';

const suite = consoleSuite();
let number = 0;
let held = 0;
let twice = 0;
let phone = '';

beforeAll(async () => {
  await createAnalyst(suite.api);
  const failing = '998901055555';
  const created = await suite.api.upload([`${phonesFile(300)}${failing}\n99890\n`], {
    name: 'A job with a name that is longer than most of the others are',
    purpose: 'Looks',
  });
  number = created.number;
  held = (
    await suite.api.upload([`${phonesFile(40, 5000)}99890\n`], {
      name: 'Held',
      hold: 'true',
      prioritised: 'true',
      iteration: '0',
      schedule: 'daily',
    })
  ).number;
  twice = (await suite.api.upload([phonesFile(20, 9000)], { name: 'Looked up twice', iteration: '2' })).number;
  await jobIs(suite.api, number, 'DONE');
  await jobIs(suite.api, twice, 'DONE');
  const page = await suite.api.call(calls.searchProfiles, { body: { page: 0, size: 200, filters: {} } });
  const [fullest] = page.content.toSorted(
    (a, b) => Object.keys(b.provenance).length - Object.keys(a.provenance).length,
  );
  phone = fullest?.phone ?? '';
});

const comparison: PassComparison = {
  content: (['APPEARED', 'CHANGED', 'GONE', 'CHANGED'] as const).map((change, index) => ({
    phone: `+99890111220${index}`,
    change,
    fields: change === 'CHANGED' ? ['city', 'socialNetworks', 'line', 'additionalContact'] : ['names', 'emails'],
    saidFrom: [],
    saidTo: [],
  })),
  totalElements: 4,
  totalPages: 1,
  number: 0,
  size: 39,
  from: 1,
  to: 2,
  counts: { APPEARED: 1, CHANGED: 2, GONE: 1 },
};

const main = (page: Page): Locator => page.getByRole('main');
const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name }).first();
const dialog = (page: Page, name: string | RegExp): Promise<void> => page.getByRole('dialog', { name }).waitFor();
const opens = async (page: Page, name: string): Promise<void> => {
  await button(page, name).click();
  await dialog(page, name);
};

interface Screen {
  name: string;
  path: () => string;
  /** What is there once the screen is; may click its way there. */
  ready: (page: Page) => Promise<void>;
  as?: 'user' | 'nobody';
}

const screens: Screen[] = [
  { name: 'login', path: () => '/login', as: 'nobody', ready: (page) => page.getByLabel('Username').waitFor() },
  { name: 'jobs', path: () => '/ext', ready: (page) => main(page).getByText('Held').first().waitFor() },
  {
    name: 'job-panel',
    path: () => `/ext/jobs?job=${number}`,
    ready: (page) =>
      page
        .getByRole('complementary', { name: `Job ${number}` })
        .getByText('By source')
        .waitFor(),
  },
  {
    name: 'create-job',
    path: () => '/ext',
    ready: (page) => opens(page, 'Create job'),
  },
  {
    name: 'refused-file',
    path: () => '/ext',
    ready: async (page) => {
      await opens(page, 'Create job');
      const lines = '+998 90 111-22-01\n(650) 253-0000\ntel:+1-201-555-0123;ext=4\nno phone\n';
      await chooseFile(page.getByRole('dialog'), 'written.csv', lines);
      await button(page, 'Upload').click();
      await button(page, 'Take phones as written').waitFor();
    },
  },
  {
    name: 'job-passes',
    path: () => `/ext/job/${twice}?tab=passes`,
    ready: async (page) => {
      await page.getByText('No difference').waitFor();
      // Made-up people say the same each time: what differs is told by this test.
      await page.route('**/passes/compare?**', (route) => route.fulfill({ json: comparison }));
      await page.reload();
      await page.getByText('Appeared').first().waitFor();
    },
  },
  {
    name: 'create-range',
    path: () => '/ext',
    ready: async (page) => {
      await button(page, 'Create by range').click();
      await dialog(page, 'Create by range');
      await page.getByRole('button', { name: 'Create and start' }).click();
      await page.getByText(messages.rangeStartRequired).waitFor();
    },
  },
  {
    name: 'preflight',
    path: () => `/ext/jobs?job=${held}`,
    ready: async (page) => {
      await page.getByRole('complementary').getByRole('button', { name: 'Check and start' }).click();
      await page.getByRole('region', { name: 'Calls by source' }).waitFor();
    },
  },
  {
    name: 'confirm',
    path: () => `/ext/job/${number}`,
    ready: async (page) => {
      await button(page, /^More for job/).click();
      await page.getByRole('menuitem', { name: 'Delete the job' }).click();
      await dialog(page, messages.confirmRemoveJob);
    },
  },
  {
    name: 'job',
    path: () => `/ext/job/${number}`,
    ready: async (page) => {
      await page.getByText('By source').waitFor();
      await page
        .getByText(/^\+998/)
        .first()
        .waitFor();
    },
  },
  {
    name: 'no-job',
    path: () => '/ext/job/987654',
    ready: (page) => page.getByText('There is no job 987654').waitFor(),
  },
  {
    name: 'results',
    path: () => `/ext/results?q=jobId:${number}`,
    ready: (page) =>
      main(page)
        .getByText(/^\+?998/)
        .first()
        .waitFor(),
  },
  {
    name: 'results-cards',
    path: () => '/ext/results?view=cards',
    ready: (page) => page.getByRole('list', { name: 'Results' }).waitFor(),
  },
  {
    name: 'results-none',
    path: () => '/ext/results?q=name:Nobodyatall',
    ready: (page) => page.getByText('No profiles match').waitFor(),
  },
  {
    name: 'results-panel',
    path: () => `/ext/results?open=${encodeURIComponent(phone)}`,
    ready: (page) => page.getByRole('complementary').getByText('Made-up person').waitFor(),
  },
  {
    name: 'advanced-search',
    path: () => '/ext/results',
    ready: (page) => opens(page, 'Advanced search'),
  },
  {
    name: 'profile',
    path: () => `/ext/results/${encodeURIComponent(phone)}`,
    ready: async (page) => {
      await page.getByRole('heading', { name: 'Additional Contact' }).waitFor();
      await page.locator('#map svg path').first().waitFor({ state: 'attached' });
    },
  },
  { name: 'print', path: () => '/ext/results/print', ready: (page) => button(page, 'Print').waitFor() },
  { name: 'audit', path: () => '/ext/audit', ready: (page) => main(page).getByText('PROFILE').first().waitFor() },
  {
    name: 'audit-entry',
    path: () => '/ext/audit?type=CREATE_JOB',
    ready: async (page) => {
      await page.getByRole('row').nth(1).click();
      await page.getByRole('complementary', { name: /^Entry/ }).waitFor();
    },
  },
  {
    name: 'users',
    path: () => '/ext/users',
    ready: (page) => main(page).getByText(analyst.userName).first().waitFor(),
  },
  {
    name: 'user',
    path: () => '/ext/users?edit=new',
    ready: async (page) => {
      await page.getByRole('dialog').getByLabel('Username').fill('not good');
      await page.getByText(messages.usernameCharacters).waitFor();
    },
  },
  { name: 'sources', path: () => '/ext/sources', ready: (page) => main(page).getByText('SANDBOX').first().waitFor() },
  { name: 'system', path: () => '/ext/system', ready: (page) => page.getByText('All is up').waitFor() },
  { name: 'not-found', path: () => '/ext/nowhere', ready: (page) => page.getByText(messages.pageNotFound).waitFor() },
  {
    name: 'dashboard',
    path: () => '/int',
    as: 'user',
    ready: (page) =>
      main(page)
        .getByText(/^\+?998/)
        .first()
        .waitFor(),
  },
  {
    name: 'palette',
    path: () => '/ext',
    ready: async (page) => {
      await button(page, 'Go to or do').waitFor();
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Go to or do' }).waitFor();
    },
  },
  {
    name: 'user-menu',
    path: () => '/ext',
    ready: async (page) => {
      await page.getByRole('button', { name: /admin/ }).click();
      await page.getByRole('menuitem', { name: 'Logout' }).waitFor();
    },
  },
];

/** Screens that other tests look at, for the documents alone. */
const furtherScreens: Screen[] = [
  {
    name: 'job-rest',
    path: () => `/ext/job/${number}?tab=rest`,
    ready: (page) => page.getByRole('tabpanel').getByRole('table').waitFor(),
  },
  {
    name: 'results-map',
    path: () => '/ext/results?view=map',
    ready: (page) => page.locator('.rs-land[data-shade]').first().waitFor({ state: 'attached' }),
  },
  { name: 'search-by-picture', path: () => '/ext/results', ready: (page) => opens(page, 'Search by picture') },
  { name: 'import', path: () => '/ext/results', ready: (page) => opens(page, 'Import') },
  {
    name: 'source-worth',
    path: () => '/ext/sources',
    ready: async (page) => {
      await button(page, 'What SANDBOX is worth').click();
      await page.getByRole('rowheader', { name: 'Uzbekistan' }).waitFor();
    },
  },
  { name: 'privacy', path: () => '/ext/privacy', ready: (page) => button(page, 'Erase a number').waitFor() },
  { name: 'keys', path: () => '/ext/keys', ready: (page) => page.getByRole('heading', { name: 'API keys' }).waitFor() },
  { name: 'sessions', path: () => '/ext/sessions', ready: (page) => page.getByText('this one').waitFor() },
  {
    name: 'password',
    path: () => '/ext/sessions?change=password',
    ready: (page) => dialog(page, 'Change password'),
  },
  {
    name: 'shortcuts',
    path: () => '/ext',
    ready: async (page) => {
      await main(page).getByText('Held').first().waitFor();
      await page.keyboard.press('?');
      await dialog(page, 'Shortcuts');
    },
  },
];

const pages = new Map<Screen['as'], WatchedPage>();
afterAll(() => Promise.all([...pages.values()].map(({ context }) => context.close())));

/** One page for each kind of person, kept from screen to screen. */
async function pageOf(as: Screen['as']): Promise<WatchedPage> {
  const known = pages.get(as);
  if (known !== undefined) return known;
  const body = { username: analyst.userName, password: analyst.password };
  const token = as === 'user' ? (await suite.api.call(calls.login, { body })).accessToken : suite.api.token;
  const opened = await openPage(suite.browser, suite.product.url, as === 'nobody' ? {} : { token });
  pages.set(as, opened);
  return opened;
}

const shown = writesDocuments ? [...screens, ...furtherScreens] : screens;

it.each(shown)('$name looks well in the light, in the dark and on a phone', async ({ name, path, ready, as }) => {
  const { page, faults } = await pageOf(as);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.setViewportSize(wide);
  await page.goto(path());
  await ready(page);
  const found = await faultsOfScreen(page, name);
  expect([...found, ...faults.splice(0)]).toEqual([]);
});

it('is shown in the documents, with two pictures of every screen', () => {
  checkDocument('README.md', picturesDocument(), PICTURED_BY);
  if (!writesDocuments) expect(missingPictures()).toEqual([]);
});
