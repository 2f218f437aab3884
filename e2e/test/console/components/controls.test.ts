import { expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { accessibilityFaults } from '../../../src/browser/browser.ts';
import { gallery } from '../../../src/browser/gallery.ts';

const parts = gallery();
const told = (page: Page, text: string): Promise<void> =>
  page.locator('output').getByText(text, { exact: true }).waitFor();
const paste = (field: Locator, text: string): Promise<void> =>
  field.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', pasted);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
const focused = (page: Page): Promise<string> => page.evaluate(() => document.activeElement?.textContent ?? '');

it('a menu takes the focus, walks around by the arrow keys and first letters, and gives the focus back', async () => {
  const page = await parts.open('menu');
  const more = page.getByRole('button', { name: 'More' });
  expect(await more.getAttribute('aria-expanded')).toBe('false');
  await more.press('Enter');
  const menu = page.getByRole('menu', { name: 'Actions' });
  await page.waitForFunction(() => document.activeElement?.textContent === 'Copy');
  expect(await more.getAttribute('aria-expanded')).toBe('true');
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.keyboard.press('ArrowUp');
  expect(await focused(page)).toBe('Large');
  expect(await menu.getByRole('menuitemradio').getAttribute('aria-checked')).toBe('true');
  await page.keyboard.press('ArrowDown');
  expect(await focused(page)).toBe('Copy');
  await page.keyboard.press('End');
  expect(await focused(page)).toBe('Large');
  await page.keyboard.press('Home');
  await page.keyboard.press('m');
  expect(await focused(page)).toBe('Move');
  // Not to be had now: it tells nothing and stays open.
  await page.keyboard.press('Enter');
  await told(page, 'nothing');
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'hidden' });
  expect(await focused(page)).toBe('More');
  await more.click();
  await menu.getByRole('menuitem', { name: 'Copy' }).click();
  await told(page, 'copied');
  await menu.waitFor({ state: 'hidden' });
});

it('a busy button does nothing by mouse, keys and the Enter of a field, says so, and keeps the focus', async () => {
  const page = await parts.open('sending');
  const send = page.getByRole('button', { name: 'Send' });
  await send.press('Enter');
  await told(page, 'sent 1');
  expect(await send.getAttribute('aria-busy')).toBe('true');
  expect(await send.isDisabled()).toBe(true);
  expect(await focused(page)).toBe('Send');
  await send.click({ force: true });
  await send.press('Enter');
  await page.getByLabel('Name').press('Enter');
  await page.getByRole('button', { name: 'Arrives' }).click();
  await page.waitForFunction(() => document.querySelector('[aria-busy]') === null);
  await told(page, 'sent 1');
  await send.press('Enter');
  await told(page, 'sent 2');
});

it('a menu closes on a press outside of it', async () => {
  const page = await parts.open('menu');
  await page.getByRole('button', { name: 'More' }).click();
  const menu = page.getByRole('menu', { name: 'Actions' });
  await menu.waitFor();
  await page.mouse.click(900, 600);
  await menu.waitFor({ state: 'hidden' });
});

it('a tooltip shows at the focus, describes its element, and goes on Escape', async () => {
  const page = await parts.open('menu');
  const why = page.getByRole('button', { name: 'Why' });
  await why.focus();
  const tip = page.getByRole('tooltip', { name: '' }).filter({ hasText: 'What it does' });
  await tip.waitFor();
  expect(await why.getAttribute('aria-describedby')).toBe(await tip.getAttribute('id'));
  await page.keyboard.press('Escape');
  await tip.waitFor({ state: 'detached' });
});

it('who says a value is told by the keyboard, and Escape closes that alone before the panel around it', async () => {
  const page = await parts.open('sources');
  const chip = page.getByRole('button', { name: 'PARCELS' });
  const panel = page.getByRole('complementary', { name: 'Details' });
  await page.getByRole('button', { name: 'Close' }).focus();
  await page.keyboard.press('Tab');
  expect(await chip.evaluate((element) => element === document.activeElement)).toBe(true);
  const tip = page.getByRole('tooltip').filter({ hasText: '+998901234567' });
  await tip.waitFor();
  expect(await chip.getAttribute('aria-describedby')).toBe(await tip.getAttribute('id'));
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await tip.waitFor({ state: 'detached' });
  expect(await panel.isVisible()).toBe(true);
  const bar = page.getByRole('toolbar', { name: '2 selected' });
  expect(await bar.isVisible()).toBe(true);
  // It is asked for again where the focus still is.
  await page.keyboard.press('Enter');
  await tip.waitFor();
  await page.keyboard.press('Escape');
  await tip.waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await bar.waitFor({ state: 'detached' });
  expect(await panel.isVisible()).toBe(true);
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
});

