import { beforeAll, expect, it } from '@jest/globals';
import { calls } from '@numscope/contracts';
import type { Page } from 'playwright-core';
import { accessibilityFaults } from '../../src/browser.ts';
import { consoleSuite } from '../../src/console-suite.ts';
import { retryWhileAway } from '../../src/patient.ts';
import { jobIs } from '../../src/watch-job.ts';

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
