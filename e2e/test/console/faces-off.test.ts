import { beforeAll, expect, it } from '@jest/globals';
import { consoleSuite } from '../../src/browser/console-suite.ts';
import { A2, lookUpPortraits, startPortraitProvider } from '../../src/providers/portrait-provider.ts';

const suite = consoleSuite(async () => ({
  ...(await startPortraitProvider()),
  env: { SANDBOX: 'false', FACES: 'false' },
}));
beforeAll(() => lookUpPortraits(suite.api));

it('offers no search by picture where faces are turned off, and says so where faces would be', async () => {
  const { page } = await suite.openAsAdmin('/ext/system');
  await page.getByRole('region', { name: 'Faces' }).getByText('Turned off').waitFor();

  const state = page.waitForResponse((response) => response.url().endsWith('/api/image/faces'));
  await page.goto('/ext/results');
  await page.getByText('4 profiles').waitFor();
  await (await state).finished();
  await page.getByRole('button', { name: 'Advanced search' }).waitFor();
  expect(await page.getByRole('button', { name: 'Search by picture' }).count()).toBe(0);

  await page.goto(`/ext/results/${encodeURIComponent(A2)}`);
  await page.locator('#same-face').getByText('Faces are turned off on this installation').waitFor();
  await page.getByRole('button', { name: 'Open photo 1' }).click();
  await page.getByRole('dialog').getByText('Faces are turned off on this installation').waitFor();
});
