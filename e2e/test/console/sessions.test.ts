import { expect, it } from '@jest/globals';
import { calls, messages } from '@numscope/contracts';
import { Api } from '../../src/calls/api.ts';
import { accessibilityFaults, fillLogin } from '../../src/browser/browser.ts';
import { phonesFile } from '../../src/people/phones.ts';
import { ADMIN_PASSWORD } from '../../src/product/product.ts';
import { analyst, consoleSuite, createAnalyst, logInTo, toast, untilRefused } from '../../src/browser/console-suite.ts';
import { chooseFile } from '../../src/browser/actions.ts';

const suite = consoleSuite();

it('lists the own sessions and ends another one, which is refused from then on', async () => {
  const other = await Api.login(suite.product.url);
  const { page } = await suite.openAsAdmin('/ext/sessions');
  await page.getByText('2 sessions').waitFor();
  await page.getByText('this one', { exact: true }).waitFor();
  // The present one is left by the menu.
  const ends = page.getByRole('button', { name: /^End the session from/ });
  expect(await ends.count()).toBe(1);
  await ends.click();
  const question = page.getByRole('dialog', { name: 'Are you sure to end this session' });
  await question.getByRole('button', { name: 'End the session' }).click();
  await toast(page, /^The session from .* is ended$/).waitFor();
  await page.getByText('1 session', { exact: true }).waitFor();
  await untilRefused(other);
  await suite.api.call(calls.me);
});

it('lists them on a phone as cards, with all of each in sight and no empty row above', async () => {
  await Api.login(suite.product.url);
  const { page } = await suite.openAsAdmin('/ext/sessions', { size: { width: 390, height: 844 } });
  const ends = page.getByRole('list', { name: 'Sessions' }).getByRole('button', { name: /^End the session from/ });
  await ends.first().waitFor();
  const box = await ends.first().boundingBox();
  expect(box === null ? null : box.x + box.width <= 390 && box.width >= 36).toBe(true);
  expect(await page.locator('.ns-tools').count()).toBe(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  expect(await accessibilityFaults(page)).toEqual([]);
});

it('changes the own password from the palette, says at its field what is refused, and ends the other sessions', async () => {
  await createAnalyst(suite.api);
  const here = await Api.login(suite.product.url, analyst.userName, analyst.password);
  const other = await Api.login(suite.product.url, analyst.userName, analyst.password);
  const { page } = await suite.open({ token: here.token });
  await page.goto('/int');
  await page.getByRole('button', { name: 'Go to or do' }).click();
  await page.getByRole('combobox', { name: 'Go to or do' }).fill('change password');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Change password' });
  const [present, chosen, again] = ['Present password', 'New password', 'New password again'].map((label) =>
    dialog.getByLabel(label, { exact: true }),
  );
  const change = dialog.getByRole('button', { name: 'Change password' });
  // Ready to be typed into.
  expect(await present?.evaluate((field) => field === document.activeElement)).toBe(true);
  await present?.fill('Wrong!2026');
  await chosen?.fill('short');
  await change.click();
  await dialog.getByText(messages.passwordRule).waitFor();
  await dialog.getByText(messages.passwordConfirm).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await chosen?.fill('Harvest!Moon31');
  await again?.fill('Harvest!Moon31');
  await change.click();
  await dialog.getByText(messages.badCredentials).waitFor();
  // Nothing that was typed is lost by the refusal.
  expect(await chosen?.inputValue()).toBe('Harvest!Moon31');
  await present?.fill(analyst.password);
  await change.click();
  await toast(page, 'Your password is changed').waitFor();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('1 session', { exact: true }).waitFor();
  await untilRefused(other);
  await here.call(calls.me);

  const later = (await suite.open()).page;
  await logInTo(later, '/int', analyst.userName, 'Harvest!Moon31');
});

it('has what was typed, and the chosen file, again after the session ended amid it, but no password', async () => {
  const session = await Api.login(suite.product.url);
  const { page } = await suite.open({ token: session.token, reused: false });
  await page.goto('/ext?create=file');
  const creating = page.getByRole('dialog', { name: 'Create job' });
  await creating.getByLabel('Name', { exact: true }).fill('Half typed');
  await creating.getByLabel('Purpose').fill('A case with a long story');
  await chooseFile(creating, 'chosen.csv', phonesFile(3));
  await creating.getByText('chosen.csv').waitFor();
  await session.call(calls.logout, { params: { username: 'admin' } });
  await page.waitForURL('**/login');
  await fillLogin(page, 'admin', ADMIN_PASSWORD);
  await creating.getByText('chosen.csv').waitFor();
  expect(await creating.getByLabel('Name', { exact: true }).inputValue()).toBe('Half typed');
  expect(await creating.getByLabel('Purpose').inputValue()).toBe('A case with a long story');
  await creating.getByRole('button', { name: 'Upload and check' }).click();
  await creating.getByRole('button', { name: 'Start now' }).waitFor();

  await page.goto('/ext/users');
  await page.getByRole('button', { name: 'Create user' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create a user' });
  const password = dialog.getByLabel('Password', { exact: true });
  await dialog.getByLabel('Username').fill('half_typed');
  await password.fill('Quiet!River7');
  const token = await page.evaluate(() => localStorage.getItem('token'));
  await fetch(`${suite.product.url}${calls.logout.path.replace('{username}', 'admin')}`, {
    method: calls.logout.method,
    headers: { authorization: `Bearer ${token}` },
  });
  await page.waitForURL('**/login');
  await fillLogin(page, 'admin', ADMIN_PASSWORD);
  // The login has such fields, too.
  await dialog.waitFor();
  expect(await dialog.getByLabel('Username').inputValue()).toBe('half_typed');
  expect(await password.inputValue()).toBe('');
});
