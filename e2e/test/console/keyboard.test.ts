import { expect, it } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { fileNamed } from '../../src/browser/actions.ts';
import { consoleSuite } from '../../src/browser/console-suite.ts';
import { phonesFile } from '../../src/people/phones.ts';

const suite = consoleSuite();

/** More than any screen has places for the focus. */
const MOST_PLACES = 150;

const hasFocus = (place: Locator): Promise<boolean> => place.evaluate((element) => element === document.activeElement);

/** Goes to a place as somebody without a mouse does: by a key, again and again. */
async function goTo(place: Locator, key = 'Tab'): Promise<void> {
  await place.waitFor();
  for (let presses = 0; !(await hasFocus(place)); presses++) {
    if (presses === MOST_PLACES) throw new Error(`${key} does not lead to ${place.toString()}`);
    await place.page().keyboard.press(key);
  }
}

/** Goes there and presses it. */
async function press(place: Locator, key = 'Enter'): Promise<void> {
  await goTo(place);
  await place.page().keyboard.press(key);
}

it('hands in a file, looks at its job, compares two people and exports them without a mouse', async () => {
  const { page } = await suite.openAsAdmin('/ext');
  const button = (name: string): Locator => page.getByRole('button', { name, exact: true });
  await press(button('Create job').first());
  const form = page.getByRole('dialog', { name: 'Create job' });
  await form.waitFor();
  expect(await hasFocus(form.getByLabel('Name', { exact: true }))).toBe(true);
  await page.keyboard.type('By keyboard');
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    press(form.locator('button', { hasText: 'Choose a file' })),
  ]);
  await chooser.setFiles(fileNamed('people.csv', phonesFile(20)));
  await form.getByText('people.csv').waitFor();
  await press(form.getByRole('button', { name: 'Upload and check' }));
  await press(form.getByRole('button', { name: 'Start now' }));
  await form.waitFor({ state: 'detached' });
  const job = page.getByRole('row').filter({ hasText: 'By keyboard' });
  await job.getByText('Done', { exact: true }).waitFor();

  await press(job);
  const panel = page.getByRole('complementary', { name: /^Job \d+$/ });
  await panel.getByRole('heading', { name: 'By keyboard' }).waitFor();
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  expect(await hasFocus(job)).toBe(true);

  await page.keyboard.press('g');
  await page.keyboard.press('r');
  const people = page.getByRole('checkbox', { name: 'Select this row' });
  await press(people.nth(0), 'Space');
  await press(people.nth(1), 'Space');
  await press(button('Compare'));
  await page.getByRole('heading', { name: '2 profiles compared' }).waitFor();
  await page.goBack();

  const selection = page.getByRole('toolbar', { name: '2 selected' });
  await press(selection.getByRole('button', { name: 'Export' }));
  await goTo(page.getByRole('menuitem', { name: /^XLSX/ }), 'ArrowDown');
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
  expect(download.suggestedFilename()).toMatch(/^PROFILES_.*\.xlsx$/);
});
