import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, openPage, type WatchedPage } from './browser.ts';
import { root } from '../product/installation.ts';

const address = 'http://gallery.localhost';
const kinds: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.css': 'text/css' };
const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Gallery</title><link rel="stylesheet" href="/gallery.css">
<script defer src="/gallery.js"></script></head><body></body></html>`;

/** A browser for the tests of a file, and a way to each shared component on a page without product, shell and network. */
export function gallery(): { open(part: string, size?: { width: number; height: number }): Promise<Page> } {
  const folder = mkdtempSync(join(tmpdir(), 'numscope-gallery-'));
  let browser: Browser;
  const opened: WatchedPage[] = [];
  beforeAll(async () => {
    execFileSync(process.execPath, [join(root, 'packages/ui/build/gallery.ts'), folder], { stdio: 'inherit' });
    browser = await openBrowser();
  });
  afterEach(async () => {
    const pages = opened.splice(0);
    await Promise.all(pages.map(({ context }) => context.close()));
    expect(pages.flatMap(({ faults }) => faults)).toEqual([]);
  });
  afterAll(async () => {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    async open(part, size) {
      const watched = await openPage(browser, address, size === undefined ? {} : { size });
      opened.push(watched);
      await watched.page.route('**/*', (route) => {
        const { pathname } = new URL(route.request().url());
        const kind = extname(pathname);
        if (kind === '') return route.fulfill({ contentType: 'text/html', body: html });
        return route.fulfill({ contentType: kinds[kind] ?? 'font/woff2', body: readFileSync(join(folder, pathname)) });
      });
      await watched.page.goto(`/${part}`);
      return watched.page;
    },
  };
}