it('who says a value is told by a finger, until it presses elsewhere', async () => {
  const page = await parts.open('sources', { width: 390, height: 844 });
  const chip = page.getByRole('button', { name: 'PARCELS' });
  const box = await chip.boundingBox();
  if (box === null) throw new Error('no chip');
  const touch = await page.context().newCDPSession(page);
  await touch.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  const tap = async (x: number, y: number): Promise<void> => {
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  };
  const tip = page.getByRole('tooltip').filter({ hasText: 'PARCELS' });
  // Eight pixels above what is seen of it: a finger is not that exact.
  await tap(box.x + box.width / 2, box.y - 8);
  await tip.waitFor();
  expect(await chip.getAttribute('aria-describedby')).toBe(await tip.getAttribute('id'));
  const elsewhere = await page.getByText('Elsewhere').boundingBox();
  await tap((elsewhere?.x ?? 0) + 4, (elsewhere?.y ?? 0) + 4);
  await tip.waitFor({ state: 'detached' });
});

it('a selection that is being made tells how far it is, and is ended by its button or by Escape', async () => {
  const page = await parts.open('selections', { width: 390, height: 844 });
  const more = page.getByRole('button', { name: 'Read more' });
  await more.click();
  const bar = page.getByRole('toolbar');
  await bar.getByRole('progressbar', { name: 'Selecting: 250 of 1,000' }).waitFor();
  await more.click();
  expect(await bar.getByRole('progressbar', { name: 'Selecting: 500 of 1,000' }).getAttribute('value')).toBe('50');
  // Nothing is selected yet, so nothing can be done with it.
  expect(await bar.getByText('At once').count()).toBe(0);
  expect(await accessibilityFaults(page)).toEqual([]);
  await bar.getByRole('button', { name: 'Stop selecting' }).press('Enter');
  await told(page, 'stopped');
  await bar.waitFor({ state: 'detached' });
  await more.click();
  await page.keyboard.press('Escape');
  await bar.waitFor({ state: 'detached' });
  await told(page, 'stopped');
});

it.each([
  ['a desk', undefined],
  ['a phone', { width: 390, height: 844 }],
])('a panel that closes while it has the focus gives it to its row, on %s', async (_where, size) => {
  const page = await parts.open('details', size);
  const panel = page.getByRole('complementary', { name: 'Details' });
  for (const close of [
    () => page.keyboard.press('Escape'),
    () => panel.getByRole('button', { name: 'Close' }).press('Enter'),
  ]) {
    await panel.getByRole('button', { name: 'Inside' }).focus();
    await close();
    await panel.waitFor({ state: 'detached' });
    expect(await focused(page)).toMatch(/^Town 3/);
    await page.keyboard.press('Enter');
    await panel.waitFor();
  }
});

it('two exports at once can each be stopped', async () => {
  const page = await parts.open('exports');
  await page.getByRole('button', { name: 'Stop all' }).click();
  await told(page, 'all');
  await page.getByRole('button', { name: 'Stop some' }).click();
  await told(page, 'some');
});

it('a window begins in its first field, closes on Escape unless it may not, and gives the focus back', async () => {
  const page = await parts.open('dialog');
  await page.getByRole('button', { name: 'Open', exact: true }).press('Enter');
  const window = page.getByRole('dialog', { name: 'A window' });
  await window.waitFor();
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT');
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await window.waitFor({ state: 'detached' });
  expect(await focused(page)).toBe('Open');
  await page.getByRole('button', { name: 'Open firmly' }).click();
  await window.waitFor();
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  await window.getByRole('button', { name: 'Done' }).click();
  await window.waitFor({ state: 'detached' });
});

it('tabs change by the arrow keys, around the ends', async () => {
  const page = await parts.open('choices');
  await page.getByRole('tab', { name: 'One' }).focus();
  await page.keyboard.press('ArrowLeft');
  await page.getByRole('tabpanel', { name: 'Three' }).getByText('Part three').waitFor();
  expect(await focused(page)).toBe('Three');
  await page.keyboard.press('ArrowRight');
  await page.getByRole('tabpanel', { name: 'One' }).getByText('Part one').waitFor();
  expect(await page.getByRole('tab', { selected: true }).allInnerTexts()).toEqual(['One']);
  // One stop of the Tab key for all of them.
  expect(await page.locator('[role="tab"][tabindex="0"]').count()).toBe(1);
});

