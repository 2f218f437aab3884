import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { accessibilityFaults } from '../../../src/browser/browser.ts';
import { gallery } from '../../../src/browser/gallery.ts';

const parts = gallery();
const told = (page: Page, text: string | RegExp): Promise<void> =>
  page.locator('output').filter({ hasText: text }).waitFor();
const row = (page: Page, name: string) => page.getByRole('row', { name, exact: false }).first();
const focused = (page: Page): Promise<string> => page.evaluate(() => document.activeElement?.textContent ?? '');

it('sorts by a press on the head, words up and counts down first, and says so', async () => {
  const page = await parts.open('table');
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
  await told(page, /^name ASC/);
  const head = page.getByRole('columnheader', { name: 'People' });
  expect(await head.getAttribute('aria-sort')).toBe('none');
  await head.getByRole('button').click();
  await told(page, /^people DESC/);
  expect(await head.getAttribute('aria-sort')).toBe('descending');
  await head.getByRole('button').press('Enter');
  await told(page, /^people ASC/);
  expect(await head.getAttribute('aria-sort')).toBe('ascending');
  expect(await accessibilityFaults(page)).toEqual([]);
});

it('walks by the arrow keys over what opens between rows, opens by Enter and then follows', async () => {
  const page = await parts.open('table');
  await row(page, 'Town 1').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  expect(await focused(page)).toMatch(/^Town 3/);
  await page.keyboard.press('Enter');
  await told(page, /open t3/);
  await page.keyboard.press('ArrowUp');
  await told(page, /open t2/);
  expect(await focused(page)).toMatch(/^Town 2/);
});

it('selects by the space bar, a range with Shift, and all by the head', async () => {
  const page = await parts.open('table');
  await row(page, 'Town 1').focus();
  await page.keyboard.press(' ');
  await told(page, /selected t1$/);
  await row(page, 'Town 4').focus();
  await page.keyboard.press('Shift+ ');
  await told(page, /selected t1 t2 t3 t4$/);
  const all = page.getByRole('checkbox', { name: 'Select all rows of this page' });
  expect(await all.evaluate((box) => box instanceof HTMLInputElement && box.indeterminate)).toBe(true);
  await all.press(' ');
  await told(page, /t6$/);
  expect(await all.isChecked()).toBe(true);
  await all.press(' ');
  await told(page, /selected $/);
});

it('keeps columns and row height for the next time', async () => {
  const page = await parts.open('table');
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('dialog', { name: 'Columns' }).getByRole('checkbox', { name: 'People' }).uncheck();
  await page.keyboard.press('Escape');
  await page.getByRole('columnheader', { name: 'People' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /^Row height/ }).press('Enter');
  await page.getByRole('menuitemradio', { name: 'Relaxed' }).press('Enter');
  await page.getByRole('button', { name: 'Row height: Relaxed' }).waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Row height: Relaxed' }).waitFor();
  expect(await page.getByRole('columnheader', { name: 'People' }).count()).toBe(0);
  expect((await row(page, 'Town 1').boundingBox())?.height).toBe(52);
});

it('makes a column wider by dragging its edge or by its field, within bounds, and keeps that for the next time', async () => {
  const page = await parts.open('table', { width: 1100, height: 800 });
  const head = page.getByRole('columnheader', { name: 'Name' });
  const width = async (): Promise<number> => Math.round((await head.boundingBox())?.width ?? 0);
  const drag = async (by: number): Promise<void> => {
    const box = await head.boundingBox();
    if (box === null) throw new Error('no head');
    await page.mouse.move(box.x + box.width - 1, box.y + 10);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width - 1 + by, box.y + 10, { steps: 4 });
    await page.mouse.up();
  };
  const before = await width();
  await drag(-300);
  expect(await width()).toBe(before - 300);
  await drag(-2000);
  expect(await width()).toBe(180);
  // A drag is no press on the head.
  await told(page, /^unsorted/);
  await page.getByRole('button', { name: 'Columns' }).press('Enter');
  const field = page.getByRole('spinbutton', { name: 'Width of Name in pixels' });
  await field.press('ArrowUp');
  await field.press('ArrowUp');
  expect(await width()).toBe(200);
  await page.reload();
  expect(await width()).toBe(200);
  await page.getByRole('button', { name: 'Columns' }).press('Enter');
  await page.getByRole('button', { name: 'Columns as at first' }).press('Enter');
  expect(await width()).toBe(before);
});

