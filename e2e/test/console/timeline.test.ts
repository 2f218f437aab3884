import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from '@jest/globals';
import { accessibilityFaults } from '../../src/browser/browser.ts';
import { calls, Profile } from '@numscope/contracts';
import { CHANGED, startHistory, UNDATED } from '../../src/people/changing-hands.ts';
import { consoleSuite } from '../../src/browser/console-suite.ts';
import { shots } from '../../src/browser/screenshots.ts';
import { keepPicture } from '../../src/browser/pictures.ts';
import { jobIs } from '../../src/calls/watch-job.ts';

const suite = consoleSuite(async () => ({ ...(await startHistory()), env: { SANDBOX: 'false' } }));
beforeAll(async () => {
  mkdirSync(shots, { recursive: true });
  const { number } = await suite.api.upload([`${CHANGED}\n${UNDATED}\n`], { name: 'Changing hands' });
  await jobIs(suite.api, number, 'DONE');
});

it('draws what changed by years, says that the number changed hands, and shows the former holder apart', async () => {
  const { page } = await suite.openAsAdmin(`/ext/results/+${CHANGED}`);
  const banner = page.getByRole('note');
  await banner.getByText(/^The number has probably changed hands since \d{1,2} \w+ (?:2018|2019)$/).waitFor();
  expect(await banner.textContent()).toContain('another name; other emails');
  const timeline = page.locator('#timeline');
  await timeline.getByText('Probably another holder').waitFor();
  const years = await timeline.getByRole('heading', { level: 3 }).allTextContents();
  expect(years).toEqual(years.toSorted((a, b) => Number(b) - Number(a)));
  expect(years).toEqual(expect.arrayContaining(['2015', '2021']));
  await page.locator('#earlier').getByText('anvar@mail.example').waitFor();
  expect(await page.locator('#emails').textContent()).not.toContain('anvar@mail.example');
  // By the keyboard: the section is brought into sight and into focus from the list of sections.
  await page.getByRole('link', { name: /^Timeline/ }).focus();
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.activeElement?.id === 'timeline');
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    // Colours that are on their way to another scheme are none of either.
    await page.reload();
    await timeline.getByText('Probably another holder').waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.screenshot({ path: join(shots, `timeline-${scheme}.png`), fullPage: true });
    await keepPicture('timeline', scheme, await page.screenshot());
  }
});

it('shows what sources disagree in as the server tells it: names first, the chosen value before the others, and the rule', async () => {
  const { disagreements } = Profile.parse(await suite.api.call(calls.getProfile, { params: { phone: UNDATED } }));
  const { page } = await suite.openAsAdmin(`/ext/results/+${UNDATED}`);
  const card = page.getByRole('region', { name: 'Sources disagree' });
  await card.getByText('Chosen among equally trusted: most sources say it.').waitFor();
  expect(await card.getByText('Chosen among equals: its source is the first by name.').count()).toBe(2);
  const fields = card.getByRole('list');
  const shown = await fields.evaluateAll((lists) =>
    lists.map((list) => [...list.children].map(({ textContent }) => textContent)),
  );
  expect(disagreements.map(({ field }) => field)).toEqual(['names', 'birthDate', 'city']);
  expect(shown.map((options) => options.length)).toEqual(disagreements.map(({ values }) => values.length));
  const [names, , cities] = disagreements;
  for (const [list, told] of [
    [shown[0], names],
    [shown[2], cities],
  ] as const)
    for (const [place, { value, sources }] of (told?.values ?? []).entries()) {
      expect(list?.[place]).toContain(String(value));
      expect(list?.[place]).toContain(sources[0]);
    }
  expect(await accessibilityFaults(page)).toEqual([]);
});
