import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { root } from '../product/installation.ts';
import { slowProcessor } from './slow-processor.ts';

/**
 * Milliseconds from the start of the navigation until the largest thing of the page is painted, on a slower processor.
 * @param shown waits until the page has come to rest
 */
export async function largestPaint(page: Page, path: string, shown: (page: Page) => Promise<unknown>): Promise<number> {
  const session = await slowProcessor(page);
  await page.goto(path);
  await shown(page);
  const ms = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? 0)).observe({
          type: 'largest-contentful-paint',
          buffered: true,
        });
      }),
  );
  await session.detach();
  return ms;
}

/** A page of React with a heading alone, of one script that stands in the page: nothing that React shows can be sooner. */
export function emptyReactPage(): string {
  const folder = mkdtempSync(join(tmpdir(), 'numscope-empty-'));
  try {
    execFileSync(process.execPath, [join(root, 'packages/ui/build/gallery.ts'), folder, 'empty-page'], {
      stdio: 'inherit',
    });
    return readFileSync(join(folder, 'empty-page.js'), 'utf8');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
