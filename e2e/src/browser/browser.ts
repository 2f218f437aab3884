import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, firefox, type Page } from 'playwright-core';
import { ADMIN_PASSWORD } from '../product/product.ts';

/** Which browser drives the console: Firefox where BROWSER says so, else Chromium. */
export const inFirefox = process.env['BROWSER'] === 'firefox';

/** Debian's program; another one where CHROMIUM says so. */
const openChromium = (): Promise<Browser> =>
  chromium.launch({
    executablePath: join(import.meta.dirname, 'chromium'),
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });

/** As Debian ships it, or the one that FIREFOX names, driven by WebDriver BiDi, without motion. It cannot be told of a dark machine, of paper, or of a slow line. */
const openFirefox = (): Promise<Browser> =>
  firefox.launch({
    channel: 'moz-firefox',
    executablePath: process.env['FIREFOX'] ?? '/usr/bin/firefox-esr',
    firefoxUserPrefs: { 'ui.prefersReducedMotion': 1 },
  });

/** What takes pictures puts a style into the page, which the policy blocks and Chromium does not count. */
const saidByFirefoxAlone = /blocked an inline style \(style-src-elem\)/;

export const openBrowser = (): Promise<Browser> => (inFirefox ? openFirefox() : openChromium());

/** A page of its own session, and what went wrong on it: violations of the content security policy, uncaught errors, requests to elsewhere. */
export interface WatchedPage {
  page: Page;
  context: BrowserContext;
  faults: string[];
}

export interface PageOptions {
  /** That of a desk unless said. */
  size?: { width: number; height: number };
  /** Signed in from the beginning: the token stands in the browser's storage under the specified key. */
  token?: string;
}

/** The window unless a test asks for another. */
export const startSize = { width: 1440, height: 900 };

/** @returns what goes wrong on the page from now on */
export function watchPage(page: Page, baseURL: string): string[] {
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => {
    if (!(inFirefox && saidByFirefoxAlone.test(message))) faults.push(`uncaught: ${message}`);
  });
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) faults.push(`policy: ${message.text()}`);
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(baseURL) && !/^(?:blob|data):/.test(request.url()))
      faults.push(`outside: ${request.url()}`);
  });
  return faults;
}

export async function openPage(
  browser: Browser,
  baseURL: string,
  { size, token }: PageOptions = {},
): Promise<WatchedPage> {
  const localStorage = token === undefined ? [] : [{ name: 'token', value: token }];
  const context = await browser.newContext({
    baseURL,
    viewport: size ?? startSize,
    acceptDownloads: true,
    storageState: { cookies: [], origins: [{ origin: baseURL, localStorage }] },
  });
  const page = await context.newPage();
  // It ends what hangs, on a busy machine too; how quick the screens are tests measure themselves.
  page.setDefaultTimeout(60_000);
  return { page, context, faults: watchPage(page, baseURL) };
}

/** Logs in by the form of the page that is open. */
export async function fillLogin(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: /^(log|sign) in$/i }).click();
}

export async function logIn(page: Page, username = 'admin', password = ADMIN_PASSWORD): Promise<void> {
  await page.goto('/login');
  await fillLogin(page, username, password);
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules of WCAG 2.2 AA, or only of its contrasts, which are all that differs in another colour scheme. */
export type AccessibilityRules = 'all' | 'contrast';

/**
 * What axe finds against WCAG 2.2 AA on the page as it stands, one line a fault. Evaluated by the debugger, so the page's policy
 * stays as it is.
 */
export async function accessibilityFaults(page: Page, rules: AccessibilityRules = 'all'): Promise<string[]> {
  // There it ends the process of the page in Firefox 153, whatever rules it is asked for.
  if (inFirefox && new URL(page.url()).pathname === '/ext/results') return [];
  // It stays until another document is opened; to read its half a megabyte anew takes 80 ms of a processor.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource);
  return page.evaluate(async (which) => {
    interface Axe {
      run(
        options: object,
      ): Promise<{ violations: Array<{ id: string; help: string; nodes: Array<{ target: unknown }> }> }>;
    }
    const { axe } = globalThis as typeof globalThis & { axe: Axe };
    const runOnly =
      which === 'contrast'
        ? { type: 'rule', values: ['color-contrast'] }
        : { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] };
    const { violations } = await axe.run({ runOnly, resultTypes: ['violations'] });
    return violations.flatMap(({ id, help, nodes }) => nodes.map((node) => `${id}: ${help} at ${String(node.target)}`));
  }, rules);
}
