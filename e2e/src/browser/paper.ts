import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { accessibilityFaults } from './browser.ts';
import { shots } from './screenshots.ts';

/** A4 upright at 96 pixels an inch, less a margin of 10 mm on either side. */
const A4 = { width: 718, height: 1047 };

/** What does not fit: elements beyond the edge of the paper, and frames that would have to be scrolled, which paper cannot. */
const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const named = (element: Element): string => `${element.tagName}.${element.className}`;
    return [...document.body.querySelectorAll<HTMLElement>('*')]
      .filter((element) => element.checkVisibility())
      .flatMap((element) => {
        // Said to readers of the screen alone.
        if (element.closest('.ns-sr') !== null) return [];
        const beyond = element.getBoundingClientRect().right - innerWidth;
        if (beyond > 1 && element.closest('svg') === null)
          return [`${named(element)} is ${Math.round(beyond)} px beyond the paper`];
        const { overflowX, overflowY } = getComputedStyle(element);
        const hidden = (overflow: string, size: number, room: number): boolean =>
          /auto|scroll/.test(overflow) && size > room + 1;
        return hidden(overflowX, element.scrollWidth, element.clientWidth) ||
          hidden(overflowY, element.scrollHeight, element.clientHeight)
          ? [`${named(element)} holds more than it shows`]
          : [];
      });
  });

/** What is wrong with a page on paper, whose colours are the same in the light and in the dark. A picture of each is kept. */
export async function faultsOnPaper(page: Page, name: string): Promise<string[]> {
  mkdirSync(shots, { recursive: true });
  const found: string[] = [];
  await page.setViewportSize(A4);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ media: 'print', colorScheme, reducedMotion: 'reduce' });
    await page.screenshot({ path: join(shots, `${name}-paper-${colorScheme}.png`), fullPage: true });
    const wrong = [...(await cutOff(page)), ...(await accessibilityFaults(page))];
    found.push(...wrong.map((fault) => `${colorScheme}: ${fault}`));
  }
  return found;
}
