import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { calls, Profile } from '@numscope/contracts';
import { listenLocally } from '@numscope/testing/local-server';
import type { Locator, Page } from 'playwright-core';
import { Api } from '../../src/calls/api.ts';
import { openPage, type WatchedPage } from '../../src/browser/browser.ts';
import { analyst, consoleSuite } from '../../src/browser/console-suite.ts';
import { checkDocument } from '../../src/tasks/documents.ts';
import { retryWhileAway } from '../../src/calls/patient.ts';
import { phoneAt, phonesFile } from '../../src/people/phones.ts';
import { pictureOf } from '../../src/browser/pictures.ts';
import { type RecordedHand, recordHand } from '../../src/tasks/recorded-hand.ts';
import { clicksOf, type DoneTask, tasksDocument } from '../../src/tasks/tasks-document.ts';
import { jobIs, jobReaches } from '../../src/calls/watch-job.ts';

/** None of the tasks may take more. */
const MOST_CLICKS = 5;

const CHANGING = phoneAt(1);
const SPRING = 60;
const MAY = 30;
/** After the two passes of the first job and the second job REGISTRY has a few calls left for the third. */
const QUOTA = 2 * SPRING + MAY + 5;

/** What an operator has put into the environment before the new source is written. */
const TOKEN = 'of-the-shop';

/**
 * OFFICE knows one number, of which its answer may change, and may refuse everybody; REGISTRY knows nobody. The shop, which is no source
 * yet, answers as the example does that a new source begins with.
 */
const provider = { email: 'first@mail.example', refuses: false };
const server = createServer((request, response) => {
  const [, source = '', phone = ''] = (request.url ?? '').split('/');
  response.setHeader('content-type', 'application/json');
  if (source === 'office' && provider.refuses) {
    response.writeHead(401).end('{"error":"the key has run out"}');
  } else if (source === 'office' && phone === CHANGING) {
    response.end(JSON.stringify({ mails: [provider.email] }));
  } else if (source === 'shop' && request.headers.authorization === `Bearer ${TOKEN}`) {
    response.end(JSON.stringify({ aliases: [{ text: 'Customer of the shop' }] }));
  } else {
    response.writeHead(404).end('{}');
  }
});
let url = '';
const suite = consoleSuite(async () => {
  const listening = await listenLocally(server);
  ({ url } = listening);
  const answer = 'answer: { notFoundStatus: [404], map: { emails: mails } }';
  return {
    sources: `sources:
  OFFICE:
    connector: http
    request: { url: "${url}/office/{phone}" }
    ${answer}
  REGISTRY:
    connector: http
    request: { url: "${url}/registry/{phone}" }
    limits: { perMonth: ${QUOTA} }
    ${answer}
`,
    env: { SOURCE_VIBER_TOKEN: TOKEN },
    close: listening.close,
  };
});

let jobs = { spring: 0, may: 0 };
let somebody: Profile;
let analystApi: Api;

beforeAll(async () => {
  const { api } = suite;
  await api.call(calls.createUser, { body: { ...analyst, roles: ['USER'], modules: ['Profiler'] } });
  analystApi = await Api.login(api.url, analyst.userName, analyst.password);
  const { number: spring } = await api.upload([phonesFile(SPRING)], { name: 'Spring list' });
  await jobIs(api, spring, 'DONE');
  provider.email = 'second@mail.example';
  await api.call(calls.setJobStatus, { params: { number: spring, jobStatus: 'IN_PROGRESS' } });
  await jobReaches(api, spring, ({ pass, status }) => pass === 2 && status === 'DONE');
  provider.refuses = true;
  const { number: may } = await api.upload([phonesFile(MAY, 5000)], { name: 'Customers of May' });
  await jobIs(api, may, 'DONE');
  jobs = { spring, may };
  const { content } = await api.call(calls.searchProfiles, {
    body: { sort: { field: 'phone', direction: 'ASC' }, size: 100 },
  });
  const found = content.find(({ firstName, city }) => firstName !== null && city !== null);
  if (found === undefined) throw new Error('the sandbox knows nobody of these numbers');
  somebody = found;
});

const row = (page: Page, text: string | RegExp): Locator => page.getByRole('row').filter({ hasText: text });
const nameOf = ({ firstName, lastName }: Profile): string => `${firstName} ${lastName}`;
const results = (page: Page): Locator => page.getByRole('main').getByRole('table');

/** Nothing of it is cut off, by the window or by what it lies in. */
async function onScreen(place: Locator): Promise<void> {
  await place.waitFor();
  const seen = await place.evaluate(
    (element) =>
      new Promise<number>((resolve) => {
        const observer = new IntersectionObserver(([entry]) => {
          observer.disconnect();
          resolve(
            element.scrollWidth > element.clientWidth && element.clientWidth > 0 ? 0 : (entry?.intersectionRatio ?? 0),
          );
        });
        observer.observe(element);
      }),
  );
  expect(seen).toBeGreaterThan(0.95);
}

/** Opens the person's own menu and one of its screens. */
async function ownScreen(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /admin/ }).click();
  await page.getByRole('menuitem', { name }).click();
}

