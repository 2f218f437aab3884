import { beforeAll, expect, it } from '@jest/globals';
import { calls, messages } from '@numscope/contracts';
import type { Locator, Page } from 'playwright-core';
import { inFirefox } from '../../src/browser/browser.ts';
import { consoleSuite } from '../../src/browser/console-suite.ts';
import { phoneAt, phonesFile } from '../../src/people/phones.ts';
import { jobIs } from '../../src/calls/watch-job.ts';
import { chooseFile, holdCalls, openCreateJob } from '../../src/browser/actions.ts';

const suite = consoleSuite();
let first = 0;
let second = 0;

beforeAll(async () => {
  for (const name of ['Below', 'Above']) {
    const { number } = await suite.api.upload([phonesFile(2)], { name, hold: 'true' });
    [first, second] = [number, first];
  }
});

const table = (page: Page): Locator => page.getByRole('table', { name: 'Jobs' });
const row = (page: Page, name: string): Locator => page.getByRole('row').filter({ hasText: name });
const panelOf = (page: Page, number: number): Locator =>
  page.getByRole('complementary', { name: `Job ${number}`, exact: true });
const hasFocus = (place: Locator): Promise<boolean> => place.evaluate((element) => element === document.activeElement);

it('goes with F6 to the panel, and back to the row that it tells of', async () => {
  const { page } = await suite.openAsAdmin(`/ext/jobs?job=${second}`);
  const panel = panelOf(page, second);
  await panel.getByRole('heading', { name: 'Below' }).waitFor();
  await row(page, 'Above').focus();
  await page.keyboard.press('F6');
  expect(await hasFocus(panel)).toBe(true);
  await page.keyboard.press('Tab');
  expect(await hasFocus(panel)).toBe(false);
  await page.keyboard.press('F6');
  expect(await hasFocus(row(page, 'Below'))).toBe(true);

  // A window over both keeps the focus.
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Shortcuts' });
  await sheet.getByText('F6', { exact: true }).waitFor();
  await page.keyboard.press('F6');
  expect(await hasFocus(panel)).toBe(false);
});

it('leaves the menu of a row in sight beside the panel', async () => {
  const { page } = await suite.openAsAdmin('/ext', { size: { width: 1366, height: 768 } });
  const pass = table(page).getByRole('columnheader', { name: 'Pass' });
  await pass.waitFor();
  await row(page, 'Above').click();
  await panelOf(page, first).getByRole('heading', { name: 'Above' }).waitFor();
  await pass.waitFor({ state: 'detached' });
  const more = row(page, 'Above').getByRole('button', { name: /^More for job/ });
  const panel = await panelOf(page, first).boundingBox();
  const place = await more.boundingBox();
  expect((place?.x ?? 0) + (place?.width ?? 0)).toBeLessThanOrEqual(panel?.x ?? 0);
  await page.keyboard.press('Escape');
  await pass.waitFor();
});

it('moves nothing above the table for a panel, and keeps what is selected while a job is looked at', async () => {
  const { page } = await suite.openAsAdmin('/ext', { size: { width: 1440, height: 900 } });
  const above = [
    page.getByRole('heading', { name: 'Jobs', exact: true }),
    page.getByRole('button', { name: 'Create job' }).first(),
    page.getByRole('button', { name: 'Columns' }),
    table(page).getByRole('columnheader', { name: 'Name' }),
  ];
  await row(page, 'Above').getByRole('checkbox', { name: 'Select this row' }).check();
  const selected = page.getByRole('toolbar', { name: '1 selected' });
  await selected.waitFor();
  const places = async (): Promise<unknown> =>
    Promise.all(above.map(async (one) => one.boundingBox().then((box) => [box?.x, box?.y])));
  const before = await places();
  await row(page, 'Above').click();
  const panel = panelOf(page, first);
  await panel.getByRole('heading', { name: 'Above' }).waitFor();
  expect(await places()).toEqual(before);
  await panel.getByRole('link', { name: 'Open the full page' }).click();
  await table(page).waitFor({ state: 'detached' });
  await page.goBack();
  await selected.waitFor();

  // A toast covers neither this bar nor the way to other pages.
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1030, height: 800 });
  await page.evaluate(() =>
    window.dispatchEvent(
      new CustomEvent('numscope:toast', { detail: { id: 1, tone: 'general', message: 'Said', duration: 60_000 } }),
    ),
  );
  const toast = page.getByRole('status').filter({ hasText: 'Said' });
  await toast.waitFor();
  const pager = page.locator('.ns-pager');
  const bottom = async (): Promise<number> =>
    toast.boundingBox().then((box) => (box === null ? Infinity : box.y + box.height));
  expect(await bottom()).toBeLessThanOrEqual((await pager.boundingBox())?.y ?? 0);
  await row(page, 'Below').getByRole('checkbox', { name: 'Select this row' }).check();
  await row(page, 'Above').getByRole('checkbox', { name: 'Select this row' }).check();
  const bar = page.getByRole('toolbar', { name: '2 selected' });
  await bar.waitFor();
  const barBox = await bar.boundingBox();
  const toastBox = await toast.boundingBox();
  if ((barBox?.x ?? 0) + (barBox?.width ?? 0) > (toastBox?.x ?? 0))
    expect(await bottom()).toBeLessThanOrEqual(barBox?.y ?? 0);
});

