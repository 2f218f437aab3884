import { beforeAll, expect, it } from '@jest/globals';
import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { Api } from '../../src/calls/api.ts';
import { accessibilityFaults, fillLogin } from '../../src/browser/browser.ts';
import { analyst, consoleSuite, createAnalyst, toast } from '../../src/browser/console-suite.ts';

const suite = consoleSuite();
const STEP_MS = 30_000;

beforeAll(async () => {
  await createAnalyst(suite.api);
});

/** The code of the step after this one, which counts already. */
const nextCode = (secret: string): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + STEP_MS });

async function typeLogin(page: Page): Promise<void> {
  await page.goto('/login');
  await fillLogin(page, analyst.userName, analyst.password);
}

it('sets a second factor up, asks for it at the login, and takes it away for who lost it', async () => {
  const { token } = await Api.login(suite.product.url, analyst.userName, analyst.password);
  const { page } = await suite.open({ token });
  await page.goto('/int/sessions');
  await page.getByRole('button', { name: 'Second factor: off' }).click();
  const dialog = page.getByRole('dialog', { name: 'Second factor' });
  await dialog.getByLabel('Password').fill('Wrong!2026');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByText('Incorrect username or password').waitFor();
  await dialog.getByLabel('Password').fill(analyst.password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByRole('img', { name: /picture/ }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  const secret = (await dialog.getByTestId('factor-key').textContent()) ?? '';
  // Of the present step: one of the step before would be too old where that ends while it is typed.
  const first = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  await dialog.getByLabel('Code').fill(first);
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  const shown = page.getByRole('dialog', { name: 'Your recovery codes' });
  await shown.getByRole('listitem').first().waitFor();
  const codes = await shown.getByRole('listitem').allTextContents();
  expect(codes).toHaveLength(10);
  await shown.getByRole('button', { name: 'I have kept them' }).click();
  await page.getByRole('button', { name: 'Second factor: on' }).waitFor();

  const other = (await suite.open()).page;
  await typeLogin(other);
  await other.getByLabel('Code').fill('12');
  await other.getByRole('button', { name: 'Sign in' }).click();
  await other.locator('#code-fault').getByText('This code is not right').waitFor();
  expect(await accessibilityFaults(other)).toEqual([]);
  await other.getByLabel('Code').fill(nextCode(secret));
  await other.getByRole('button', { name: 'Sign in' }).click();
  await other.waitForURL('**/int');

  const third = (await suite.open()).page;
  await typeLogin(third);
  await third.getByLabel('Code').fill(codes[0] ?? '');
  await third.getByRole('button', { name: 'Sign in' }).click();
  await third.waitForURL('**/int');

  const admin = (await suite.openAsAdmin('/ext/users')).page;
  const take = admin.getByRole('button', { name: `Take the second factor from ${analyst.userName}` });
  await take.waitFor();
  // As well on a phone.
  await admin.setViewportSize({ width: 390, height: 844 });
  await admin.getByRole('list', { name: 'User Management' }).waitFor();
  expect(await accessibilityFaults(admin)).toEqual([]);
  await take.click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Take it away' }).click();
  await toast(admin, `The second factor of ${analyst.userName} is off`).waitFor();
  const plain = (await suite.open()).page;
  await typeLogin(plain);
  await plain.waitForURL('**/int');
});
