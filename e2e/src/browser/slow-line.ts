import type { Page } from 'playwright-core';

/** A line as of a phone far from its mast: an answer takes half a second and more. Bytes a second, milliseconds. */
const SLOW = { latency: 400, downloadThroughput: 100_000, uploadThroughput: 50_000 };

/** Puts a slow line between the page and the server. Only Chromium can be told so. */
export async function slowLine(page: Page): Promise<void> {
  const line = await page.context().newCDPSession(page);
  await line.send('Network.enable');
  await line.send('Network.emulateNetworkConditions', { offline: false, ...SLOW });
}

/** What has shifted by itself since the page was loaded: by how much (as browsers score it: 1 is the whole window), and what. */
export const shifted = (page: Page): Promise<{ score: number; what: string[] }> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        interface Shift extends PerformanceEntry {
          value: number;
          hadRecentInput: boolean;
          sources: Array<{ node: Node | null }>;
        }
        // Entries of the past come in one delivery, which an empty list does not cause: the mark does.
        const shifts: Shift[] = [];
        const observer = new PerformanceObserver((list) => {
          for (const entry of list.getEntries())
            if (entry.entryType === 'layout-shift' && !(entry as Shift).hadRecentInput) shifts.push(entry as Shift);
          if (list.getEntriesByName('looked').length === 0) return;
          observer.disconnect();
          const named = (node: Node | null): string =>
            node instanceof Element ? `${node.tagName}.${node.className}` : (node?.parentElement?.className ?? '');
          resolve({
            score: shifts.reduce((sum, { value }) => sum + value, 0),
            what: shifts.flatMap(({ value, sources }) =>
              sources.map(({ node }) => `${value.toFixed(4)} ${named(node)}`),
            ),
          });
        });
        observer.observe({ type: 'layout-shift', buffered: true });
        observer.observe({ type: 'mark' });
        performance.mark('looked');
      }),
  );
