import { createPrivateKey, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from '@jest/globals';
import { calls, messages } from '@numscope/contracts';
import type { Page } from 'playwright-core';
import { Api } from '../../src/calls/api.ts';
import {
  analyst,
  consoleSuite,
  createAnalyst,
  logInAsAnalyst,
  logInTo,
  toast,
  untilRefused,
} from '../../src/browser/console-suite.ts';
import { fillLogin, logIn } from '../../src/browser/browser.ts';
import { ADMIN_PASSWORD } from '../../src/product/product.ts';

const suite = consoleSuite();

beforeAll(async () => {
  await createAnalyst(suite.api);
});

const storedToken = (page: Page): Promise<string | null> => page.evaluate(() => localStorage.getItem('token'));
/** What the login says of the session that was. */
const notes = (page: Page) => page.locator('form').getByRole('status');
const atLogin = (page: Page): Promise<void> => page.waitForURL((url) => url.pathname === '/login');

it('refuses a wrong password with a notification of 5 s', async () => {
  const { page } = await suite.open();
  await logIn(page, 'admin', 'Wrong!Password1');
  const said = toast(page, messages.badCredentials);
  await said.waitFor();
  const shown = performance.now();
  await said.waitFor({ state: 'detached' });
  const ms = performance.now() - shown;
  expect(ms).toBeGreaterThan(3500);
  expect(ms).toBeLessThan(8000);
  expect(new URL(page.url()).pathname).toBe('/login');
  expect(await storedToken(page)).toBeNull();
});

it('says nothing more of a refused login once one is not refused', async () => {
  const { page } = await suite.open();
  await logIn(page, 'admin', 'Wrong!Password1');
  const said = toast(page, messages.badCredentials);
  await said.waitFor();
  // Under the pointer it would stay for good.
  await said.hover();
  await page.getByLabel('Password', { exact: true }).fill(ADMIN_PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Jobs', level: 1 }).waitFor();
  expect(await said.count()).toBe(0);
});

it('asks for both fields before it asks the server', async () => {
  const { page } = await suite.open();
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') asked.push(request.url());
  });
  await logIn(page, '', '');
  await page.getByText(messages.usernameRequired).waitFor();
  await page.getByText(messages.passwordRequired).waitFor();
  expect(asked).toEqual([]);
});

it('lands administrators on the jobs', async () => {
  const { page } = await suite.open();
  await logInTo(page, '/ext');
  await page.getByRole('heading', { name: 'Jobs', level: 1 }).waitFor();
  const menu = page.getByRole('navigation', { name: 'Main menu' }).getByRole('link');
  expect(await menu.allTextContents()).toEqual(['Jobs']);
});

it('lands users on the search dashboard, with what they may open', async () => {
  const { page } = await suite.open();
  await logInAsAnalyst(page);
  await page.getByRole('heading', { name: 'Search Dashboard' }).waitFor({ state: 'attached' });
  const menu = page.getByRole('navigation', { name: 'Main menu' }).getByRole('link');
  expect(await menu.allTextContents()).toEqual(['Search Dashboard']);
  await page.getByRole('button', { name: analyst.userName }).hover();
  await page.getByRole('menuitem', { name: 'Logout' }).waitFor();
  expect(await page.getByRole('menuitem').allTextContents()).toEqual(['Audit Trail', 'API keys', 'Sessions', 'Logout']);
});

it('returns to the remembered path, and only to one that fits the role', async () => {
  const first = await suite.open();
  const hint = first.page.getByText('You return to the page you were on.');
  await first.page.goto('/');
  await atLogin(first.page);
  expect(await hint.count()).toBe(0);
  await first.page.goto('/ext/audit?type=LOGIN');
  await atLogin(first.page);
  await hint.waitFor();
  await fillLogin(first.page, 'admin', ADMIN_PASSWORD);
  await first.page.waitForURL('**/ext/audit?type=LOGIN');

  const other = await suite.open();
  await other.page.goto('/ext/users');
  await atLogin(other.page);
  await fillLogin(other.page, analyst.userName, analyst.password);
  await other.page.waitForURL('**/int');
});

it('shows the page of unknown paths inside the layout, with the way home', async () => {
  const { page } = await suite.openAsAdmin('/ext/nothing/here');
  await page.getByText(messages.pageNotFound).waitFor();
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Jobs' }).waitFor();
  await page.getByText(messages.goHome, { exact: true }).click();
  await page.waitForURL('**/ext');
});

it('redirects / to /ext', async () => {
  const { page } = await suite.openAsAdmin('/');
  await page.waitForURL('**/ext');
});

