import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { calls, messages } from '@numscope/contracts';
import { TcpProxy } from '@numscope/testing/tcp-proxy';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { Api } from '../../src/calls/api.ts';
import { openBrowser, openPage } from '../../src/browser/browser.ts';
import { phonesFile } from '../../src/people/phones.ts';
import { type Product, startProduct } from '../../src/product/product.ts';
import { jobIs } from '../../src/calls/watch-job.ts';
import * as z from 'zod';

/** What the shell's build says of its files: which of them have the schemas of later calls. */
const shellFiles = join(import.meta.dirname, '../../../frontends/shell/dist/preloads.json');
const Later = z.object({ later: z.array(z.string()).min(1) });

let product: Product;
let browser: Browser;
let line: TcpProxy;
let api: Api;
/** The tabs of one person, who comes by a line that may fail. */
let context: BrowserContext;
let faults: string[];
let phone = '';

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct({ env: { SANDBOX: 'true' } }), openBrowser()]);
  line = await TcpProxy.before('127.0.0.1', product.port);
  api = await Api.login(product.url);
  const { number } = await api.upload([phonesFile(20)], { name: 'Before' });
  await jobIs(api, number, 'DONE');
  const { content } = await api.call(calls.searchProfiles, { body: { page: 0, size: 20, filters: {} } });
  // On the first page of the results, which of the youngest has the highest first.
  phone =
    content
      .map((profile) => profile.phone)
      .toSorted()
      .at(-1) ?? '';
  let page: Page;
  ({ context, page, faults } = await openPage(browser, `http://127.0.0.1:${line.port}`, { token: api.token }));
  await page.close();
});
afterAll(async () => {
  await browser?.close();
  await line?.close();
  await product?.discard();
});

async function openTab(path: string): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  await page.goto(path);
  return page;
}

/** Of the results; the digits stand in groups there. */
const rowOfPhone = (page: Page) =>
  page
    .getByRole('row')
    .filter({ hasText: new RegExp(phone.replace('+', String.raw`\+`).replaceAll(/(\d)/g, String.raw`$1\s?`)) });

/** @throws Error with the page and what stands at its foot */
async function isLive(page: Page): Promise<void> {
  const foot = page.getByRole('contentinfo');
  try {
    await foot.getByText('Live', { exact: true }).waitFor();
  } catch (error) {
    throw new Error(`${page.url()} is not live: ${(await foot.allTextContents()).join(' ')}`, { cause: error });
  }
}

it('comes right on every screen and in every tab after the line was silently lost and the server was killed, with nobody doing anything', async () => {
  const [jobs, other, results, profile, sources, users, audit, system] = await Promise.all(
    [
      '/ext',
      '/ext/jobs',
      '/ext/results',
      `/ext/results/${encodeURIComponent(phone)}`,
      '/ext/sources',
      '/ext/users',
      '/ext/audit?type=CREATE_JOB',
      '/ext/system',
    ].map(openTab),
  );
  if (!jobs || !other || !results || !profile || !sources || !users || !audit || !system) throw new Error('no tabs');
  const all = [jobs, other, results, profile, sources, users, audit, system];
  await Promise.all([
    jobs.getByText('Before').first().waitFor(),
    other.getByText('Before').first().waitFor(),
    rowOfPhone(results).waitFor(),
    profile.getByRole('navigation', { name: 'Sections of the profile' }).waitFor(),
    sources.getByText('SANDBOX').first().waitFor(),
    audit.getByRole('table').getByRole('row').nth(1).waitFor(),
    system.getByText('All is up').waitFor(),
    ...all.map(isLive),
  ]);
  const lookedAt = await system
    .getByText(/^updated /i)
    .first()
    .textContent();
  await users.getByRole('button', { name: 'Create user' }).click();
  const typed = users.getByRole('dialog').getByLabel('Username');
  await typed.fill('half_typed');

  line.block();
  await product.stop('SIGKILL');
  const { dataDir, port } = product;
  product = await startProduct({ dataDir, port, env: { SANDBOX: 'true' } });
  api = await Api.login(product.url);
  await api.upload([phonesFile(2, 100)], { name: 'Made meanwhile', hold: 'true' });
  await api.call(calls.createUser, {
    body: { userName: 'meanwhile', password: 'Quiet!River7', roles: ['USER'], modules: ['Profiler'] },
  });
  await api.call(calls.pauseSource, { params: { name: 'SANDBOX' } });
  await api.call(calls.deleteProfile, { params: { phone } });
  await Promise.all(all.map((page) => page.getByText(/^No live connection to the server since/).waitFor()));

  line.open();
  const mended = performance.now();
  await Promise.all([
    jobs.getByText('Made meanwhile').first().waitFor(),
    other.getByText('Made meanwhile').first().waitFor(),
    rowOfPhone(results).waitFor({ state: 'detached' }),
    profile.getByText('Nothing is known about this number').waitFor(),
    sources.getByText('Paused').first().waitFor(),
    users.getByText('meanwhile').first().waitFor(),
    // Below the head and the entry of the first job, as the youngest comes first.
    audit.getByRole('table').getByRole('row').nth(2).waitFor(),
    system.getByText(lookedAt ?? '', { exact: true }).waitFor({ state: 'detached' }),
    ...all.map(isLive),
    ...all.map((page) => page.getByText(/^No live connection/).waitFor({ state: 'detached' })),
  ]);
  process.stdout.write(
    `all tabs came right ${((performance.now() - mended) / 1000).toFixed(1)} s after the way was free\n`,
  );
  expect(await typed.inputValue()).toBe('half_typed');
  await Promise.all(all.map((page) => page.close()));
  expect(faults).toEqual([]);
});

