import { beforeAll, describe, expect, it } from '@jest/globals';
import { calls, messages } from '@numscope/contracts';
import type { Locator, Page } from 'playwright-core';
import { Api } from '../../src/calls/api.ts';
import {
  analyst,
  consoleSuite,
  createAnalyst,
  logInAsAnalyst,
  logInTo,
  toast,
} from '../../src/browser/console-suite.ts';
import { phoneAt, phonesFile } from '../../src/people/phones.ts';
import { profileSections } from '../../src/browser/profile-sections.ts';
import { jobIs } from '../../src/calls/watch-job.ts';
import { chooseFile } from '../../src/browser/actions.ts';

/** Routes, menus and texts as the specification lists them, row by row, on a desk and on a phone. */

const suite = consoleSuite();
const sizes = [
  ['a desk', { width: 1440, height: 900 }],
  ['a phone', { width: 390, height: 844 }],
] as const;
/** Below it the menus stand in a drawer. */
const BREAKPOINT = 1020;
let job = 0;
let waiting = 0;
/** A phone about which something is known. */
let known = '';

beforeAll(async () => {
  await createAnalyst(suite.api);
  const { number } = await suite.api.upload([phonesFile(30)], { name: 'Listed' });
  job = number;
  await jobIs(suite.api, number, 'DONE');
  const { content } = await suite.api.call(calls.searchProfiles, {
    body: { page: 0, size: 1, sort: { field: 'confidence', direction: 'DESC' } },
  });
  known = content[0]?.phone ?? '';
  waiting = (await suite.api.upload([phonesFile(3, 100)], { name: 'Waiting', hold: 'true' })).number;
  await suite.api.call(calls.createSavedSearch, { body: { name: 'Kept search', filter: { filters: {} } } });
});

/** It is there with its fonts: Firefox calls what still loads when a page is left a fault. */
const heading = async (page: Page, name: string | RegExp): Promise<void> => {
  await page.getByRole('heading', { level: 1, name }).waitFor({ state: 'attached' });
  await page.evaluate(async () => document.fonts.ready.then(() => undefined));
};
const at = (page: Page, path: string): Promise<void> => page.waitForURL((url) => url.pathname === path);
const atLogin = (page: Page): Promise<void> => heading(page, 'Sign in');

/** Path, where an administrator comes to, and what is read there. */
const adminRoutes: ReadonlyArray<readonly [path: () => string, to: () => string, title: string | RegExp]> = [
  [() => '/', () => '/ext', 'Jobs'],
  [() => '/ext', () => '/ext', 'Jobs'],
  [() => '/ext/results', () => '/ext/results', 'Results'],
  [() => '/ext/results/Kept%20search', () => '/ext/results/Kept%20search', 'Results'],
  [() => '/ext/results/print', () => '/ext/results/print', /^\d+ profiles$/],
  [() => '/ext/jobs', () => '/ext/jobs', 'Jobs'],
  [() => `/ext/job/${job}`, () => `/ext/job/${job}`, 'Listed'],
  [() => '/ext/audit', () => '/ext/audit', 'Audit Trail'],
  [() => '/ext/users', () => '/ext/users', 'User Management'],
];
const userRoutes = [
  ['/int', 'Search Dashboard'],
  ['/int/audit', 'Audit Trail'],
] as const;

