import { readFile } from 'node:fs/promises';
import { beforeAll, expect, it } from '@jest/globals';
import { calls } from '@numscope/contracts';
import type { Page } from 'playwright-core';
import { accessibilityFaults } from '../../src/browser/browser.ts';
import { consoleSuite } from '../../src/browser/console-suite.ts';
import { retryWhileAway } from '../../src/calls/patient.ts';
import { jobIs } from '../../src/calls/watch-job.ts';

const suite = consoleSuite(() => ({ env: { REQUIRE_PURPOSE: 'true' } }));
let job: number;
beforeAll(async () => {
  const { number } = await suite.api.call(calls.createJobByRange, {
    body: { name: 'A range', from: '998901239900', to: '998901239949', iteration: 1, purpose: 'A test' },
  });
  await jobIs(suite.api, number, 'DONE');
  job = number;
});

/** Chooses a format, says the purpose, and has the file. */
async function exportFor(page: Page, format: RegExp, purpose: string): Promise<string> {
  await page.getByRole('menuitem', { name: format }).click();
  const asked = page.getByRole('dialog', { name: 'What is it for?' });
  await asked.getByRole('button', { name: /^Export/ }).click();
  await asked.getByText('Say what it is for').waitFor();
  await asked.getByLabel('Purpose').fill(purpose);
  const [download] = await Promise.all([
    page.waitForEvent('download', { timeout: 60_000 }),
    asked.getByLabel('Purpose').press('Enter'),
  ]);
  return download.suggestedFilename();
}

/** What the audit says of the export for this purpose, once it knows of it. */
const recorded = (purpose: string): Promise<string> =>
  retryWhileAway(async () => {
    const { content } = await suite.api.call(calls.searchAudit, { body: { text: purpose } });
    const entry = content.find(({ args }) => args['purpose'] === purpose);
    if (!entry) throw new Error(`no entry yet for ${purpose}`);
    return `${entry.details}: ${entry.outcome}`;
  });

/** Exports in a format, and has the file's bytes as text. */
async function exported(page: Page, format: string): Promise<string> {
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('menuitem', { name: new RegExp(`^${format.toUpperCase()}\\b`) }).click();
  const asked = page.getByRole('dialog', { name: 'What is it for?' });
  await asked.getByLabel('Purpose').fill('Every format');
  const [download] = await Promise.all([
    page.waitForEvent('download', { timeout: 60_000 }),
    asked.getByLabel('Purpose').press('Enter'),
  ]);
  expect(download.suggestedFilename()).toMatch(new RegExp(`^[A-Z]+_\\d{4}(?:_\\d\\d){5}\\.${format}$`));
  return (await readFile(await download.path())).toString('latin1');
}

it('writes each format in a worker, and stops when told to', async () => {
  const { page } = await suite.openAsAdmin(`/ext/results?q=jobId:${job}`);
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).waitFor();
  expect(await exported(page, 'pdf')).toMatch(/^%PDF-.*\/Subtype \/Image/s);
  expect(await exported(page, 'xlsx')).toMatch(/^PK.*xl\/media\/image1\.jpg/s);
  expect(await exported(page, 'docx')).toMatch(/^PK.*word\/media\//s);
  expect(await exported(page, 'html')).toMatch(/^<!DOCTYPE html>.*data:image\/webp;base64,.*<\/html>/s);
  expect(await exported(page, 'xml')).toMatch(/^<\?xml.*<picture .*<\/export>/s);
  expect(await exported(page, 'txt')).toMatch(/^Profiles\n.*Exported by: .*Made-up person/s);

  await page.getByRole('button', { name: 'Export all' }).click();
  expect(await exportFor(page, /^JSONL/, 'Every format')).toMatch(/^PROFILES_.*\.jsonl$/);
  await page.getByText(/\.jsonl is saved: \d+ profiles, count and checksum agree$/).waitFor();

  // The pictures never come: the export waits for them until it is stopped.
  await page.route('**/api/image/*/thumbnail', () => undefined);
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('menuitem', { name: /^PDF/ }).click();
  await page.getByLabel('Purpose').fill('Every format');
  await page.getByLabel('Purpose').press('Enter');
  const standing = page.locator('.ns-export');
  await standing.getByText(/^Reading photos: 0 of \d+$|^Writing /).waitFor();
  await standing.getByRole('button', { name: 'Stop' }).click();
  await page.getByText('The export was stopped').waitFor();
  await standing.waitFor({ state: 'detached' });

  await page.goto('/ext/audit');
  expect(await exported(page, 'pdf')).toMatch(/^%PDF-/);
  expect(await exported(page, 'xlsx')).toMatch(/^PK/);
});

