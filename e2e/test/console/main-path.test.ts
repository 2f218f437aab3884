import { buffer } from 'node:stream/consumers';
import { beforeAll, expect, it } from '@jest/globals';
import { calls, type Job, messages, Profile } from '@numscope/contracts';
import exceljs from 'exceljs';
import type { Download, Locator, Page } from 'playwright-core';
import { consoleSuite, toast } from '../../src/browser/console-suite.ts';
import { type FakeProvider, providerSources, startFakeProvider } from '../../src/providers/fake-provider.ts';
import { phoneAt, phonesFile } from '../../src/people/phones.ts';
import { profileSections } from '../../src/browser/profile-sections.ts';
import { scaled } from '../../src/scale.ts';
import { jobIs } from '../../src/calls/watch-job.ts';
import { chooseFile, openCreateJob } from '../../src/browser/actions.ts';

const PHONES = scaled(3000, 999_000);
const JOB = 'Spring check';

let office: FakeProvider;
// A slow source beside the made-up people. It is paused, and so never asked, until a test needs a job that lasts.
const suite = consoleSuite(async () => {
  office = await startFakeProvider(400);
  return { sources: providerSources(office.url, { concurrency: 4 }), close: office.close };
});
let job: Job;

beforeAll(async () => {
  await suite.api.call(calls.pauseSource, { params: { name: 'OFFICE' } });
});

const dialog = (page: Page, name: string): Locator => page.getByRole('dialog', { name });
const row = (page: Page, name: string): Locator => page.getByRole('row').filter({ hasText: name });

/** Where the row does not come to it, the fault tells what it shows and what the server knows: either may be late. */
async function status(page: Page, name: string, word: string): Promise<void> {
  try {
    await row(page, name).getByText(word, { exact: true }).waitFor();
  } catch (error) {
    const { content } = await suite.api.call(calls.searchJobs, { body: { jobName: name } });
    const shown = await row(page, name).allInnerTexts();
    throw new Error(`shown: ${JSON.stringify(shown)}, known: ${JSON.stringify(content)}`, { cause: error });
  }
}

/** Drops a file on an element as the desktop does. */
async function drop(target: Locator, name: string, content: string): Promise<void> {
  const dataTransfer = await target.page().evaluateHandle(
    ([fileName = '', text = '']) => {
      const data = new DataTransfer();
      data.items.add(new File([text], fileName, { type: 'text/csv' }));
      return data;
    },
    [name, content],
  );
  await target.dispatchEvent('dragover', { dataTransfer });
  await target.dispatchEvent('drop', { dataTransfer });
}

const choose = (within: Locator, content: string | Buffer, name = 'phones.csv'): Promise<void> =>
  chooseFile(within, name, content);

/** What a search finds, as the API tells it. */
const found = async (filters: object): Promise<number> =>
  (await suite.api.call(calls.searchProfiles, { body: { page: 0, size: 1, filters } })).totalElements;

/** Profile search counts exactly up to here, but for one job alone. */
const EXACT = 10_000;

const counted = (page: Page, count: number, exact = count < EXACT): Promise<void> =>
  page
    .getByRole('status')
    .filter({ hasText: new RegExp(`^${exact ? '' : 'more than '}${count.toLocaleString('en')} profiles?$`, 'i') })
    .waitFor();

/** Adds a criterion by typing it and taking the meaning that is asked for. */
async function addCriterion(page: Page, field: string, text: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Add a criterion' }).fill(text);
  await page
    .getByRole('listbox', { name: 'Add a criterion' })
    .getByRole('option', { name: new RegExp(`^${field}`) })
    .click();
}

