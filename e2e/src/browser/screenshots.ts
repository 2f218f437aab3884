import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { accessibilityFaults } from './browser.ts';
import { root } from '../product/installation.ts';
import { keepPicture } from './pictures.ts';

/** Where the pictures of the screens lie, for people to look at. */
export const shots = join(root, 'node_modules/.numscope-results/screenshots');

export const wide = { width: 1440, height: 900 };
const narrow = { width: 390, height: 844 };
const modes = [
  ['light', wide, 'light', 'all'],
  ['dark', wide, 'dark', 'contrast'],
  ['phone', narrow, 'light', 'all'],
] as const;

/** Fonts and pictures are there, nothing loads any more, and what moves has come to rest. */
const settled = async (page: Page): Promise<void> => {
  await page.getByLabel('Loading', { exact: true }).first().waitFor({ state: 'detached' });
  await page.evaluate(async () => {
    await document.fonts.ready;
    // One that loads when it comes into sight may never do.
    const pictures = [...document.images].filter(({ loading }) => loading !== 'lazy');
    await Promise.all(pictures.map((picture) => picture.decode().catch(() => undefined)));
    await Promise.all(
      document
        .getAnimations()
        .map((animation) =>
          animation.effect?.getComputedTiming().iterations === Infinity
            ? undefined
            : animation.finished.catch(() => undefined),
        ),
    );
  });
};

/** How many pixels the page is wider than its window, and what sticks out. */
const sideways = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const scrollers = [document.scrollingElement, document.querySelector('main')].filter((element) => element !== null);
    return scrollers.flatMap((scroller) => {
      const over = scroller.scrollWidth - scroller.clientWidth;
      if (over <= 0) return [];
      const far = [...scroller.querySelectorAll('*')].toSorted(
        (a, b) => b.getBoundingClientRect().right - a.getBoundingClientRect().right,
      )[0];
      return [`${scroller.tagName} is ${over} px too wide by ${far?.tagName}.${far?.className}`];
    });
  });

/**
 * What is wrong with a screen in the light, in the dark and on a phone: against WCAG 2.2 AA, or wider than its window. A
 * picture of each is kept, and of the first two in the documents where the run makes them.
 * @param shown what is brought into sight before: a window of another size stands elsewhere
 */
export async function faultsOfScreen(page: Page, name: string, shown?: Locator): Promise<string[]> {
  mkdirSync(shots, { recursive: true });
  const found: string[] = [];
  for (const [mode, size, colorScheme, rules] of modes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize(size);
    await settled(page);
    await shown?.evaluate((element) => element.scrollIntoView({ behavior: 'instant' }));
    await keepPicture(name, mode, await page.screenshot({ path: join(shots, `${name}-${mode}.png`) }));
    const wrong = [...(await sideways(page)), ...(await accessibilityFaults(page, rules))];
    found.push(...wrong.map((fault) => `${mode}: ${fault}`));
  }
  return found;
}
