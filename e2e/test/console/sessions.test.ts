import { expect, it } from '@jest/globals';
import { calls } from '@numscope/contracts';
import { Api } from '../../src/api.ts';
import { consoleSuite, toast } from '../../src/console-suite.ts';

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
  await expect(other.call(calls.me)).rejects.toMatchObject({ status: 401 });
  await suite.api.call(calls.me);
});