it('orders columns and keeps one in sight at the left, by the keyboard, and keeps that for the next time', async () => {
  const page = await parts.open('table', { width: 1100, height: 800 });
  const heads = (): Promise<string[]> => page.getByRole('columnheader').allInnerTexts();
  expect(await heads()).toEqual(['', 'Name', 'People', 'Actions']);
  await page.getByRole('button', { name: 'Columns' }).press('Enter');
  const window = page.getByRole('dialog', { name: 'Columns' });
  await window.getByRole('button', { name: 'Move People forward' }).press('Enter');
  expect(await heads()).toEqual(['', 'People', 'Name', 'Actions']);
  // The focus goes along.
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Move People forward');
  await page.keyboard.press('Enter');
  expect(await heads()).toEqual(['', 'People', 'Name', 'Actions']);
  await window.getByRole('button', { name: 'Keep Name in sight' }).press('Enter');
  expect(await heads()).toEqual(['', 'Name', 'People', 'Actions']);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.reload();
  await row(page, 'Town 1').waitFor();
  expect(await heads()).toEqual(['', 'Name', 'People', 'Actions']);
  const left = await page.getByRole('table').evaluate(({ parentElement: wrap }) => {
    if (wrap === null) return [];
    wrap.style.width = '300px';
    return new Promise<number[]>((tell) => {
      requestAnimationFrame(() => {
        const of = (selector: string): number => wrap.querySelector(selector)?.getBoundingClientRect().x ?? 0;
        const before = of('tbody td:nth-child(2)');
        wrap.scrollLeft = 1000;
        tell([before, of('tbody td:nth-child(2)'), of('thead th:nth-child(2)'), wrap.scrollLeft]);
      });
    });
  });
  // 36 + 180 of 300 px: more than the pinned ones may take, so that the rest can be scrolled to.
  expect(left[1]).toBe((left[0] ?? 0) - (left[3] ?? 0));
  await page.getByRole('table').evaluate(({ parentElement: wrap }) => {
    if (wrap === null) return;
    wrap.style.width = '330px';
    wrap.scrollLeft = 0;
  });
  await page.waitForFunction(() => document.querySelector('table')?.hasAttribute('data-unpinned') === false);
  const held = await page.getByRole('table').evaluate(({ parentElement: wrap }) => {
    const of = (selector: string): number => wrap?.querySelector(selector)?.getBoundingClientRect().x ?? 0;
    const before = of('tbody td:nth-child(2)');
    wrap?.scrollTo({ left: 1000 });
    return {
      scrolled: wrap?.scrollLeft ?? 0,
      moved: of('tbody td:nth-child(2)') - before,
      head: of('thead th:nth-child(2)') - before,
    };
  });
  expect(held).toEqual({ scrolled: 96, moved: 0, head: 0 });
});

it('makes of a long list only the rows in sight, tells how many there are, and lets the keys go on', async () => {
  const page = await parts.open('long-table');
  const table = page.getByRole('table', { name: 'Towns' });
  await row(page, 'Town 1').waitFor();
  await page.locator('tr.ns-spacer').waitFor({ state: 'attached' });
  expect(await table.getAttribute('aria-rowcount')).toBe('1001');
  expect(await row(page, 'Town 7').getAttribute('aria-rowindex')).toBe('8');
  await row(page, 'Town 3').focus();
  // Quicker than a scroll event, which would make the rows too late.
  await page.evaluate(() => {
    for (let i = 0; i < 60; i++)
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }));
  });
  expect(await focused(page)).toMatch(/^Town 63/);
  await table.evaluate((element) => element.parentElement?.scrollTo({ top: 1_000_000 }));
  await row(page, 'Town 1000').waitFor();
  expect(await page.locator('tbody tr').count()).toBeLessThan(100);
});

/** Scrolls a list by 400 pixels a frame, as a quick turn of a wheel does; answers the frames' lengths in milliseconds, sorted. */
const framesOf = (page: Page): Promise<number[]> =>
  page.evaluate(async () => {
    const wrap = document.querySelector('.ns-table-wrap');
    if (wrap === null) throw new Error('no list');
    const frame = (): Promise<number> => new Promise((tell) => requestAnimationFrame(tell));
    const frames: number[] = [];
    let last = await frame();
    for (let step = 1; step <= 120; step++) {
      wrap.scrollTop = step * 400;
      const now = await frame();
      frames.push(now - last);
      last = now;
    }
    return frames.sort((a, b) => a - b);
  });

