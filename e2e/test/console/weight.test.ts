import { expect, it } from '@jest/globals';
import { consoleSuite } from '../../src/console-suite.ts';
import type { Page } from 'playwright-core';

const suite = consoleSuite();
const KB = 1024;

interface Loaded {
  url: string;
  bytes: number;
  text: string;
}

/** Every script and style sheet that a page takes from now on, with the bytes of its body as they went over the line. */
function watchAssets(page: Page): () => Promise<Loaded[]> {
  const loading: Array<Promise<Loaded>> = [];
  page.on('requestfinished', (request) => {
    if (!/\.(?:js|css)$/.test(new URL(request.url()).pathname)) return;
    loading.push(
      (async () => {
        const response = await request.response();
        const { responseBodySize } = await request.sizes();
        return { url: request.url(), bytes: responseBodySize, text: (await response?.text()) ?? '' };
      })(),
    );
  });
  return () => Promise.all(loading);
}

const sum = (assets: readonly Loaded[]): number => assets.reduce((total, { bytes }) => total + bytes, 0);

it.each([
  ['/login', 150 * KB],
  ['/ext', 220 * KB],
])('sends no more than the bar of scripts and styles for %s', async (path, limit) => {
  const watched = path === '/login' ? await suite.open() : await suite.openAsAdmin(null);
  const assets = watchAssets(watched.page);
  await watched.page.goto(path);
  await watched.page.getByRole('heading', { level: 1 }).waitFor();
  await watched.page.waitForLoadState('networkidle');
  const all = await assets();
  expect(all.length).toBeGreaterThan(0);
  // Compressed: what went over the line is less than half of what was written.
  expect(sum(all)).toBeLessThan(all.reduce((total, { text }) => total + text.length, 0) / 2);
  process.stdout.write(`${path}: ${(sum(all) / KB).toFixed(1)} KB in ${all.length} files\n`);
  expect(sum(all)).toBeLessThanOrEqual(limit);
});

it('loads React once, however many parts are opened', async () => {
  const { page } = await suite.openAsAdmin(null);
  const assets = watchAssets(page);
  await page.goto('/ext');
  for (const [path, title] of [
    ['/ext', 'Jobs'],
    ['/ext/results', 'Results'],
    ['/ext/audit', 'Audit Trail'],
  ] as const) {
    // Within the page, as a link does it.
    await page.evaluate((to) => {
      history.pushState(null, '', to);
      dispatchEvent(new PopStateEvent('popstate'));
    }, path);
    await page.getByRole('heading', { name: title, level: 1 }).waitFor({ state: 'attached' });
  }
  await page.waitForLoadState('networkidle');
  const all = await assets();
  // React's own hooks dispatcher, and the DOM renderer's name, each stand in one file only.
  for (const mark of [
    /__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE\s*=[^=]/,
    /rendererPackageName:\s*["']react-dom["']/,
  ]) {
    expect(all.filter(({ text }) => mark.test(text)).map(({ url }) => url)).toHaveLength(1);
  }
});