it('shows a part, and a window of it, by itself once their files are there again', async () => {
  const page = await openTab('/ext');
  await page.getByText('Before').first().waitFor();
  let missing = true;
  await page.route(/\/assets\/admin-mfe\/(?!remoteEntry).*\.js/, (route) =>
    missing ? route.fulfill({ status: 404 }) : route.continue(),
  );
  await page.getByRole('button', { name: /admin/ }).click();
  await page.getByRole('menuitem', { name: 'User Management' }).click();
  const crash = page.getByRole('alert').filter({ hasText: /^Something went wrong in/ });
  await crash.getByText(messages.tryReload).waitFor();
  missing = false;
  await page.getByRole('button', { name: 'Create user' }).waitFor();
  await crash.waitFor({ state: 'detached' });

  missing = true;
  await page.getByRole('button', { name: 'Create user' }).click();
  await page.getByRole('dialog').getByText(messages.tryReload).waitFor();
  missing = false;
  await page.getByRole('dialog', { name: 'Create a user' }).getByLabel('Username').waitFor();
  await page.close();
});

it('shows what came of a call whose schemas did not come, by itself once their file is there again', async () => {
  const { later } = Later.parse(JSON.parse(readFileSync(shellFiles, 'utf8')));
  const page = await openTab('/ext');
  await page.getByText('Before').first().waitFor();
  let missing = true;
  let refused = 0;
  for (const file of later)
    await page.route(`**/assets/shell/${file}`, (route) => {
      if (!missing) return route.continue();
      refused += 1;
      return route.fulfill({ status: 404 });
    });
  await page.getByRole('button', { name: /admin/ }).click();
  await page.getByRole('menuitem', { name: 'User Management' }).click();
  const failure = page.getByRole('alert').filter({ hasText: 'The server does not answer' });
  await failure.first().waitFor();
  expect(refused).toBeGreaterThan(0);
  missing = false;
  await page.getByRole('row').filter({ hasText: 'ADMIN' }).waitFor();
  await failure.waitFor({ state: 'detached' });
  await page.close();
});

it('asks again for a part whose file neither comes nor fails', async () => {
  const page = await openTab('/ext');
  await page.getByText('Before').first().waitFor();
  await page.clock.install();
  const asked: string[] = [];
  await page.route(/\/assets\/admin-mfe\/remoteEntry\.js/, async (route) => {
    asked.push(new URL(route.request().url()).search);
    if (asked.length > 1) await route.continue();
  });
  const first = page.waitForRequest(/\/admin-mfe\/remoteEntry\.js/);
  await page.getByRole('button', { name: /admin/ }).click();
  await page.getByRole('menuitem', { name: 'User Management' }).click();
  await first;
  await page.clock.fastForward('00:30');
  await page.getByRole('button', { name: 'Create user' }).waitFor();
  expect(asked).toEqual(['', '?again=1']);
  await page.close();
});

it('shows what it could not load while the server was away, by itself once it is back', async () => {
  const page = await openTab('/ext');
  await page.getByText('Before').first().waitFor();
  line.shut();
  await page.getByRole('button', { name: 'Add the filter Name' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('meanwhile');
  await page.keyboard.press('Enter');
  const failure = page.getByRole('alert').filter({ hasText: 'The server does not answer' });
  await failure.first().waitFor();
  line.open();
  await page.getByText('Made meanwhile').first().waitFor();
  await failure.waitFor({ state: 'detached' });
  await page.close();
});