it('takes a dropped file, shows the upload and what it holds, and follows the job to its end without a reload', async () => {
  const { page, context } = await suite.openAsAdmin('/ext', { reused: false });
  let loads = 0;
  page.on('load', () => loads++);
  const form = await openCreateJob(page);
  await form.getByLabel('Name', { exact: true }).fill(JOB);
  // A long second column, so that there is something to upload.
  const lines = phonesFile(PHONES).trimEnd().split('\n');
  const note = 'x'.repeat(scaled(500, 20));
  const content = [
    'phone;note',
    ...lines.map((line) => `${line};${note}`),
    `+${lines[0]};again`,
    `${lines[1]};again`,
    '99890;short',
  ].join('\n');
  await drop(form.getByRole('group', { name: /drop a file/i }), 'spring.csv', content);
  await form.getByText('spring.csv').waitFor();

  const line = await context.newCDPSession(page);
  await line.send('Network.enable');
  await line.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: scaled(600_000, 8_000_000),
  });
  await form.getByRole('button', { name: 'Upload and check' }).click();
  const progress = form.getByRole('progressbar', { name: 'Uploading' });
  await progress.waitFor({ state: 'attached' });
  await form.getByText(/a second/).waitFor();
  await form.getByRole('button', { name: 'Stop the upload' }).waitFor();
  await line.detach();

  const held = form.getByRole('region', { name: 'What is in the file' });
  await held.waitFor({ timeout: scaled(30_000, 120_000) });
  const facts = await held.innerText();
  expect(facts).toMatch(new RegExp(`Valid\\s+${PHONES.toLocaleString('en')}`));
  expect(facts).toMatch(/Not valid\s+1\b/);
  expect(facts).toMatch(/Duplicates\s+2\b/);
  const callsBySource = form.getByRole('region', { name: 'Calls by source' });
  await callsBySource.getByText('SANDBOX').waitFor();
  await callsBySource.getByText('Line checks: 1 source', { exact: true }).waitFor();
  await form.getByRole('button', { name: 'Start now' }).click();
  await toast(page, messages.jobQueued).waitFor();
  await toast(page, messages.createJobTitle).waitFor();

  await row(page, JOB)
    .getByText('Done', { exact: true })
    .waitFor({ timeout: scaled(60_000, 600_000) });
  await row(page, JOB)
    .getByRole('progressbar', { name: /^Progress: 100%/ })
    .waitFor({ state: 'attached' });
  expect(loads).toBe(0);
  const listed = await suite.api.call(calls.searchJobs, { body: { jobName: JOB } });
  expect(listed.content).toHaveLength(1);
  job = await jobIs(suite.api, listed.content[0]?.number ?? 0, 'DONE');
  expect(job).toMatchObject({ progress: 100, duplicates: 2, counts: { PENDING: 0, SENT: 0, NOT_VALID: 1 } });
});

it('searches the results by name, phone and network, with the tick for AND', async () => {
  const { page } = await suite.openAsAdmin('/ext');
  await row(page, JOB).click();
  const panel = page.getByRole('complementary', { name: `Job ${job.number}` });
  await panel
    .getByText(String(job.counts.NOT_FOUND.toLocaleString('en')))
    .first()
    .waitFor();
  await panel.getByRole('button', { name: 'Results' }).click();
  await page.waitForURL('**/ext/results?**');
  // More than 10,000 hits are counted exactly for one job alone.
  await counted(page, job.counts.FOUND, true);

  await addCriterion(page, 'Name', 'Anvar');
  const any = { jobId: { values: [String(job.number)], and: false }, name: { values: ['Anvar'], and: false } };
  await counted(page, await found(any));
  await page.getByRole('checkbox', { name: 'Name must match' }).check();
  const anvars = await found({ ...any, name: { values: ['Anvar'], and: true } });
  expect(anvars).toBeGreaterThan(0);
  expect(anvars).toBeLessThan(job.counts.FOUND);
  await counted(page, anvars);
  const names = await page.getByRole('table', { name: 'Results' }).getByRole('row').allInnerTexts();
  expect(names.slice(1).every((text) => /Anvar/i.test(text))).toBe(true);

  // Two networks: unticked either, ticked both.
  await page.getByRole('button', { name: 'Clear all' }).click();
  await addCriterion(page, 'Network', 'TELEGRAM');
  await addCriterion(page, 'Network', 'LINKEDIN');
  const values = ['TELEGRAM', 'LINKEDIN'];
  const either = await found({ socialNetwork: { values, and: false } });
  const both = await found({ socialNetwork: { values, and: true } });
  expect(both).toBeGreaterThan(0);
  if (both < EXACT) expect(either).toBeGreaterThan(both);
  await counted(page, either);
  await page.getByRole('checkbox', { name: 'Network must match' }).first().check();
  await counted(page, both);

  // The address holds the search: another page shows the same.
  const other = await suite.openAsAdmin(page.url());
  await other.page.getByRole('checkbox', { name: 'Network must match' }).first().waitFor();
  expect(await other.page.getByRole('checkbox', { name: 'Network must match' }).first().isChecked()).toBe(true);
});

/** A profile of the job about whom there is a lot to say. */
async function rich(): Promise<Profile> {
  const page = await suite.api.call(calls.searchProfiles, {
    body: { page: 0, size: 200, filters: { jobId: { values: [String(job.number)], and: true } } },
  });
  const [best] = page.content.toSorted((a, b) => Object.keys(b.provenance).length - Object.keys(a.provenance).length);
  if (best === undefined) throw new Error('the job found nobody');
  return best;
}

