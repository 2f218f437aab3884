import type { Browser } from 'playwright-core';
import { openPage, type PageOptions, startSize, type WatchedPage, watchPage } from './browser.ts';

/** A document of the console's origin that runs nothing; on one of another origin the page would begin a process anew. */
const STILL = '/assets/shell/icon.svg';

/** What tests listen to at a page. */
const heard = ['console', 'dialog', 'download', 'load', 'pageerror', 'request', 'requestfinished', 'response'] as const;

const startMedia = {
  media: null,
  colorScheme: 'light',
  reducedMotion: 'no-preference',
  forcedColors: 'none',
} as const;

/**
 * A page that the tests of a file have one after the other, each as if it were new: without storage, cookies, permissions, routes and listeners. Its
 * window, its process and what it compiled stay, which take more of the processor than most tests. A clock and the debugger's own settings
 * cannot be taken back: who sets them opens a page of its own.
 */
export class KeptPage {
  #kept: WatchedPage | undefined;
  #isTaken = false;

  /** @returns null while somebody has it */
  async take(browser: Browser, baseURL: string, options: PageOptions): Promise<WatchedPage | null> {
    if (this.#isTaken) return null;
    this.#isTaken = true;
    if (this.#kept === undefined) return (this.#kept = await openPage(browser, baseURL, options));
    const { page, context } = this.#kept;
    await page.setViewportSize(options.size ?? startSize);
    await page.evaluate((token) => {
      if (token !== undefined) localStorage.setItem('token', token);
    }, options.token);
    return (this.#kept = { page, context, faults: watchPage(page, baseURL) });
  }

  /** Whether this is the page that is kept; it can be taken anew, then. What it still did has ended. */
  async giveBack({ page, context }: WatchedPage): Promise<boolean> {
    if (page !== this.#kept?.page) return false;
    for (const event of heard) page.removeAllListeners(event);
    await Promise.all(context.pages().map((one) => (one === page ? undefined : one.close())));
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    await page.goto(STILL);
    await page.evaluate(() => {
      sessionStorage.clear();
      localStorage.clear();
    });
    await page.emulateMedia(startMedia);
    await page.mouse.move(-1, -1);
    await context.clearCookies();
    await context.clearPermissions();
    this.#isTaken = false;
    return true;
  }
}