// The remote control of Firefox does not tell what was sent.
if (!inFirefox)
  it('scrolls through all phones of a job in one list, of which only those in sight are asked for', async () => {
    const file = phonesFile(1000, 5_000_000);
    const { number } = await suite.api.upload([file], { name: 'One long list', hold: 'true' });
    const { page } = await suite.openAsAdmin('/ext');
    const asked: unknown[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/phones')) asked.push(request.postDataJSON());
    });
    await page.goto(`/ext/job/${number}?tab=phones`);
    const list = page.getByRole('table', { name: 'Phones' });
    await list.waitFor();
    expect(await list.getAttribute('aria-rowcount')).toBe('1001');
    const inOrder = file
      .trim()
      .split('\n')
      .map((line) => line.replaceAll(/\D/g, ''))
      .sort((a, b) => Number(a) - Number(b));
    const scrollTo = async (index: number): Promise<void> => {
      // Again until it is there: a list that is drawn anew meanwhile begins at its top.
      await page.waitForFunction(
        ([label, top, rowIndex, digits]) => {
          document.querySelector(`table[aria-label="${label}"]`)?.parentElement?.scrollTo({ top: Number(top) });
          return document
            .querySelector(`tr[aria-rowindex="${rowIndex}"]`)
            ?.textContent?.replaceAll(/\D/g, '')
            .includes(String(digits));
        },
        ['Phones', index * 38, index + 2, inOrder[index] ?? ''],
      );
      expect(await list.locator('tbody tr').count()).toBeLessThan(120);
    };
    // One chunk after the other begins where the former ended; one that is jumped to is found by its number.
    await scrollTo(150);
    await scrollTo(330);
    expect(asked).toContainEqual(expect.objectContaining({ after: expect.stringMatching(/^1:\d+$/) }));
    await scrollTo(999);
    expect(asked).toContainEqual(expect.objectContaining({ page: 4 }));
    await scrollTo(0);
  });

it('counts the standing job where it shows it, and gives no range past the end', async () => {
  const { page } = await suite.openAsAdmin('/ext/jobs?main=true');
  await table(page).waitFor();
  const rows = (await table(page).getByRole('row').count()) - 1;
  await page.getByText(`1 to ${rows} of ${rows}`, { exact: true }).waitFor();
  await page.goto('/ext/jobs?page=40');
  await page.getByRole('button', { name: 'First page' }).waitFor();
  expect(await page.getByText(/\d to \d/).count()).toBe(0);
});

it('calls no job after a file that is wrong, and keeps a name that was typed', async () => {
  const { page } = await suite.openAsAdmin('/ext');
  const form = await openCreateJob(page);
  const name = form.getByLabel('Name', { exact: true });
  const picture = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d]);
  await chooseFile(form, 'portrait.csv', picture);
  await form.getByText(messages.selectCsv).waitFor();
  expect(await name.inputValue()).toBe('');

  const another = async (file: string, content: string | Buffer): Promise<void> => {
    await form.getByRole('button', { name: 'Remove the file' }).click();
    await chooseFile(form, file, content);
  };
  await chooseFile(form, 'spring.csv', phonesFile(3));
  await form.getByText('spring.csv').waitFor();
  expect(await name.inputValue()).toBe('spring');
  await another('summer.csv', phonesFile(3));
  await form.getByText('summer.csv').waitFor();
  expect(await name.inputValue()).toBe('summer');
  await another('portrait.csv', picture);
  await form.getByText(messages.selectCsv).waitFor();
  expect(await name.inputValue()).toBe('');
  await name.fill('My own');
  await chooseFile(form, 'spring.csv', phonesFile(3));
  await form.getByText('spring.csv').waitFor();
  expect(await name.inputValue()).toBe('My own');
});

