import { beforeAll, expect, it } from '@jest/globals';
import { calls } from '@numscope/contracts';
import type { Locator } from 'playwright-core';
import { inFirefox } from '../../src/browser/browser.ts';
import { consoleSuite } from '../../src/browser/console-suite.ts';
import { phonesFile } from '../../src/people/phones.ts';
import { jobIs } from '../../src/calls/watch-job.ts';

const suite = consoleSuite();
let number = 0;
let phone = '';

beforeAll(async () => {
  ({ number } = await suite.api.upload([phonesFile(100)], { name: 'People' }));
  await jobIs(suite.api, number, 'DONE');
  const page = await suite.api.call(calls.searchProfiles, { body: { page: 0, size: 100, filters: {} } });
  const [fullest] = page.content.toSorted(
    (a, b) => Object.keys(b.provenance).length - Object.keys(a.provenance).length,
  );
  phone = fullest?.phone ?? '';
});

it.each([900, 420])('marks the section in sight in a window of %i px, by scrolling and by choosing', async (height) => {
  const { page } = await suite.openAsAdmin(`/ext/results/${encodeURIComponent(phone)}`, {
    size: { width: 1440, height },
  });
  const nav = page.getByRole('navigation', { name: 'Sections of the profile' });
  const marked = nav.locator('[aria-current=true]');
  await marked.filter({ hasText: 'About' }).waitFor();
  await page.getByRole('region', { name: 'Activity' }).evaluate((section) => section.scrollIntoView());
  await marked.filter({ hasNotText: 'About' }).waitFor();
  const id = (await marked.getAttribute('href'))?.split('#')[1] ?? '';
  const seen = await page.locator(`[id="${id}"]`).evaluate((section) => {
    const { top, bottom } = section.getBoundingClientRect();
    return Math.min(bottom, innerHeight) - Math.max(top, 0);
  });
  expect(seen).toBeGreaterThan(0);
  // A long section is more than a window can show 60 % of.
  const tall = page.getByRole('region', { name: 'Emails' });
  await tall.evaluate((section) => {
    section.style.minHeight = `${3 * innerHeight}px`;
    section.style.gridColumn = '1 / -1';
    section.scrollIntoView();
  });
  await marked.filter({ hasText: 'Emails' }).waitFor();
  await nav.getByRole('link', { name: 'Sources' }).click();
  await marked.filter({ hasText: 'Sources' }).waitFor();
});

it('tells what a source says of the line today, and the carrier of the numbering plan as the first one', async () => {
  const { content } = await suite.api.call(calls.searchProfiles, { body: { page: 0, size: 100, filters: {} } });
  const known = content.find(({ line, numbering }) => line !== null && numbering?.carrier);
  const { page } = await suite.openAsAdmin(`/ext/results/${encodeURIComponent(known?.phone ?? '')}`);
  const card = page.getByRole('region', { name: 'Line today' });
  const said = (label: string): Locator =>
    card.locator('.rp-kv').filter({ has: page.getByText(label, { exact: true }) });
  await said('Carrier today').getByText(`${known?.line?.carrier}, 001-${known?.line?.mnc}`).waitFor();
  await said('Carrier today').getByText('SANDBOX').waitFor();
  await said('Ported')
    .getByText(known?.line?.ported === true ? 'Yes' : 'No', { exact: true })
    .waitFor();
  await said('First assigned')
    .getByText(known?.numbering?.carrier ?? '')
    .first()
    .waitFor();
  await said('First assigned').getByText('NUMBERING_PLAN').waitFor();
});

it.each([
  ['a profile', () => `/ext/results/${encodeURIComponent(phone)}`],
  ['results', () => '/ext/results/print'],
])('prints %s with the time of printing', async (_what, path) => {
  const { page } = await suite.openAsAdmin(null, { reused: false });
  const opening = Date.now();
  const printing = opening + 180_000;
  const minute = (time: number): string => new Date(time).toISOString().slice(11, 16);
  await page.clock.setFixedTime(opening);
  await page.goto(path());
  await page.getByRole('button', { name: /print/i }).first().waitFor();
  const paper = page.getByText(/^Printed/);
  const opened = await paper.textContent();
  await page.clock.setFixedTime(printing);
  await page.pdf();
  expect(opened).toContain(minute(opening));
  expect(await paper.textContent()).toContain(minute(printing));
});

// Firefox cannot be told of paper.
if (!inFirefox)
  it('leaves a tooltip off the paper', async () => {
    const { page } = await suite.openAsAdmin(`/ext/results/${encodeURIComponent(phone)}`);
    await page.getByRole('region', { name: 'Names' }).getByText('SANDBOX').first().hover();
    const tip = page.getByRole('tooltip');
    await tip.waitFor();
    await page.emulateMedia({ media: 'print' });
    await tip.waitFor({ state: 'hidden' });
    await page.emulateMedia({ media: 'screen' });
    await tip.waitFor();
  });

it('names each column of the results for who hears them', async () => {
  const { page } = await suite.openAsAdmin('/ext/results');
  const table = page.getByRole('table', { name: 'Results' });
  await table.getByRole('columnheader', { name: 'Copy' }).waitFor();
  const heads = await table
    .getByRole('columnheader')
    .evaluateAll((all) => all.map((head) => head.textContent + (head.querySelector('input')?.ariaLabel ?? '')));
  expect(heads.filter((head) => head.trim() === '')).toEqual([]);
});
