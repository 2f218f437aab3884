import { expect, it } from '@jest/globals';
import { calls, limits } from '@numscope/contracts';
import type { Page } from 'playwright-core';
import { Api } from '../../src/calls/api.ts';
import { accessibilityFaults, fillLogin } from '../../src/browser/browser.ts';
import { ADMIN_PASSWORD } from '../../src/product/product.ts';
import { consoleSuite, toast } from '../../src/browser/console-suite.ts';
import { jobIs } from '../../src/calls/watch-job.ts';
import { fileNamed, holdCalls } from '../../src/browser/actions.ts';

const suite = consoleSuite();
const LISTED = '+998901239911';
const HELD = '+99871*';

const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

it('puts numbers on the do-not-look-up list, names wrong lines, finds them, and takes them off', async () => {
  const { page } = await suite.openAsAdmin('/ext/privacy');
  await page.getByText('Nothing is on the list').waitFor();
  await page.getByRole('button', { name: 'Add numbers' }).click();
  const form = page.getByRole('dialog', { name: 'Have no source asked about numbers' });
  await form.getByRole('button', { name: 'Add numbers' }).click();
  await form.getByText('This is needed').nth(1).waitFor();
  await form
    .getByLabel('Choose a file')
    .setInputFiles(fileNamed('large.txt', Buffer.alloc(limits.listedTextChars + 1, '1\n')));
  await form.getByText('The file is larger than 1.9 MB').waitFor();
  expect(await form.getByLabel('Numbers', { exact: true }).inputValue()).toBe('');
  await form.getByLabel('Reason').fill('asked for it in writing');
  await form.getByLabel('Numbers', { exact: true }).fill(`${LISTED}\nnobody`);
  await form.getByRole('button', { name: 'Add numbers' }).click();
  await form.getByText('Line 2: nobody').waitFor();
  // What is written stays beside what the file says.
  await form.getByLabel('Numbers', { exact: true }).fill(LISTED);
  await form.getByLabel('Choose a file').setInputFiles(fileNamed('list.txt', `${HELD}\n`));
  await page.waitForFunction((held) => document.querySelector('textarea')?.value.includes(held), HELD);
  await form.getByRole('button', { name: 'Add numbers' }).click();
  await toast(page, /2 entries were added/).waitFor();
  await rowOf(page, HELD).getByText('asked for it in writing').waitFor();

  await page.getByLabel('Search by number or reason').fill('998712345678');
  await rowOf(page, LISTED).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: `Take ${HELD} off the list` }).click();
  await page.getByRole('button', { name: 'Take it off' }).click();
  await page.getByText('Nothing on the list matches').waitFor();
  await page.getByRole('button', { name: 'Clear the filters' }).click();
  await rowOf(page, LISTED).waitFor();
  const { content } = await suite.api.call(calls.listedNumbers);
  expect(content.map(({ entry }) => entry)).toEqual([LISTED]);

  // On a phone the sentence has a line of its own, not a column of single words beside the search.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  const hint = await page.getByText('No source is asked about these numbers').boundingBox();
  expect(hint?.width).toBeGreaterThan(300);
});

it('counts numbers on the list before a job starts, and shows why nobody was asked about them', async () => {
  await suite.api.call(calls.listNumbers, { body: { entries: LISTED, reason: 'asked for it in writing' } });
  const job = await suite.api.call(calls.createJobByRange, {
    body: { name: 'With one listed', from: LISTED.slice(1), to: LISTED.slice(1), iteration: 1, hold: true },
  });
  const { page } = await suite.openAsAdmin(`/ext/job/${job.number}?tab=preflight`);
  await page.getByText('1 number is on the do-not-look-up list and will not be asked').waitFor();
});