it('a choice among views says which is on', async () => {
  const page = await parts.open('choices');
  const view = page.getByRole('group', { name: 'View' });
  await view.getByRole('button', { name: 'Cards', pressed: false }).press(' ');
  await view.getByRole('button', { name: 'Cards', pressed: true }).waitFor();
  await view.getByRole('button', { name: 'List', pressed: false }).waitFor();
});

it('filters are set and removed by the keyboard alone', async () => {
  const page = await parts.open('choices');
  await page.getByRole('button', { name: 'Add the filter Name' }).press('Enter');
  await page.getByRole('textbox', { name: 'Name' }).waitFor();
  await page.keyboard.type('  Ann ');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Name Ann', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Add the filter Colour' }).press('Enter');
  const colours = page.getByRole('dialog', { name: 'Colour' });
  await colours.getByLabel('blue').press(' ');
  await colours.getByLabel('red').press(' ');
  await page.keyboard.press('Escape');
  // In the order of the list, not of the presses.
  await page.getByRole('button', { name: 'Colour red, blue', exact: true }).waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Remove the filter Colour' }).press('Enter');
  await page.getByRole('button', { name: 'Add the filter Colour' }).waitFor();
});

it('a combobox keeps the focus in its field and says which option is chosen', async () => {
  const page = await parts.open('combobox');
  const field = page.getByRole('combobox', { name: 'Town' });
  await field.focus();
  await page.getByRole('listbox', { name: 'Towns' }).waitFor();
  expect(await field.getAttribute('aria-expanded')).toBe('true');
  expect(await field.getAttribute('aria-activedescendant')).toBeNull();
  await page.keyboard.press('ArrowUp');
  const last = page.getByRole('option', { name: 'Town 12', selected: true });
  expect(await field.getAttribute('aria-activedescendant')).toBe(await last.getAttribute('id'));
  expect(await last.isVisible()).toBe(true);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await told(page, 'Town 2');
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
});

it('a combobox takes the first of what fits when nothing is chosen', async () => {
  const page = await parts.open('combobox');
  await page.getByRole('combobox', { name: 'Town' }).fill('12');
  await page.keyboard.press('Enter');
  await told(page, 'Town 12');
});

it('the search field takes criteria by Enter and by pasting, and gives the last back by Backspace', async () => {
  const page = await parts.open('criteria');
  const field = page.getByRole('combobox', { name: 'Add a criterion' });
  await field.fill('Ann');
  await field.press('Enter');
  await told(page, '{"items":[{"field":"name","value":"Ann"}],"must":[]}');
  // The arrow keys reach each meaning of what is typed.
  await field.fill('998');
  const meanings = await page.getByRole('option').count();
  expect(meanings).toBe(2);
  const chosen = new Set<string | null>();
  for (let step = 0; step < meanings; step++) {
    chosen.add(await page.getByRole('option', { selected: true }).textContent());
    await field.press('ArrowDown');
  }
  expect(chosen.size).toBe(meanings);
  await field.fill('');
  await page.getByRole('checkbox', { name: 'name must match' }).press(' ');
  await paste(field, 'Bob\nCleo;');
  await told(
    page,
    '{"items":[{"field":"name","value":"Ann"},{"field":"name","value":"Bob"},{"field":"name","value":"Cleo"}],"must":["name"]}',
  );
  expect(await accessibilityFaults(page)).toEqual([]);
  await field.press('Backspace');
  await field.press('Backspace');
  await page.getByRole('button', { name: 'Remove name Ann' }).click();
  await told(page, '{"items":[],"must":[]}');
});

it('the search field keeps what is typed when a list is pasted, and says which of its lines it does not understand', async () => {
  const page = await parts.open('criteria');
  const field = page.getByRole('combobox', { name: 'Add a criterion' });
  await field.fill('Ann');
  await paste(field, 'Bob\n--\nCleo\n??');
  await told(page, '{"items":[{"field":"name","value":"Bob"},{"field":"name","value":"Cleo"}],"must":[]}');
  await told(page, '2 lines were not understood: --, ??');
  expect(await field.inputValue()).toBe('Ann');
  await paste(field, '!\n?');
  await told(page, '2 lines were not understood: !, ?');
});
