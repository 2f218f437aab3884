import { beforeAll, expect, it } from '@jest/globals';
import { calls } from '@numscope/contracts';
import type { Page } from 'playwright-core';
import { accessibilityFaults } from '../../src/browser/browser.ts';
import { analyst, consoleSuite } from '../../src/browser/console-suite.ts';
import { A1, FIRST_SEARCH_MS, lookUpPortraits, startPortraitProvider } from '../../src/providers/portrait-provider.ts';
import { portrait } from '@numscope/testing/portraits';
import { chooseFile } from '../../src/browser/actions.ts';

const NOTICE = 'Search for faces only in the case that you work on.';
/** Opens profiles, and has not agreed to anything yet. */
const READER = 'reader';

const suite = consoleSuite(async () => ({
  ...(await startPortraitProvider()),
  env: { SANDBOX: 'false', FACE_SEARCH_NOTICE: NOTICE, REQUIRE_PURPOSE: 'true', FACE_SEARCHES_PER_HOUR: '1' },
}));
beforeAll(async () => {
  await lookUpPortraits(suite.api);
  for (const userName of [analyst.userName, READER])
    await suite.api.call(calls.createUser, { body: { ...analyst, userName, roles: ['USER'], modules: ['Profiler'] } });
});

async function openAs(username: string): Promise<Page> {
  const { accessToken } = await suite.api.call(calls.login, { body: { username, password: analyst.password } });
  return (await suite.open({ token: accessToken })).page;
}

it('lets an analyst search by picture after the notice, with a purpose, and no more often than an hour allows', async () => {
  const page = await openAs(analyst.userName);
  await page.goto('/int');
  const choose = (): Promise<void> =>
    chooseFile(page.getByRole('dialog', { name: 'Search by picture' }), 'a-1.jpg', portrait('a-1'));

  await page.getByRole('button', { name: 'Search by picture' }).click();
  const notice = page.getByRole('dialog', { name: 'Before the first search by a face' });
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

it('looks for the same face on other numbers only for a user who has agreed to the notice', async () => {
  const page = await openAs(READER);
  const asked: string[] = [];
  page.on('request', (request) => void (request.url().endsWith('/same-face') && asked.push(request.method())));
  await page.goto(`/int?${new URLSearchParams({ profile: A1 }).toString()}`);
  const section = page.locator('#same-face');
  await section.getByText(NOTICE).waitFor();
  expect(asked).toEqual([]);
  expect(await accessibilityFaults(page)).toEqual([]);
  await section.getByRole('button', { name: 'I have read this and agree' }).click();
  await section.locator('canvas[data-drawn]').nth(3).waitFor();
  expect(await section.getByRole('listitem').count()).toBe(2);
  expect(asked).toEqual(['GET']);
});
