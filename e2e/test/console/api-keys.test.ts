import { expect, it } from '@jest/globals';
import { calls } from '@numscope/contracts';
import { Api } from '../../src/calls/api.ts';
import { accessibilityFaults } from '../../src/browser/browser.ts';
import { consoleSuite, createAnalyst, logInAsAnalyst, toast, untilRefused } from '../../src/browser/console-suite.ts';

const suite = consoleSuite();

it('makes an API key that works, shows it once, lists it and revokes it', async () => {
  const { page } = await suite.openAsAdmin('/ext/keys');
  await page.getByText('No API keys yet').waitFor();
  await page.getByRole('button', { name: 'Create API key' }).click();
  const form = page.getByRole('dialog', { name: 'Create an API key' });
  const submit = form.getByRole('button', { name: 'Create API key' });
  await submit.click();
  await form.getByText('Give the key a name of up to 64 characters').waitFor();
  await form.getByLabel('Name').fill('nightly import');
  await submit.click();
  await form.getByText('Choose at least one thing that it may be used for').waitFor();
  const jobs = form.getByRole('group', { name: 'Jobs and their phones' });
  await jobs.getByRole('button', { name: 'Read', exact: true }).click();
  await form.getByLabel('Allowed addresses').fill('example.org');
  await submit.click();
  await form.getByText(/example\.org is no address/).waitFor();
  await form.getByLabel('Allowed addresses').fill('127.0.0.1\n::1');
  await submit.click();

  const shown = page.getByRole('dialog', { name: 'Your API key nightly import' });
  const key = await shown.getByText(/^nsk_[\w-]{43}$/).innerText();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await shown.getByRole('button', { name: 'Copy the key' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
  await page.keyboard.press('Escape');
  await shown.getByRole('button', { name: 'I have kept it' }).click();
  await shown.waitFor({ state: 'detached' });
  expect(await page.content()).not.toContain(key);

  const program = Api.withKey(suite.product.url, key);
  await program.call(calls.listJobs);
  await expect(program.call(calls.searchUsers, { body: {} })).rejects.toMatchObject({ body: { code: 'KEY_SCOPE' } });
  await page.reload();
  const row = page.getByRole('row').filter({ hasText: 'nightly import' });
  await row.getByText('jobs:read').waitFor();
  await row.getByText(/^from (127\.0\.0\.1|::1)$/).waitFor();

  // On a phone, too, where it stands on a card.
  await page.setViewportSize({ width: 390, height: 844 });
  const card = page.getByRole('list', { name: 'API keys' }).getByRole('listitem').filter({ hasText: 'nightly import' });
  await card.waitFor();
  expect(await card.getByRole('button').count()).toBe(1);
  expect(await accessibilityFaults(page)).toEqual([]);
  await card.getByRole('button', { name: 'Revoke the key nightly import' }).press('Enter');
  const question = page.getByRole('dialog', { name: 'Are you sure to revoke this API key' });
  await question.getByRole('button', { name: 'Revoke the key' }).click();
  await toast(page, 'nightly import is revoked').waitFor();
  await page.getByText('No API keys yet').waitFor();
  await untilRefused(program);
});

it('is in the menu of a user, who makes keys for what a user may do; administrators make those of services too', async () => {
  await createAnalyst(suite.api);
  const { page } = await suite.open();
  await logInAsAnalyst(page);
  await page.getByRole('button', { name: 'Your menu' }).press('Enter');
  await page.getByRole('menuitem', { name: 'API keys' }).press('Enter');
  await page.waitForURL('**/int/keys');
  await page.getByRole('button', { name: 'Create API key' }).click();
  const form = page.getByRole('dialog', { name: 'Create an API key' });
  await form.getByRole('group', { name: 'Profiles, searches and exports' }).waitFor();
  expect(await form.getByRole('group', { name: 'Jobs and their phones' }).count()).toBe(0);
  expect(await form.getByRole('group', { name: 'Who it is for' }).count()).toBe(0);

  const admin = await suite.openAsAdmin('/ext/keys?edit=new');
  const dialog = admin.page.getByRole('dialog', { name: 'Create an API key' });
  await dialog.getByRole('button', { name: 'A service' }).click();
  await dialog.getByLabel('Role').selectOption('ADMIN');
  await dialog.getByLabel('Name').fill('importer');
  await dialog
    .getByRole('group', { name: 'Jobs and their phones' })
    .getByRole('button', { name: 'Read and change' })
    .click();
  await dialog.getByRole('button', { name: 'Create API key' }).click();
  await admin.page.getByRole('button', { name: 'I have kept it' }).click();
  await admin.page.getByRole('row').filter({ hasText: 'importer' }).getByText('service, ADMIN').waitFor();
});