it('goes on with an export of all of a search, and says how much of that it is, when something else is searched for', async () => {
  const { totalElements } = await suite.api.call(calls.searchProfiles, {
    body: { filters: { jobId: { values: [String(job)], and: false } } },
  });
  expect(totalElements).toBe(35);
  const { page } = await suite.openAsAdmin(null, { reused: false });
  // A fifth of it comes, and the rest does not.
  await page.addInitScript((path) => {
    const { fetch } = window;
    const fifth = new TextEncoder().encode('{"phone":"+998901239900"}\n'.repeat(7));
    window.fetch = async (...asked) => {
      const request = new Request(...asked);
      if (!request.url.includes(path)) return fetch(request);
      const start = (stream: ReadableStreamDefaultController): void => {
        stream.enqueue(fifth);
        request.signal.addEventListener('abort', () => stream.error(request.signal.reason));
      };
      return new Response(new ReadableStream({ start }));
    };
  }, calls.exportProfileStream.path);
  await page.goto(`/ext/results?q=jobId:${job}`);
  await page.getByRole('button', { name: 'Export all' }).click();
  await page.getByRole('menuitem', { name: /^JSONL/ }).click();
  await page.getByLabel('Purpose').fill('A long one');
  await page.getByLabel('Purpose').press('Enter');
  const standing = page.locator('.ns-export');
  const isOf = (): Promise<string | null> => standing.getByRole('progressbar').getAttribute('value');
  await standing.getByText(/^Reading PROFILES_.*: 7 profiles/).waitFor();
  expect(await isOf()).toBe('20');

  const field = page.getByRole('combobox', { name: 'Add a criterion' });
  await field.fill('nobody@nowhere.example');
  await field.press('Enter');
  await page.getByRole('checkbox', { name: 'Email must match' }).check();
  await page.getByText('0 profiles', { exact: true }).waitFor();
  expect(await page.getByRole('button', { name: 'Export all' }).count()).toBe(0);
  expect(await isOf()).toBe('20');
  await standing.getByRole('button', { name: 'Stop' }).click();
  await page.getByText('The export was stopped').waitFor();
  await standing.waitFor({ state: 'detached' });
});

it('asks what each export is for where that is required, and the audit has it', async () => {
  const { page } = await suite.openAsAdmin(`/ext/results?q=jobId:${job}`);
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
  const bar = page.getByRole('toolbar', { name: '15 selected' });
  await bar.getByRole('button', { name: 'Export' }).click();
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await exportFor(page, /^JSON/, 'Case 1')).toMatch(/^PROFILES_.*\.json$/);
  await page.getByRole('button', { name: 'Clear the selection' }).click();
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  expect(await exportFor(page, /^XLSX/, 'Case 2')).toMatch(/^PROFILES_.*\.xlsx$/);
  await page.getByRole('button', { name: 'Export all' }).click();
  expect(await exportFor(page, /^CSV/, 'Case 3')).toMatch(/^PROFILES_.*\.csv$/);
  await page.goto('/ext/audit');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  expect(await exportFor(page, /^JSON/, 'Case 4')).toMatch(/^AUDIT_.*\.json$/);

  expect(await recorded('Case 1')).toBe('Up to 1000 profiles: OK');
  expect(await recorded('Case 2')).toBe('Up to 1000 profiles: OK');
  expect(await recorded('Case 3')).toMatch(/^All profiles of a filter.*: OK$/);
  expect(await recorded('Case 4')).toBe('Export the audit trail as csv or json: OK');
});

/** Has what a press of "Print" puts on paper, once it was said what for. */
async function paperFor(page: Page, purpose: string): Promise<string> {
  await page.evaluate(() => {
    window.print = () => {
      document.body.dataset['printed'] = document.querySelector('.rs-paper, .rp-head')?.textContent ?? '';
    };
  });
  await page.getByRole('button', { name: 'Print', exact: true }).click();
  const asked = page.getByRole('dialog', { name: 'What is it for?' });
  await asked.getByRole('button', { name: 'Print' }).click();
  await asked.getByText('Say what it is for').waitFor();
  await asked.getByLabel('Purpose').fill(purpose);
  await asked.getByLabel('Purpose').press('Enter');
  await page.waitForFunction((said) => document.body.dataset['printed']?.includes(said), purpose);
  // Not every browser waits until it is on paper.
  const onPaper = page.locator('.rs-paper, .rp-head').filter({ hasText: purpose });
  expect(await onPaper.count()).toBe(1);
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await onPaper.waitFor({ state: 'detached' });
  return page.evaluate(() => document.body.dataset['printed'] ?? '');
}

it('asks what is printed for where that is required: it stands on the paper, and in the audit', async () => {
  const { page } = await suite.openAsAdmin(`/ext/results/print?q=jobId:${job}`);
  expect(await paperFor(page, 'Case 5')).toMatch(
    new RegExp(`^35 profilesSearch Profiles in job ${job}\\.Purpose Case 5Printed`),
  );
  expect(await recorded('Case 5')).toBe('Up to 1000 profiles: OK');

  const { content } = await suite.api.call(calls.searchProfiles, {
    body: { filters: { jobId: { values: [String(job)], and: false } }, page: 0, size: 1 },
  });
  await page.goto(`/ext/results/${encodeURIComponent(content[0]?.phone ?? '')}`);
  expect(await paperFor(page, 'Case 6')).toMatch(/Purpose Case 6Printed/);
  expect(await recorded('Case 6')).toBe('A profile with what each source says: OK');
});