it('opens a profile with its sections, who says so, and that the person is made up', async () => {
  const profile = await rich();
  const { page } = await suite.openAsAdmin('/ext/results');
  await page.getByRole('table', { name: 'Results' }).waitFor();
  await addCriterion(page, 'Phone', profile.phone);
  await counted(page, 1);
  const name = `${profile.firstName} ${profile.lastName}`;
  await page
    .getByRole('table', { name: 'Results' })
    .getByRole('row')
    .nth(1)
    .getByText(/^\+?998/)
    .first()
    .click();
  const panel = page.getByRole('complementary', { name: `Summary of ${name}` });
  await panel.getByText('Made-up person').waitFor();
  await panel.getByRole('link', { name: 'Open the profile' }).click();
  await page.waitForURL(`**/ext/results/${encodeURIComponent(profile.phone)}`);
  await page.getByRole('heading', { name, level: 1 }).waitFor();
  await page.getByText('Made-up person').first().waitFor();
  const titles = await page.getByRole('heading', { level: 2 }).allInnerTexts();
  expect(titles.filter((title) => profileSections.includes(title)).toSorted()).toEqual(profileSections.toSorted());
  const nav = await page.getByRole('navigation', { name: 'Sections of the profile' }).getByRole('link').allInnerTexts();
  const shown = nav.map((text) => text.replace(/\s*\d+\s*$/, ''));
  expect(shown.filter((title) => profileSections.includes(title))).toEqual(profileSections);
  expect(shown).toEqual(expect.arrayContaining(['Line today', 'Timeline']));

  const email = profile.emails[0] ?? '';
  const said = page.getByRole('region', { name: 'Emails' }).getByRole('listitem').filter({ hasText: email });
  await said.getByText('SANDBOX').waitFor();
  await page.getByRole('region', { name: 'Sources' }).getByText('NUMBERING_PLAN').waitFor();
  await page.getByRole('region', { name: 'Names' }).getByText('SANDBOX').first().waitFor();
});

