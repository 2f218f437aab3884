import { afterEach, expect, it } from '@jest/globals';
import { calls } from '@numscope/contracts';
import { openTestProvider, type TestProvider } from '@numscope/testing/open-id-provider';
import type { Page } from 'playwright-core';
import { accessibilityFaults, openPage, type WatchedPage } from '../../src/browser/browser.ts';
import { consoleSuite } from '../../src/browser/console-suite.ts';
import { freePort } from '../../src/product/installation.ts';

let provider: TestProvider;
const suite = consoleSuite(async () => {
  const port = await freePort(1);
  const url = `http://127.0.0.1:${port}`;
  provider = await openTestProvider(`${url}/login`);
  provider.people.set('ann', { preferred_username: 'ann.lee', groups: ['analysts'] });
  provider.people.set('eve', { preferred_username: 'eve' });
  return {
    port,
    close: () => provider.close(),
    env: {
      PUBLIC_URL: url,
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: provider.clientId,
      OIDC_CLIENT_SECRET: provider.clientSecret,
      OIDC_ROLES: 'ADMIN: groups = admins; USER: groups = analysts',
      OIDC_LABEL: 'Office',
    },
  };
});

/** Signs in at the provider's own pages, and agrees. */
async function signInThere(page: Page, login: string): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill(login);
  await page.getByPlaceholder('and password').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

const opened: WatchedPage[] = [];
afterEach(async () => {
  const pages = opened.splice(0);
  await Promise.all(pages.map(({ context }) => context.close()));
  // The provider's own pages are elsewhere and load what they like.
  expect(pages.flatMap(({ faults }) => faults).filter((fault) => !fault.startsWith('outside: '))).toEqual([]);
});

async function atProvider(): Promise<Page> {
  const watched = await openPage(suite.browser, suite.product.url);
  opened.push(watched);
  const { page } = watched;
  await page.goto('/login');
  const way = page.getByRole('button', { name: 'Sign in by Office' });
  await way.waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await way.click();
  await page.waitForURL(`${provider.issuer}/**`);
  return page;
}

it('signs in by the provider, and leaves neither code nor token in the address', async () => {
  const page = await atProvider();
  await signInThere(page, 'ann');
  await page.waitForURL('**/int');
  await page.getByRole('heading', { name: 'Search Dashboard' }).waitFor({ state: 'attached' });
  const users = await suite.api.call(calls.searchUsers, { body: { size: 50 } });
  expect(users.content.find(({ userName }) => userName === 'ann_lee')).toMatchObject({ provider: provider.issuer });
  await page.goBack();
  expect(page.url()).not.toContain('code=');
});

it('says why somebody without a role is not let in', async () => {
  const page = await atProvider();
  await signInThere(page, 'eve');
  await page.getByText('gives you no role here').waitFor();
  expect(new URL(page.url()).search).toBe('');
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
});

it('says so when somebody turns back, and takes the password besides', async () => {
  const page = await atProvider();
  await page.getByRole('link', { name: 'Cancel' }).click();
  await page.getByText('The identity provider did not let you in').waitFor();
  await page.getByLabel('Username').waitFor();
});
