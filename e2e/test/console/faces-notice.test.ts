import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { calls } from '@numscope/contracts';
import { accessibilityFaults } from '../../src/browser.ts';
import { analyst, consoleSuite } from '../../src/console-suite.ts';
import { FIRST_SEARCH_MS, lookUpPortraits, startPortraitProvider } from '../../src/portrait-provider.ts';
import { portrait } from '@numscope/testing/portraits';

const NOTICE = 'Search for faces only in the case that you work on.';

let close: () => Promise<void> = async () => undefined;
const suite = consoleSuite(async () => {
  const provider = await startPortraitProvider();
  close = provider.close;
  return {
    sources: provider.sources,
    env: { SANDBOX: 'false', FACE_SEARCH_NOTICE: NOTICE, REQUIRE_PURPOSE: 'true', FACE_SEARCHES_PER_HOUR: '1' },
  };
});
beforeAll(async () => {
  await lookUpPortraits(suite.api);
  await suite.api.call(calls.createUser, { body: { ...analyst, roles: ['USER'], modules: ['Profiler'] } });
});
afterAll(() => close());

it('lets an analyst search by picture after the notice, with a purpose, and no more often than an hour allows', async () => {
  const body = { username: analyst.userName, password: analyst.password };
  const { accessToken } = await suite.api.call(calls.login, { body });
  const { page } = await suite.open({ token: accessToken });
  await page.goto('/int');
  const choose = (): Promise<void> =>
    page
      .getByRole('dialog', { name: 'Search by picture' })
      .locator('input[type=file]')
      .setInputFiles({ name: 'a-1.jpg', mimeType: 'image/jpeg', buffer: portrait('a-1') });

  await page.getByRole('button', { name: 'Search by picture' }).click();
  const notice = page.getByRole('dialog', { name: 'Before the first search by picture' });
  await notice.getByText(NOTICE).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await notice.getByRole('button', { name: 'I have read this and agree' }).click();

  await page.getByLabel('Purpose').waitFor();
  await choose();
  await page.getByText('Say why this face is searched for').waitFor();
  await page.getByLabel('Purpose').fill('Case 26-0417');
  await page.getByLabel('Purpose').press('Enter');
  await page.getByText('2 stored pictures may show this person').waitFor({ timeout: FIRST_SEARCH_MS });
  await page.getByText('3 profiles', { exact: true }).waitFor();

  await page.getByRole('button', { name: 'Another picture' }).click();
  await page.getByLabel('Purpose').fill('Case 26-0417');
  await choose();
  await page.getByText('You have used up your face searches of this hour: 1 at most.').waitFor();
});