describe.each(sizes)('on %s', (_place, size) => {
  const openAsUser = async () => {
    const { token } = await Api.login(suite.product.url, analyst.userName, analyst.password);
    return suite.open({ size, token });
  };
  const isNarrow = size.width < BREAKPOINT;
  const button = (place: Page | Locator, name: string): Locator => place.getByRole('button', { name, exact: true });

  it('opens every route of the administrator', async () => {
    const { page } = await suite.openAsAdmin(null, { size });
    for (const [path, to, title] of adminRoutes) {
      await page.goto(path());
      await at(page, to());
      await heading(page, title);
    }
  });

  it('opens every route of the user, and logs one out that opens a route of the administrator', async () => {
    const { page } = await openAsUser();
    for (const [path, title] of userRoutes) {
      await page.goto(path);
      await heading(page, title);
      expect(new URL(page.url()).pathname).toBe(path);
    }
    await page.goto('/logout');
    await atLogin(page);
    for (const [path] of adminRoutes) {
      const { token } = await Api.login(suite.product.url, analyst.userName, analyst.password);
      await page.evaluate((kept) => localStorage.setItem('token', kept), token);
      await page.goto(path());
      await at(page, '/login');
      expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
    }
  });

  it('leads who is not signed in to the login, from every route', async () => {
    const { page } = await suite.open({ size });
    for (const path of [...adminRoutes.map(([route]) => route()), ...userRoutes.map(([route]) => route), '/logout']) {
      await page.goto(path);
      await atLogin(page);
      expect(new URL(page.url()).pathname).toBe('/login');
    }
  });

  it('has the page of unknown paths, with the way home', async () => {
    const { page } = await suite.openAsAdmin('/ext/unknown', { size });
    await page.getByText(messages.pageNotFound).waitFor();
    await page.getByText(messages.goHome, { exact: true }).click();
    await at(page, '/ext');
  });

  it.each([
    ['administrator', ['Jobs'], ['Audit Trail', 'User Management']],
    ['user', ['Search Dashboard'], ['Audit Trail']],
  ])('offers the %s what the specification says, and Logout', async (who, main, personal) => {
    const isAdmin = who === 'administrator';
    const { page } = isAdmin ? await suite.openAsAdmin('/ext', { size }) : await openAsUser();
    if (!isAdmin) await page.goto('/int');
    await page.getByRole('banner').waitFor();
    const name = isAdmin ? 'admin' : analyst.userName;
    if (isNarrow) await button(page, 'Menu').click();
    else await page.getByRole('button', { name }).hover();
    const menu = isNarrow ? page.getByRole('dialog', { name: 'Menu' }) : page.getByRole('menu');
    const entry = isNarrow ? 'link' : 'menuitem';
    for (const title of personal) await menu.getByRole(entry, { name: title, exact: true }).waitFor();
    await menu.getByRole(isNarrow ? 'button' : 'menuitem', { name: 'Logout' }).waitFor();
    const bar = isNarrow ? menu : page.getByRole('navigation', { name: 'Main menu' });
    for (const title of main) await bar.getByRole('link', { name: title, exact: true }).waitFor();
    if (!isAdmin) expect(await page.getByText('User Management').count()).toBe(0);
  });

  it('says what is wrong with a user in the specified words', async () => {
    const { page } = await suite.openAsAdmin('/ext/users', { size });
    await button(page, 'Create user').click();
    const form = page.getByRole('dialog', { name: 'Create a user' });
    const says = async (field: string, value: string, text: string): Promise<void> => {
      await form.getByLabel(field, { exact: true }).fill(value);
      await form.getByText(text, { exact: true }).waitFor();
    };
    await says('Username', 'not-latin!', messages.usernameCharacters);
    await says('Username', '', messages.usernameRequired);
    await says('Password', 'Short1!', messages.passwordRule);
    await says('Password', '', messages.passwordRequired);
    await form.getByLabel('Password', { exact: true }).fill('Blue!Egret42');
    await says('Confirm password', 'Blue!Egret4', messages.passwordConfirm);
    for (const [group, text] of [
      ['Roles', messages.roleRequired],
      ['Modules', messages.moduleRequired],
    ] as const) {
      for (const choice of await form.getByRole('group', { name: group }).getByRole('checkbox').all())
        await choice.uncheck();
      await form.getByText(text, { exact: true }).waitFor();
    }
  });

  it('says what is wrong with a job of a file and of a range in the specified words', async () => {
    const { page } = await suite.openAsAdmin('/ext', { size });
    await button(page, 'Create job').first().click();
    const fileForm = page.getByRole('dialog', { name: 'Create job' });
    await button(fileForm, 'Upload and check').click();
    await fileForm.getByText(messages.jobNameRequired).waitFor();
    await fileForm.getByText(messages.fileRequired).waitFor();
    await fileForm.getByLabel('Name', { exact: true }).fill('Without phones');
    await chooseFile(fileForm, 'empty.csv', 'phone\n');
    await button(fileForm, 'Upload and check').click();
    await fileForm.getByText(messages.noPhones).first().waitFor();
    await page.keyboard.press('Escape');
    await fileForm.waitFor({ state: 'detached' });

    if (isNarrow) await button(page, 'More ways to create a job').click();
    await page
      .getByRole(isNarrow ? 'menuitem' : 'button', { name: 'Create by range', exact: true })
      .first()
      .click();
    const rangeForm = page.getByRole('dialog', { name: 'Create by range' });
    await rangeForm.getByLabel('Name', { exact: true }).fill('By range');
    for (const [from, to, text] of [
      ['', '', messages.rangeStartRequired],
      [phoneAt(0), '', messages.rangeEndRequired],
      [phoneAt(9), phoneAt(0), messages.rangeOrder],
      ['99890', phoneAt(0), messages.rangeLength],
      [phoneAt(0), phoneAt(100), messages.rangeTooLarge],
    ] as const) {
      await rangeForm.getByLabel('First number').fill(from);
      await rangeForm.getByLabel('Last number').fill(to);
      await button(rangeForm, 'Create and start').click();
      await rangeForm.getByText(text, { exact: true }).waitFor();
    }
  });

  it('has every section of a profile', async () => {
    const { page } = await suite.openAsAdmin(`/ext/results/${encodeURIComponent(known)}`, { size });
    for (const name of profileSections)
      await page.getByRole('heading', { level: 2, name, exact: true }).waitFor({ state: 'attached' });
  });

  it('offers what is done with a job, and asks before one is merged, canceled or removed', async () => {
    const { page } = await suite.openAsAdmin(`/ext/job/${waiting}`, { size });
    for (const [action, question, leave] of [
      ['Merge with existing job', messages.confirmMergeJob, 'Cancel'],
      ['Cancel the job', messages.confirmCancelJob, 'Keep the job'],
      ['Delete the job', messages.confirmRemoveJob, 'Keep the job'],
    ] as const) {
      await page.getByRole('button', { name: /^More for job/ }).click();
      await page.getByRole('menuitem', { name: action }).click();
      const asked = page.getByRole('dialog', { name: question });
      await button(asked, leave).press('Enter');
      await asked.waitFor({ state: 'detached' });
    }
  });

  it('tells who is refused by the login why, and lands who is not where the role says', async () => {
    const { page } = await suite.open({ size });
    await page.goto('/login');
    await page.getByLabel('Username').fill('admin');
    await page.getByLabel('Password', { exact: true }).fill('Wrong!Password1');
    await page.getByRole('button', { name: /^(log|sign) in$/i }).click();
    await toast(page, messages.badCredentials).waitFor();
    await logInTo(page, '/ext');
    const { page: other } = await suite.open({ size });
    await logInAsAnalyst(other);
  });
});
