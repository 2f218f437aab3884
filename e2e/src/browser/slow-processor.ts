import type { CDPSession, Page } from 'playwright-core';

/** How much slower the page's processor is than this machine's, as on a phone of the middle class. */
const SLOWER = 4;

/** Makes the processor of the page slow until the session is detached. Only Chromium can be told so. */
export async function slowProcessor(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  return session;
}

/** Milliseconds that work of always the same size takes on the page's own thread. */
const bareWork = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const begun = performance.now();
    let sum = 0;
    for (let i = 0; i < 3_000_000; i += 1) sum = (sum + Math.imul(i, i)) % 1_000_003;
    return sum === -1 ? 0 : performance.now() - begun;
  });

export interface Held {
  /** Milliseconds of the longest task of the page's own thread; 0: none took 50. */
  longest: number;
  /** Milliseconds of the bare work, before and after: how slow the page is at the time. */
  bare: number;
}

/** How long the page's own thread is held up at most while something is done. */
export async function heldUp(page: Page, act: () => Promise<unknown>): Promise<Held> {
  const before = await bareWork(page);
  const watched = await page.evaluateHandle(() => {
    const from = performance.now();
    const held = { longest: 0 };
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries())
        if (startTime >= from) held.longest = Math.max(held.longest, duration);
    }).observe({ type: 'longtask' });
    return held;
  });
  await act();
  const longest = await watched.evaluate((held) => held.longest);
  return { longest, bare: (before + (await bareWork(page))) / 2 };
}