it('erases a number that is typed twice, and shows the certificate', async () => {
  const phone = '+998901239922';
  const job = await suite.api.call(calls.createJobByRange, {
    body: { name: 'With one to erase', from: phone.slice(1), to: phone.slice(1), iteration: 1 },
  });
  await jobIs(suite.api, job.number, 'DONE');
  const { page } = await suite.openAsAdmin('/ext/privacy');
  await page.getByRole('button', { name: 'Erase a number' }).click();
  const form = page.getByRole('dialog', { name: 'Erase a number everywhere' });
  await form.getByLabel('Number with country code').fill(phone);
  await form.getByLabel('The number again').fill('+998901239923');
  await form.getByRole('textbox', { name: 'The number again', description: 'The two numbers differ' }).waitFor();
  await form.getByLabel('The number again').fill('998 90 123 99 22');
  await form.getByLabel('Why it is erased').fill('asked for it in writing');
  const letErase = await holdCalls(page, calls.erasePhone.path);
  await form.getByRole('button', { name: 'Erase it everywhere' }).click();
  // The certificate is told once: it cannot be left before.
  await form.getByRole('button', { name: 'Cancel', disabled: true }).waitFor();
  await page.keyboard.press('Escape');
  letErase();
  const certificate = page.getByRole('dialog', { name: `${phone} is erased` });
  await certificate.getByRole('row', { name: 'Phones in jobs 1' }).waitFor();
  const saved = page.waitForEvent('download');
  await certificate.getByRole('button', { name: 'Save the certificate' }).click();
  expect((await saved).suggestedFilename()).toBe(`ERASURE_${phone.slice(1)}.json`);
  const { totalPhoneNumbers } = await suite.api.call(calls.getJob, { params: { number: job.number } });
  expect(totalPhoneNumbers).toBe(0);
});

it('saves what is known of a number', async () => {
  const { page } = await suite.openAsAdmin('/ext/privacy');
  await page.getByRole('button', { name: 'What is known' }).click();
  const form = page.getByRole('dialog', { name: 'What is known of a number' });
  await form.getByLabel('Number with country code').fill(LISTED);
  const saved = page.waitForEvent('download');
  await form.getByRole('button', { name: 'Save the document' }).click();
  expect((await saved).suggestedFilename()).toBe(`ACCESS_${LISTED.slice(1)}.json`);
});

it('sets how long things are kept, and shows what that would remove before', async () => {
  const { page } = await suite.openAsAdmin('/ext/privacy');
  await page.getByRole('button', { name: 'How long things are kept' }).click();
  const form = page.getByRole('dialog', { name: 'How long things are kept' });
  await form.getByText('Nothing is removed', { exact: true }).waitFor();
  await form.getByLabel('Audit, in days').fill('29');
  await form.getByText('Whole days from 30 to 36,500, or nothing').waitFor();
  await form.getByLabel('Audit, in days').fill('');
  await form.getByLabel('Jobs that ended, in days').fill('30');
  await form.getByLabel('Answers of sources, in days').fill('60');
  await form.getByLabel('Audit, in days').focus();
  await form.getByText(/^As things are now, the run of .* would remove or change$/).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await form.getByRole('button', { name: 'Save' }).click();
  await toast(page, 'What is older goes with the next run').waitFor();
  const { days, by } = await suite.api.call(calls.getRetention);
  expect({ days, by }).toEqual({ days: { observations: 60, jobs: 30, audit: null }, by: 'admin' });
});

// The last: it ends the session that the others share.
it('has what was typed again after the session ended amid it, but for the number that confirms', async () => {
  const session = await Api.login(suite.product.url);
  const { page } = await suite.open({ token: session.token, reused: false });
  await page.goto('/ext/privacy');
  await page.getByRole('button', { name: 'Erase a number' }).click();
  const form = page.getByRole('dialog', { name: 'Erase a number everywhere' });
  await form.getByLabel('Number with country code').fill(LISTED);
  await form.getByLabel('The number again').fill(LISTED);
  await form.getByLabel('Why it is erased').fill('A case with a long story');
  await session.call(calls.logout, { params: { username: 'admin' } });
  await page.waitForURL('**/login');
  await fillLogin(page, 'admin', ADMIN_PASSWORD);
  await form.waitFor();
  expect(await form.getByLabel('Number with country code').inputValue()).toBe(LISTED);
  expect(await form.getByLabel('Why it is erased').inputValue()).toBe('A case with a long story');
  expect(await form.getByLabel('The number again').inputValue()).toBe('');
});
