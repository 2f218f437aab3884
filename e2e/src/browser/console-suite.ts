import { afterAll, afterEach, beforeAll, expect } from '@jest/globals';
import { calls } from '@numscope/contracts';
import { askUntil } from '@numscope/testing/ask-until';
import type { Browser, Page } from 'playwright-core';
import { Api } from '../calls/api.ts';
import { inFirefox, logIn, openBrowser, openPage, type PageOptions, type WatchedPage } from './browser.ts';
import { KeptPage } from './kept-page.ts';
import { type Product, type ProductOptions, startProduct } from '../product/product.ts';

export const analyst = { userName: 'analyst', password: 'Quiet!River7' } as const;

export interface SuitePageOptions extends PageOptions {
  /** Not in a window of its own, but in that of the test before (`KeptPage`). Without effect in Firefox. */
  reused?: boolean;
}

/** The settings of its product, and what else ends with it. */
export interface ConsoleSuiteOptions extends ProductOptions {
  close?(): Promise<void>;
}

/** One product with made-up people and one Chromium for the tests of a file. */
export interface ConsoleSuite {
  readonly product: Product;
  readonly browser: Browser;
  /** The administrator's way to the API, for what a test needs before it begins. */
  readonly api: Api;
  /** A page with a session of its own; after the test it must have no faults left. */
  open(options?: SuitePageOptions): Promise<WatchedPage>;
  /** The same, signed in as the administrator and at `path`; null: nowhere yet. */
  openAsAdmin(path?: string | null, options?: SuitePageOptions): Promise<WatchedPage>;
}

/**
 * Starts product and browser before the tests of the file that calls it, and ends both after them.
 * @param reuses whether its tests have one window after the other, unless they say otherwise; not where one minds what a page loaded before it
 */
export function consoleSuite(
  options: () => ConsoleSuiteOptions | Promise<ConsoleSuiteOptions> = () => ({}),
  { reuses = true }: { reuses?: boolean } = {},
): ConsoleSuite {
  let product: Product | undefined;
  let browser: Browser | undefined;
  let api: Api | undefined;
  let close: ConsoleSuiteOptions['close'];
  const opened: WatchedPage[] = [];
  const kept = new KeptPage();
  const started = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error('the suite has not started');
    return value;
  };

  beforeAll(async () => {
    const { close: closeOther, ...given } = await options();
    close = closeOther;
    [product, browser] = await Promise.all([
      startProduct({ ...given, env: { SANDBOX: 'true', ...given.env } }),
      openBrowser(),
    ]);
    api = await Api.login(product.url);
  });
  afterEach(async () => {
    const pages = opened.splice(0);
    const faults = pages.flatMap((one) => one.faults);
    await Promise.all(pages.map(async (one) => (await kept.giveBack(one)) || one.context.close()));
    expect(faults).toEqual([]);
  });
  afterAll(async () => {
    await browser?.close();
    await product?.discard();
    await close?.();
  });

  const open: ConsoleSuite['open'] = async ({ reused = reuses, ...pageOptions } = {}) => {
    const { url } = started(product);
    const watched =
      (reused && !inFirefox ? await kept.take(started(browser), url, pageOptions) : null) ??
      (await openPage(started(browser), url, pageOptions));
    opened.push(watched);
    return watched;
  };
  return {
    get product() {
      return started(product);
    },
    get browser() {
      return started(browser);
    },
    get api() {
      return started(api);
    },
    open,
    async openAsAdmin(path = '/ext', pageOptions = {}) {
      const watched = await open({ ...pageOptions, token: started(api).token });
      if (path !== null) await watched.page.goto(path);
      return watched;
    },
  };
}

/** Logs in by the form and waits for the landing page. */
export async function logInTo(page: Page, landing: string, username?: string, password?: string): Promise<void> {
  await logIn(page, username, password);
  await page.waitForURL((url) => url.pathname + url.search === landing);
}

/** Makes the analyst, who may open profiles. */
export const createAnalyst = (admin: Api) =>
  admin.call(calls.createUser, { body: { ...analyst, roles: ['USER'], modules: ['Profiler'] } });

/** Logs in as the analyst by the form and waits for the landing page. */
export const logInAsAnalyst = (page: Page): Promise<void> => logInTo(page, '/int', analyst.userName, analyst.password);

/** The notification with this text. */
export const toast = (page: Page, text: string | RegExp) =>
  page.getByRole('region', { name: 'Notifications' }).getByText(text);

/** Resolves when its token is taken no more: whoever ended it is answered a moment before every gateway has heard of that. */
export async function untilRefused(caller: Api): Promise<void> {
  const refusal = await askUntil(
    () =>
      caller.call(calls.me).then(
        () => null,
        (error: unknown) => error,
      ),
    (answer) => answer !== null,
  );
  expect(refusal).toMatchObject({ status: 401 });
}