interface Task {
  task: string;
  way: string;
  as: 'admin' | 'analyst';
  /** Its name among the pictures of the documents. */
  picture?: string;
  /** What has to have happened before anybody could ask so. */
  before?: () => Promise<unknown>;
  /** Does it by hand, and waits until the answer stands on the screen. */
  by: (page: Page) => Promise<unknown>;
}

const tasks: readonly Task[] = [
  {
    task: 'Find who a number belongs to',
    way: '"Go to or do", the number, its profile',
    as: 'admin',
    by: async (page) => {
      await page.getByRole('button', { name: 'Go to or do' }).click();
      await page.getByRole('combobox', { name: 'Go to or do' }).waitFor();
      await page.keyboard.type(somebody.phone);
      await page.getByRole('option', { name: 'Open the profile' }).click();
      await page.getByRole('heading', { level: 1, name: nameOf(somebody) }).waitFor();
    },
  },
  {
    task: 'Find a person by part of the name and the city',
    way: 'part of the name into the search, its city in "In this result"',
    as: 'analyst',
    by: async (page) => {
      const part = (somebody.lastName ?? '').slice(0, 4).toLowerCase();
      const city = somebody.city ?? '';
      await page.getByRole('combobox', { name: 'Add a criterion' }).click();
      await page.keyboard.type(part);
      await page.keyboard.press('Enter');
      const filters = { name: { values: [part], and: true } };
      const named = await suite.api.call(calls.searchProfiles, { body: { filters } });
      await page
        .getByRole('status')
        .filter({ hasText: new RegExp(`^${named.totalElements} profiles?$`) })
        .waitFor();
      await page
        .getByRole('region', { name: 'In this result' })
        .getByRole('button', { name: new RegExp(`^${city}`, 'i') })
        .click();
      const both = await suite.api.call(calls.searchProfiles, {
        body: { filters: { ...filters, city: { values: [city], and: true } } },
      });
      expect(both.totalElements).toBeLessThan(named.totalElements);
      await page
        .getByRole('status')
        .filter({ hasText: new RegExp(`^${both.totalElements} profiles?$`) })
        .waitFor();
      await results(page).getByText(nameOf(somebody)).first().waitFor();
    },
  },
  {
    task: 'Compare two people',
    way: 'select two of the results, "Compare", "Differences only"',
    as: 'analyst',
    picture: 'compare',
    by: async (page) => {
      const boxes = page.getByRole('checkbox', { name: 'Select this row' });
      await boxes.nth(0).click();
      await boxes.nth(1).click();
      await page.getByRole('button', { name: 'Compare', exact: true }).click();
      await page.getByText('Differences only').click();
      const table = page.getByRole('region', { name: '2 profiles compared' }).getByRole('table');
      await table.getByRole('row', { name: /^Names/ }).waitFor();
      expect(await table.locator('tbody tr:not([data-differs])').count()).toBe(0);
    },
  },
  {
    task: 'Take away what a search shows',
    way: 'a name into the search, "Export", the format',
    as: 'analyst',
    by: async (page) => {
      const name = (somebody.firstName ?? '').toLowerCase();
      const { totalElements } = await suite.api.call(calls.searchProfiles, {
        body: { filters: { name: { values: [name], and: true } } },
      });
      await page.getByRole('combobox', { name: 'Add a criterion' }).click();
      await page.keyboard.type(name);
      await page.keyboard.press('Enter');
      await page
        .getByRole('status')
        .filter({ hasText: new RegExp(`^${totalElements} profiles?$`) })
        .waitFor();
      await page.getByRole('button', { name: 'Export', exact: true }).click();
      const [download] = await Promise.all([
        page.waitForEvent('download', { timeout: 60_000 }),
        page.getByRole('menuitem', { name: /^JSON/ }).click(),
      ]);
      const exported = Profile.array().parse(JSON.parse(readFileSync(await download.path(), 'utf8')));
      expect(exported).toHaveLength(totalElements);
      expect(exported.map(({ phone }) => phone)).toContain(somebody.phone);
    },
  },
  {
    task: 'See what changed since the last pass of a job',
    way: 'the job, "Passes", the number that changed',
    as: 'admin',
    picture: 'job-changes',
    by: async (page) => {
      await row(page, 'Spring list').click();
      const panel = page.getByRole('complementary', { name: `Job ${jobs.spring}` });
      await panel.getByRole('tab', { name: 'Passes' }).click();
      const changes = panel.getByRole('table', { name: 'What is different' });
      await changes.getByRole('row').nth(1).click();
      await onScreen(changes.getByText('first@mail.example'));
      await onScreen(changes.getByText('second@mail.example'));
    },
  },
  {
    task: 'Find which source answers worst, and why',
    way: 'own menu, "Sources": hit rates, state and cause',
    as: 'admin',
    picture: 'sources-trouble',
    by: async (page) => {
      await ownScreen(page, 'Sources');
      // Trouble first.
      await page.getByRole('table', { name: 'Sources' }).getByRole('row').nth(1).getByText('OFFICE').first().waitFor();
      await row(page, 'OFFICE').getByText('Refuses us').waitFor();
      await onScreen(row(page, 'OFFICE').getByText(/refused with status 401/));
    },
  },
  {
    task: 'Ask the failed numbers again',
    way: '"Needs you", "Retry job 3"',
    as: 'admin',
    before: async () => {
      expect((await suite.api.job(jobs.may)).counts.FAILED).toBeGreaterThan(0);
      provider.refuses = false;
      await suite.api.call(calls.resumeSource, { params: { name: 'OFFICE' } });
    },
    by: async (page) => {
      const retry = page.getByRole('button', { name: `Retry job ${jobs.may}` });
      await retry.click();
      await retry.waitFor({ state: 'detached' });
      expect((await suite.api.job(jobs.may)).counts.FAILED).toBe(0);
    },
  },
  {
    task: 'Find why a job stands still',
    way: 'the job: what it waits for, and until when',
    as: 'admin',
    picture: 'job-waits',
    before: async () => {
      const { number } = await suite.api.upload([phonesFile(20, 9000)], { name: 'Autumn list' });
      await jobReaches(suite.api, number, ({ waiting }) => waiting.length > 0);
    },
    by: async (page) => {
      await row(page, 'Autumn list').click();
      const panel = page.getByRole('complementary');
      await onScreen(panel.getByText(/^REGISTRY: waits for its quota, goes on /));
      await onScreen(panel.getByRole('button', { name: 'Close' }));
    },
  },
  {
    task: 'Find who looked at a number',
    way: 'own menu, "Audit Trail", the number into its search',
    as: 'admin',
    picture: 'audit-number',
    before: async () => {
      await analystApi.call(calls.individualExport, { query: { phone: somebody.phone } });
      // A read is in the trail within a second or so; the screen shows the trail as it is when it is asked for.
      await retryWhileAway(async () => {
        const body = { text: somebody.phone, actionTypes: ['PROFILE'] };
        const { content } = await suite.api.call(calls.searchAudit, { body });
        if (!content.some(({ username }) => username === analyst.userName)) throw new Error('the trail lacks the read');
      });
    },
    by: async (page) => {
      await ownScreen(page, 'Audit Trail');
      await page.getByRole('searchbox').click();
      await page.keyboard.type(somebody.phone);
      await page.waitForURL(({ searchParams }) => searchParams.get('text') === somebody.phone);
      await row(page, 'following events').first().waitFor({ state: 'detached' });
      await row(page, `${analyst.userName}: reading profile ${somebody.phone}`).first().waitFor();
    },
  },
  {
    task: 'Give a new source a try',
    way: 'own menu, "Sources", "How to configure", "Write it here", its address pasted, a number',
    as: 'admin',
    picture: 'source',
    by: async (page) => {
      await ownScreen(page, 'Sources');
      await page.getByRole('button', { name: 'How to configure VIBER' }).click();
      await page.getByRole('link', { name: 'Write it here' }).click();
      await page.getByRole('main').locator('input:focus').waitFor();
      await page.keyboard.press('Control+a');
      await page.evaluate((text) => navigator.clipboard.writeText(text), `${url}/shop/{phone}`);
      await page.keyboard.press('Control+v');
      await page.getByLabel('Phone').click();
      await page.keyboard.type(somebody.phone);
      await page.keyboard.press('Enter');
      await page.getByRole('region', { name: 'Try it' }).getByText('Customer of the shop').first().waitFor();
    },
  },
];