it('scrolls through 100,000 rows, few of which are made, and tells its frames beside those of an empty list', async () => {
  const page = await parts.open('huge-table');
  await row(page, 'Town 1').waitFor();
  await page.locator('tr.ns-spacer').waitFor({ state: 'attached' });
  const frames = await framesOf(page);
  await page.getByRole('table').evaluate(({ parentElement }) => parentElement?.scrollTo({ top: 1e9 }));
  await row(page, 'Town 100000').waitFor();
  expect(await page.locator('tbody tr').count()).toBeLessThan(100);
  const empty = await framesOf(await parts.open('empty-table'));
  const p95 = (of: readonly number[]): number => of[Math.floor(of.length * 0.95)] ?? 0;
  const [full, bare] = [p95(frames), p95(empty)];
  console.info(
    `frames at p95: 100,000 rows ${full.toFixed(1)} ms, none ${bare.toFixed(1)} ms, ratio ${(full / bare).toFixed(2)}`,
  );
  expect(frames).toHaveLength(120);
});

it('when the row with the focus goes, then its neighbour has it, also after a window that asked about the row', async () => {
  const page = await parts.open('table');
  const leave = async (name: string): Promise<void> => {
    await page.getByRole('button', { name: `Leave ${name}` }).press('Enter');
    await page.getByRole('button', { name: 'Leave it' }).press('Enter');
    await page.getByRole('row', { name }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Done' }).press('Enter');
    await page.getByRole('dialog', { name: 'Leave this town?' }).waitFor({ state: 'detached' });
  };
  await leave('Town 3');
  await page.waitForFunction(() => document.activeElement?.textContent?.startsWith('Town 4'));
  await leave('Town 6');
  await page.waitForFunction(() => document.activeElement?.textContent?.startsWith('Town 5'));
  await page.keyboard.press('ArrowUp');
  expect(await focused(page)).toMatch(/^Town 4/);
  // A window that nothing came of gives the focus back.
  await page.getByRole('button', { name: 'Leave Town 1' }).press('Enter');
  await page.getByRole('button', { name: 'Done' }).press('Enter');
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Leave Town 1');
});

it.each(['محمد عبد الرحمن الخطيب', 'Wolfeschlegelsteinhausenbergerdorff'])(
  'cuts the end off a text that has no room, not its beginning: %s',
  async (text) => {
    const page = await parts.open('table');
    const isInside = await page.evaluate((name) => {
      const place = document.createElement('div');
      place.style.width = '90px';
      place.innerHTML = '<div class="ns-clip"></div>';
      document.body.append(place);
      const [clip] = place.children;
      if (!(clip instanceof HTMLElement)) return null;
      clip.textContent = name;
      const first = document.createRange();
      first.setStart(clip.firstChild ?? clip, 0);
      first.setEnd(clip.firstChild ?? clip, 1);
      const [letter, box] = [first.getBoundingClientRect(), clip.getBoundingClientRect()];
      return clip.scrollWidth > clip.clientWidth && letter.left >= box.left - 1 && letter.right <= box.right + 1;
    }, text);
    expect(isInside).toBe(true);
  },
);

it('is a list of cards on a narrow screen', async () => {
  const page = await parts.open('table', { width: 390, height: 800 });
  await page.getByRole('list', { name: 'Towns' }).getByRole('button', { name: 'Town 5', exact: true }).press('Enter');
  await told(page, /open t5/);
});

it('offers on a narrow screen what can be done with a row beside its card, which still opens it', async () => {
  const page = await parts.open('table', { width: 390, height: 844 });
  const leave = page.getByRole('button', { name: 'Leave Town 2' });
  expect((await leave.boundingBox())?.height).toBe(36);
  await leave.press('Enter');
  const window = page.getByRole('dialog', { name: 'Leave this town?' });
  await window.getByRole('button', { name: 'Leave it' }).press('Enter');
  await window.getByRole('button', { name: 'Done' }).press('Enter');
  // The card that took its place has the focus.
  await page.waitForFunction(() => document.activeElement?.getAttribute('data-row') === 't3');
  await told(page, /open none/);
  await page.getByRole('button', { name: 'Town 4', exact: true }).click();
  await told(page, /open t4/);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  expect(await accessibilityFaults(page)).toEqual([]);
});

it('offers the pages around the present one and says which it is', async () => {
  const page = await parts.open('pager');
  const pages = page.getByRole('navigation', { name: 'Pages' });
  await page.getByText('1 to 15 of 1,290').waitFor();
  expect(await page.getByRole('button', { name: 'Previous' }).isDisabled()).toBe(true);
  await pages.getByRole('button', { name: 'Page 86' }).click();
  await page.getByText('1,276 to 1,290 of 1,290').waitFor();
  expect(await pages.getByRole('button', { name: 'Page 86' }).getAttribute('aria-current')).toBe('page');
  expect(await page.getByRole('button', { name: 'Next' }).isDisabled()).toBe(true);
  expect(await accessibilityFaults(page)).toEqual([]);
});

it('leads to a page by its number, and to the last one by a number beyond it', async () => {
  const page = await parts.open('pager');
  const jump = page.getByLabel('Go to page');
  await jump.fill('40');
  await jump.press('Enter');
  await page.getByText('586 to 600 of 1,290').waitFor();
  await jump.fill('4000');
  await jump.press('Enter');
  await page.getByText('1,276 to 1,290 of 1,290').waitFor();
  await jump.fill('x');
  await jump.press('Enter');
  await page.getByText('1,276 to 1,290 of 1,290').waitFor();
});

it('shows more rows on a page, keeps the first of them on it, and keeps that for the next time', async () => {
  const page = await parts.open('pager');
  await page.getByRole('button', { name: 'Page 86' }).click();
  await page.getByText('1,276 to 1,290 of 1,290').waitFor();
  await page.getByRole('combobox', { name: 'Rows on a page' }).selectOption('50');
  await page.getByText('1,251 to 1,290 of 1,290').waitFor();
  await page.reload();
  await page.getByText('1 to 50 of 1,290').waitFor();
});

it('dims an old answer under a new question, says that it is busy and gives no count', async () => {
  const page = await parts.open('stale-table');
  const table = page.getByRole('table', { name: 'Towns' });
  expect(await table.locator('..').getAttribute('aria-busy')).toBe('true');
  expect(Number(await table.evaluate((element) => getComputedStyle(element).opacity))).toBeLessThan(0.6);
  const bar = await table.evaluate(
    ({ parentElement }) => parentElement && getComputedStyle(parentElement, '::before').height,
  );
  expect(bar).toBe('2px');
  const other = await parts.open('stale-pager');
  await other.getByText('Searching').waitFor();
  expect(await other.getByText(/1,290/).count()).toBe(0);
});

it('leaves names at least 180 px, and scrolls where there is no room for them', async () => {
  const page = await parts.open('table', { width: 1100, height: 800 });
  await page.getByRole('table').evaluate(({ parentElement }) => {
    if (parentElement !== null) parentElement.style.width = '260px';
  });
  const width = await page
    .getByRole('columnheader', { name: 'Name' })
    .evaluate((head) => head.getBoundingClientRect().width);
  expect(width).toBeGreaterThanOrEqual(180);
});

it('the menu of a row that moves stays open beside its button, with the focus where it was', async () => {
  const page = await parts.open('moving-rows');
  const turn = (): Promise<boolean> => page.evaluate(() => dispatchEvent(new Event('news')));
  const begins = (name: string): Promise<void> => page.locator('tbody tr').first().filter({ hasText: name }).waitFor();
  const more = row(page, 'Town 1').getByRole('button', { name: 'More' });
  const menu = page.getByRole('menu', { name: 'Actions of Town 1' });
  await more.press('Enter');
  await page.waitForFunction(() => document.activeElement?.textContent === 'Stay');
  await page.keyboard.press('ArrowDown');
  const before = await menu.boundingBox();
  await turn();
  await begins('Town 3');
  expect(await menu.isVisible()).toBe(true);
  expect(await focused(page)).toBe('Leave');
  expect((await menu.boundingBox())?.y).toBeGreaterThan(before?.y ?? Infinity);
  await page.keyboard.press('Enter');
  await told(page, 'left Town 1');
  await menu.waitFor({ state: 'hidden' });

  // What its user closed stays closed.
  await turn();
  await begins('Town 1');
  expect(await menu.isVisible()).toBe(false);
  await more.click();
  await menu.waitFor();
  await page.keyboard.press('Escape');
  await turn();
  await begins('Town 3');
  expect(await menu.isVisible()).toBe(false);
});