it('keeps the buttons of a window inside it on a phone', async () => {
  const { page } = await suite.openAsAdmin('/ext', { size: { width: 390, height: 844 } });
  const form = await openCreateJob(page);
  await chooseFile(form, 'spring.csv', phonesFile(3));
  await form.getByText('spring.csv').waitFor();
  await form.getByRole('button', { name: 'Upload and check' }).click();
  await form.getByRole('button', { name: 'Keep on hold' }).waitFor();
  const box = await form.boundingBox();
  const buttons = await form.locator('footer').getByRole('button').all();
  expect(buttons.length).toBeGreaterThan(1);
  for (const one of buttons) {
    const place = await one.boundingBox();
    expect(place?.x).toBeGreaterThanOrEqual(box?.x ?? Number.NaN);
    expect((place?.x ?? 0) + (place?.width ?? 0)).toBeLessThanOrEqual((box?.x ?? 0) + (box?.width ?? 0));
  }
});

it('paints nothing anew while no job has anything to do', async () => {
  const { page } = await suite.openAsAdmin('/ext');
  await row(page, 'Main').getByText('In progress', { exact: true }).waitFor();
  await page.waitForFunction(() => document.getAnimations().length === 0);
});

it('shows how a job ended although an older answer of the list comes in after the news', async () => {
  const { number } = await suite.api.upload([phonesFile(2, 100)], { name: 'Overtaken', hold: 'true' });
  const { page } = await suite.openAsAdmin('/ext', { reused: false });
  await row(page, 'Overtaken').getByText('Created', { exact: true }).waitFor();

  const { promise: answered, resolve: tellAnswered } = Promise.withResolvers<undefined>();
  const { promise: released, resolve: release } = Promise.withResolvers<undefined>();
  let held = 0;
  await page.route(`**${calls.searchJobs.path}`, async (route) => {
    // The line above the list asks by the same call for those that run.
    if (!route.request().postData()?.includes('"CREATED"') || held++ > 0) return route.continue();
    const response = await route.fetch();
    tellAnswered(undefined);
    await released;
    // Who has asked anew since then does not wait for it any more.
    await route.fulfill({ response }).catch(() => undefined);
  });
  await suite.api.upload([phonesFile(2, 200)], { name: 'Newcomer', hold: 'true' });
  await answered;
  await suite.api.call(calls.setJobStatus, { params: { number: String(number), jobStatus: 'IN_PROGRESS' } });
  await row(page, 'Overtaken').getByText('Done', { exact: true }).waitFor();
  release(undefined);
  await row(page, 'Newcomer').waitFor();
  await row(page, 'Overtaken').getByText('Done', { exact: true }).waitFor();
});

it('shows how a job ended that ended before the page could hear of it', async () => {
  const { number } = await suite.api.upload([phonesFile(2, 300)], { name: 'Unheard', hold: 'true' });
  const { page } = await suite.openAsAdmin(null, { reused: false });
  const { promise: released, resolve: release } = Promise.withResolvers<undefined>();
  await page.routeWebSocket('**/api/mm-websocket', (line) => {
    const server = line.connectToServer();
    line.onMessage((said) => void released.then(() => server.send(said)));
  });
  await page.goto('/ext');
  await row(page, 'Unheard').getByText('Created', { exact: true }).waitFor();
  await suite.api.call(calls.setJobStatus, { params: { number: String(number), jobStatus: 'IN_PROGRESS' } });
  await jobIs(suite.api, number, 'DONE');
  release(undefined);
  await row(page, 'Unheard').getByText('Done', { exact: true }).waitFor();
});

it('keeps the window of a range until it is known what became of the job, which would be told of nowhere else', async () => {
  const { page } = await suite.openAsAdmin('/ext/jobs?create=range');
  const window = page.getByRole('dialog', { name: 'Create by range' });
  await window.getByLabel('Name', { exact: true }).fill('Held back');
  await window.getByLabel('First number').fill(phoneAt(0));
  await window.getByLabel('Last number').fill(phoneAt(3));
  const letGo = await holdCalls(page, calls.createJobByRange.path);
  await window.getByRole('button', { name: 'Check first' }).click();
  await window.getByRole('button', { name: 'Check first', disabled: true }).waitFor();
  await page.keyboard.press('Escape');
  expect(await window.getByRole('button', { name: 'Cancel' }).isDisabled()).toBe(true);
  letGo();
  await page.getByRole('button', { name: 'Keep on hold' }).waitFor();
});