/** A page of each kind of person, kept from task to task. */
const desks = new Map<Task['as'], { opened: WatchedPage; hand: RecordedHand }>();
afterAll(() => Promise.all([...desks.values()].map(({ opened }) => opened.context.close())));

async function deskOf(as: Task['as']) {
  const known = desks.get(as);
  if (known !== undefined) return known;
  const { token } = as === 'admin' ? suite.api : analystApi;
  const opened = await openPage(suite.browser, suite.product.url, { token });
  // Who gives a source a try pastes its address.
  await opened.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const desk = { opened, hand: await recordHand(opened.page) };
  desks.set(as, desk);
  return desk;
}

const landings = {
  admin: { path: '/ext', name: 'Jobs' },
  analyst: { path: '/int', name: 'Search Dashboard' },
} as const;
const done: DoneTask[] = [];

it.each(tasks)('takes few clicks: $task', async ({ task, way, as, picture, before, by }) => {
  await before?.();
  const { opened, hand } = await deskOf(as);
  const { page, faults } = opened;
  await page.goto(landings[as].path);
  await page.getByRole('main').getByRole('table').waitFor();
  hand.forget();
  await by(page);
  const deeds = [...hand.deeds];
  expect(faults.splice(0)).toEqual([]);
  expect(deeds.length).toBeGreaterThan(0);
  expect(clicksOf(deeds)).toBeLessThanOrEqual(MOST_CLICKS);
  if (picture !== undefined) await pictureOf(page, picture);
  done.push({ task, from: landings[as].name, way, deeds });
});

it('tells of them in the documents as they were counted', () => {
  expect(done.map(({ task }) => task)).toEqual(tasks.map(({ task }) => task));
  checkDocument('tasks.md', tasksDocument(done, MOST_CLICKS), 'console/tasks');
});