it.each([
  ['a user who opens an admin route, and says why', '/ext', ['for administrators only']],
  ['where the address says so', '/logout', []],
])('logs out %s', async (_when, path, said) => {
  const { page } = await suite.open();
  await logInAsAnalyst(page);
  await page.goto(path);
  await atLogin(page);
  expect(await storedToken(page)).toBeNull();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(await notes(page).allTextContents()).toEqual(said.map((words) => expect.stringContaining(words)));
  expect(await page.getByText('You return to the page you were on.').count()).toBe(0);
  const grounds = await notes(page).evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor));
  expect(grounds).toEqual(said.map(() => expect.stringMatching(/^rgb\(/)));
});

it('logs out by the menu of the name, here and on the server', async () => {
  const { page } = await suite.open();
  await logInAsAnalyst(page);
  const token = (await storedToken(page)) ?? '';
  await page.getByRole('button', { name: analyst.userName }).press('Enter');
  await page.getByRole('menuitem', { name: 'Logout' }).press('Enter');
  await atLogin(page);
  expect(await storedToken(page)).toBeNull();
  await untilRefused(Api.withKey(suite.product.url, token));
});

it('logs out when the token is removed in another tab', async () => {
  const { page, context } = await suite.open();
  await logInAsAnalyst(page);
  const other = await context.newPage();
  await other.goto('/int/audit');
  await other.getByRole('heading', { name: 'Audit Trail' }).waitFor();
  await other.evaluate(() => localStorage.removeItem('token'));
  await atLogin(page);
  await notes(page).getByText('You logged out in another tab.').waitFor();
});

it('says in each tab why its session is over, whichever hears of it first, and nothing where one logs out', async () => {
  const { page, context } = await suite.open();
  await logInAsAnalyst(page);
  const other = await context.newPage();
  await other.goto('/int');
  await Promise.all([page, other].map((tab) => tab.getByText('No profiles yet').waitFor()));
  await suite.api.call(calls.logout, { params: { username: analyst.userName } });
  for (const tab of [page, other]) await notes(tab).getByText('Your session was ended').waitFor();

  await fillLogin(page, analyst.userName, analyst.password);
  await Promise.all([page, other].map((tab) => tab.getByText('No profiles yet').waitFor()));
  await page.goto('/logout');
  await notes(other).getByText('You logged out in another tab.').waitFor();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(await notes(page).count()).toBe(0);
});

it('logs out also where nobody touches the screen, so that what stands there is not left for others', async () => {
  const { page } = await suite.open();
  await logInAsAnalyst(page);
  await page.getByText('No profiles yet').waitFor();
  await suite.api.call(calls.logout, { params: { username: analyst.userName } });
  await atLogin(page);
  expect(await storedToken(page)).toBeNull();
});

it('logs out when the server no longer takes the token', async () => {
  const { page } = await suite.open();
  await logInAsAnalyst(page);
  await page.getByText('No profiles yet').waitFor();
  await suite.api.call(calls.logout, { params: { username: analyst.userName } });
  // Whichever is first: the refused call of a screen, or the line, which the server ends.
  const asked = page.goto('/int/audit').catch(() => undefined);
  await atLogin(page);
  await asked;
  expect(await storedToken(page)).toBeNull();
  await page.getByRole('status').getByText('Your session was ended: by you elsewhere, by an administrator').waitFor();
  await logIn(page, analyst.userName, analyst.password);
  await page.getByRole('button', { name: analyst.userName }).press('Enter');
  await page.getByRole('menuitem', { name: 'Logout' }).press('Enter');
  await atLogin(page);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(await page.getByText('Your session was ended').count()).toBe(0);
});

/** The same token past its time, signed with the installation's own key. */
function expired(token: string): string {
  const [head = '', payload = ''] = token.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
  const now = Math.floor(Date.now() / 1000);
  const body = `${head}.${Buffer.from(JSON.stringify({ ...claims, iat: now - 7200, exp: now - 3600 })).toString('base64url')}`;
  const key = createPrivateKey(readFileSync(join(suite.product.dataDir, 'token-key.pem')));
  return `${body}.${sign(null, Buffer.from(body), key).toString('base64url')}`;
}

it('says that the session has run out', async () => {
  const token = expired(suite.api.token);
  const { page, context } = await suite.open({ token, reused: false });
  // The page's clock is behind, as when a page stays open past the end of its session.
  await context.clock.setFixedTime(Date.now() - 5_400_000);
  await page.goto('/ext/users');
  await toast(page, messages.sessionTimeout).waitFor();
  await context.clock.setFixedTime(Date.now());
  await page.evaluate((past) => localStorage.setItem('token', past), token);
  await page.goto('/ext/users');
  await page.getByText('Your session has run out.').waitFor();
});