const downloaded = async (page: Page, format: string, name = 'PROFILES'): Promise<Download> => {
  const [download] = await Promise.all([
    page.waitForEvent('download', { timeout: 60_000 }),
    page.getByRole('menuitem', { name: new RegExp(`^${format}`) }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(
    new RegExp(`^${name}_\\d{4}_\\d{2}_\\d{2}_\\d{2}_\\d{2}_\\d{2}\\.${format.toLowerCase()}$`),
  );
  return download;
};

const bytesOf = async (download: Download): Promise<Buffer> => buffer(await download.createReadStream());

it('exports the selection as json and as a workbook', async () => {
  const { page } = await suite.openAsAdmin(`/ext/results?q=jobId:${job.number}`);
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
  const bar = page.getByRole('toolbar', { name: '15 selected' });
  await bar.getByRole('button', { name: 'Export' }).click();
  const few = Profile.array().parse(JSON.parse((await bytesOf(await downloaded(page, 'JSON'))).toString()));
  expect(few).toHaveLength(15);

  await bar.getByRole('button', { name: /^Select the first 1,000/ }).click();
  const all = page.getByRole('toolbar', { name: /^1,?000 selected/ });
  await all.getByRole('button', { name: 'Export' }).click();
  const book = new exceljs.Workbook();
  await book.xlsx.load((await bytesOf(await downloaded(page, 'XLSX'))).buffer as ArrayBuffer);
  const [sheet] = book.worksheets;
  expect(sheet?.rowCount).toBe(1001);
  const header = (sheet?.getRow(1).values ?? []) as unknown[];
  const cells = sheet?.getColumn(header.indexOf('Phone')).values.slice(2) ?? [];
  // A cell that begins with a plus is text, and so cannot run as a formula.
  const phones = cells.map(String);
  expect(cells.every((cell) => typeof cell === 'string')).toBe(true);
  expect(new Set(phones).size).toBe(1000);
  expect(few.every(({ phone }) => phones.includes(phone))).toBe(true);
  expect(JSON.stringify(sheet?.getRow(2).values)).toContain('Made-up person');
});

it('refuses a file with letters by its first ten lines, and leaves those out when told so', async () => {
  const { page } = await suite.openAsAdmin('/ext');
  const form = await openCreateJob(page);
  await form.getByRole('button', { name: 'Upload and check' }).click();
  await form.getByText(messages.jobNameRequired).waitFor();
  await form.getByText(messages.fileRequired).waitFor();

  await form.getByLabel('Name', { exact: true }).fill('With letters');
  await choose(form, Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d]), 'phones.csv');
  await form.getByText(messages.selectCsv).waitFor();

  const letters = Array.from({ length: 12 }, (_, index) => `name${index + 1}`).join('\n');
  await choose(form, `${letters}\n${phonesFile(20)}`);
  await form.getByRole('button', { name: 'Upload and check' }).click();
  const refusal = form.getByRole('alert').filter({ hasText: messages.phonesNotNumeric });
  await refusal.waitFor();
  const lines = await refusal.getByRole('listitem').allInnerTexts();
  expect(lines.map((line) => line.replaceAll(/\s+/g, ' '))).toEqual(
    Array.from({ length: 10 }, (_, index) => `Line ${index + 1} name${index + 1}`),
  );
  await refusal.getByRole('button', { name: 'Leave those lines out' }).click();
  await form.getByRole('region', { name: 'What is in the file' }).getByText('20', { exact: true }).first().waitFor();
  await form.getByText('12 lines of the file were left out.').waitFor();
  await form.getByRole('button', { name: 'Keep on hold' }).click();
  await toast(page, messages.jobCreated).waitFor();
  await status(page, 'With letters', 'Created');
  const listed = await suite.api.call(calls.searchJobs, { body: { jobName: 'With letters' } });
  expect(listed.content).toEqual([
    expect.objectContaining({ totalPhoneNumbers: 20, skippedLines: 12, status: 'CREATED' }),
  ]);
});

it('offers to take phones as people write them after it refused a file of them', async () => {
  const { page } = await suite.openAsAdmin('/ext');
  const form = await openCreateJob(page);
  await form.getByLabel('Name', { exact: true }).fill('As written');
  await choose(form, '+998 90 111-22-01\n(998) 901112202\ntel:+998-90-111-22-03\n');
  await form.getByRole('button', { name: 'Upload and check' }).click();
  const refusal = form.getByRole('alert').filter({ hasText: messages.phonesNotNumeric });
  await refusal.waitFor();
  expect(await refusal.getByRole('listitem').count()).toBe(3);
  await refusal.getByRole('button', { name: 'Take phones as written' }).click();
  await form.getByRole('region', { name: 'What is in the file' }).getByText('3', { exact: true }).first().waitFor();
  await form.getByRole('button', { name: 'Keep on hold' }).click();
  await status(page, 'As written', 'Created');
  const listed = await suite.api.call(calls.searchJobs, { body: { jobName: 'As written' } });
  expect(listed.content).toEqual([expect.objectContaining({ totalPhoneNumbers: 3, skippedLines: 0 })]);
});

it('creates a job by range, after saying what is wrong with one', async () => {
  const { page } = await suite.openAsAdmin('/ext');
  await page.getByRole('button', { name: 'Create by range' }).first().click();
  const form = dialog(page, 'Create by range');
  const create = form.getByRole('button', { name: 'Create and start' });
  const ends = async (from: string, to: string, fault: string): Promise<void> => {
    await form.getByLabel('First number').fill(from);
    await form.getByLabel('Last number').fill(to);
    await create.click();
    await form.getByText(fault, { exact: true }).waitFor();
  };
  await form.getByLabel('Name', { exact: true }).fill('By range');
  await ends('', '', messages.rangeStartRequired);
  await ends(phoneAt(0), '', messages.rangeEndRequired);
  await ends(phoneAt(9), phoneAt(0), messages.rangeOrder);
  await ends('99890', phoneAt(0), messages.rangeLength);
  await ends(phoneAt(0), phoneAt(100), messages.rangeTooLarge);
  await form.getByLabel('Last number').fill(phoneAt(99));
  await form.getByLabel('Name', { exact: true }).fill('');
  await create.click();
  await form.getByText(messages.jobNameRequired).waitFor();
  await form.getByLabel('Name', { exact: true }).fill('By range');
  await create.click();
  await toast(page, messages.jobQueued).waitFor();
  await status(page, 'By range', 'Done');
  const listed = await suite.api.call(calls.searchJobs, { body: { jobName: 'By range' } });
  expect(listed.content).toEqual([expect.objectContaining({ totalPhoneNumbers: 100, status: 'DONE' })]);
});

it('pauses, plays, cancels and deletes a job, asking before what cannot be undone', async () => {
  await suite.api.call(calls.resumeSource, { params: { name: 'OFFICE' } });
  // Eight minutes by its source: it lasts on a busy machine too.
  const long = await suite.api.upload([phonesFile(5000, 2_000_000)], { name: 'Long one' });
  const { page } = await suite.openAsAdmin('/ext');
  const line = row(page, 'Long one');
  await status(page, 'Long one', 'In progress');
  await line.locator('.ns-spin').waitFor();
  await line.getByRole('button', { name: 'Pause' }).click();
  await status(page, 'Long one', 'Paused');
  await line.locator('.ns-spin').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await status(page, 'Long one', 'In progress');
  await line.getByRole('button', { name: 'Pause' }).click();
  await status(page, 'Long one', 'Paused');
  await line.getByRole('button', { name: 'Play' }).click();
  await status(page, 'Long one', 'In progress');

  await line.getByRole('button', { name: /^More for job/ }).click();
  await page.getByRole('menuitem', { name: 'Cancel the job' }).click();
  const cancel = dialog(page, messages.confirmCancelJob);
  await cancel.getByRole('button', { name: 'Keep the job' }).click();
  await cancel.waitFor({ state: 'detached' });
  await status(page, 'Long one', 'In progress');
  await line.getByRole('button', { name: /^More for job/ }).click();
  await page.getByRole('menuitem', { name: 'Cancel the job' }).click();
  await cancel.getByRole('button', { name: 'Cancel the job' }).click();
  await status(page, 'Long one', 'Canceled');
  expect((await suite.api.job(long.number)).status).toBe('CANCELED');
  // Why it stood still is known to a page that has not seen it.
  await page.goto(`/ext/job/${long.number}`);
  const curve = page.getByRole('region', { name: 'Answered over time' });
  await curve.getByRole('img', { name: /answered by/ }).waitFor();
  expect(await curve.getByRole('listitem').filter({ hasText: 'Paused' }).count()).toBe(2);
  await page.getByRole('tab', { name: 'Without profile' }).click();
  await page.getByRole('button', { name: 'Export' }).click();
  const rest = (await bytesOf(await downloaded(page, 'CSV', `JOB_${long.number}_REST`)))
    .toString()
    .trimEnd()
    .split('\r\n');
  const { totalElements } = await suite.api.call(calls.exportJobRemainder, {
    params: { jobNumber: String(long.number) },
    query: { page: 0, size: 1 },
  });
  expect([rest[0], rest.length]).toEqual(['\uFEFFphone;status', totalElements + 1]);
  await page.goto('/ext');
  // The paused source made numbers of the first jobs fail.
  const failed = await suite.api.call(calls.needsYou);
  const [worst] = failed.needs.flatMap((need) => (need.kind === 'FAILED_NUMBERS' ? [need] : []));
  if (worst === undefined) throw new Error('no job has failed numbers');
  const needs = page.getByRole('region', { name: 'Needs you' });
  const retry = needs.getByRole('button', { name: `Retry job ${worst.job}` });
  await retry.click();
  await retry.waitFor({ state: 'detached' });
  expect((await suite.api.job(worst.job)).counts.FAILED).toBe(0);

  // On its own page, which goes with it: the keyboard goes on in the list, not at the beginning of the page.
  await page.goto(`/ext/job/${long.number}`);
  await page.getByRole('button', { name: /^More for job/ }).press('Enter');
  await page.getByRole('menuitem', { name: 'Delete the job' }).press('Enter');
  await dialog(page, messages.confirmRemoveJob).getByRole('button', { name: 'Delete the job' }).press('Enter');
  await page.waitForURL('**/ext/jobs');
  await row(page, 'Main job').waitFor();
  await page.locator('main:focus').waitFor();
  expect(await line.count()).toBe(0);
  await expect(suite.api.job(long.number)).rejects.toMatchObject({ status: 404 });
  await suite.api.call(calls.pauseSource, { params: { name: 'OFFICE' } });
});

it('merges a job into another one', async () => {
  const [from, to] = await Promise.all(
    ['Smaller', 'Larger'].map((name, index) =>
      suite.api.upload([phonesFile(20, 3_000_000 + index * 100)], { name, hold: 'true' }),
    ),
  );
  const { page } = await suite.openAsAdmin('/ext');
  await row(page, 'Smaller')
    .getByRole('button', { name: /^More for job/ })
    .click();
  await page.getByRole('menuitem', { name: 'Merge with existing job' }).click();
  const form = dialog(page, messages.confirmMergeJob);
  await form.getByLabel('Merge into').fill('Larger');
  await form.getByRole('option').filter({ hasText: 'Larger' }).click();
  await form.getByRole('button', { name: 'Merge the job' }).click();
  await toast(page, messages.jobMerged).waitFor();
  expect(await suite.api.job(from?.number ?? 0)).toMatchObject({ status: 'MERGED', mergedInto: to?.number });
  expect(await suite.api.job(to?.number ?? 0)).toMatchObject({ totalPhoneNumbers: 40 });
});
