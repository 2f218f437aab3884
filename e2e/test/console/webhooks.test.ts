import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { calls } from '@numscope/contracts';
import { WebhookReceiver } from '@numscope/testing/webhook-receiver';
import type { Browser, Page } from 'playwright-core';
import { Api } from '../../src/calls/api.ts';
import { openBrowser, openPage } from '../../src/browser/browser.ts';
import { toast } from '../../src/browser/console-suite.ts';
import { laterClock } from '../../src/clock/fast-clock.ts';
import { faultsOfScreen, wide } from '../../src/browser/screenshots.ts';
import { type Product, startProduct } from '../../src/product/product.ts';

const DAY_MS = 86_400_000;

let receiver: WebhookReceiver;
let url = '';
let secret = '';
let status = 204;
let product: Product;
let browser: Browser;
let api: Api;
const env = (): Record<string, string> => ({ SANDBOX: 'true', WEBHOOK_PRIVATE_HOSTS: receiver.host });

beforeAll(async () => {
  // The console makes the secret; what is signed is held against it below.
  receiver = new WebhookReceiver('another secret');
  receiver.answers = () => status;
  url = await receiver.listen();
  // Its clock is set later below, which engines would not follow.
  [product, browser] = await Promise.all([startProduct({ embedded: true, env: env() }), openBrowser()]);
  api = await Api.login(product.url);
});
afterAll(async () => {
  await browser?.close();
  await product?.discard();
  await receiver.close();
});

/** What is at fault with a page is asked for at its end. */
async function opened(work: (page: Page) => Promise<void>): Promise<void> {
  const { page, context, faults } = await openPage(browser, product.url, { token: api.token });
  try {
    await page.goto('/ext/webhooks');
    await work(page);
    expect(faults).toEqual([]);
  } finally {
    await context.close();
  }
}

const panelOf = (page: Page) => page.getByRole('complementary', { name: 'Webhook Case system' });
const deliveries = (page: Page) => panelOf(page).getByRole('list', { name: 'Deliveries' }).getByRole('listitem');

it('makes a webhook, names what is wrong at its field, and tells how a test of it ended', async () => {
  await opened(async (page) => {
    await page.getByText('No webhooks yet').waitFor();
    await page.getByRole('button', { name: 'Create webhook' }).click();
    const form = page.getByRole('dialog', { name: 'Create a webhook' });
    const submit = form.getByRole('button', { name: 'Create webhook' });
    await submit.click();
    await form.getByText('Give the webhook a name of up to 100 characters').waitFor();
    await form.getByText('Choose at least one event').waitFor();
    await form.getByLabel('Name', { exact: true }).fill('Case system');
    await form.getByLabel('Address', { exact: true }).fill('http://127.0.0.1:1/hook');
    await form.getByRole('button', { name: 'Make one' }).click();
    secret = await form.getByLabel('Secret', { exact: true }).inputValue();
    expect(secret).toMatch(/^[0-9a-f]{64}$/);
    for (const event of ['job.status-changed', 'profile.updated', 'source.state'])
      await form.getByRole('checkbox', { name: event }).check();
    await form.getByLabel('Only these jobs').fill('seven');
    await submit.click();
    await form.getByText('Whole numbers from 1, at most 1,000 of them').waitFor();
    await form.getByLabel('Only these jobs').fill('7, 8');
    await form
      .getByRole('group', { name: 'Only when one of these fields changed' })
      .getByLabel('emails', { exact: true })
      .check();
    await form.getByRole('checkbox', { name: 'SANDBOX' }).check();
    await submit.click();
    // The server's word, at the field of the address.
    await form.getByText(/127\.0\.0\.1:1 is a private address/).waitFor();
    expect(await form.getByLabel('Address', { exact: true }).getAttribute('aria-invalid')).toBe('true');
    expect(await faultsOfScreen(page, 'webhook')).toEqual([]);
    await page.setViewportSize(wide);
    await form.getByLabel('Address', { exact: true }).fill(url);
    await submit.click();
    await toast(page, 'Case system is told of events from now on').waitFor();
    expect(await page.content()).not.toContain(secret);

    const panel = panelOf(page);
    await panel.getByText('2 jobs; changes of emails; SANDBOX').waitFor();
    await panel.getByRole('button', { name: 'Send a test' }).click();
    const outcome = panel.getByRole('status');
    await outcome.getByText('Taken', { exact: true }).waitFor();
    await outcome.getByText('status 204').waitFor();
    expect(receiver.all.map(({ event }) => event.type)).toEqual(['webhook.test']);
    status = 503;
    await panel.getByRole('button', { name: 'Send a test' }).click();
    await outcome.getByText('Not taken').waitFor();
    await outcome.getByText('status 503').waitFor();
  });
  expect(await api.call(calls.listWebhooks)).toMatchObject([
    {
      name: 'Case system',
      url,
      events: ['job.status-changed', 'profile.updated', 'source.state'],
      filter: { jobs: [7, 8], sources: ['SANDBOX'] },
      fields: ['emails'],
    },
  ]);
});

it('changes a webhook and keeps its secret', async () => {
  await opened(async (page) => {
    await page.getByRole('button', { name: 'Edit Case system' }).click();
    const form = page.getByRole('dialog', { name: 'Edit the webhook Case system' });
    expect(await form.getByLabel('Only these jobs').inputValue()).toBe('7, 8');
    expect(await form.getByLabel('Secret', { exact: true }).inputValue()).toBe('');
    await form.getByRole('checkbox', { name: 'job.status-changed' }).uncheck();
    await form.getByRole('checkbox', { name: 'profile.updated' }).uncheck();
    await form.getByRole('button', { name: 'Save' }).click();
    await toast(page, 'Case system is saved').waitFor();
  });
  const [webhook] = await api.call(calls.listWebhooks);
  expect(webhook).toMatchObject({ events: ['source.state'], filter: { sources: ['SANDBOX'] }, fields: null });
  receiver.secret = secret;
  const before = receiver.all.length;
  await api.call(calls.testWebhook, { params: { id: webhook?.id ?? '' } });
  expect(receiver.all.slice(before).map(({ isSigned }) => isSigned)).toEqual([true]);
});

it('shows deliveries that fail, and sends what was given up again, one and all', async () => {
  await api.call(calls.pauseSource, { params: { name: 'SANDBOX' } });
  // How sources stand is looked at now and then: a pause that is over by then is nothing to tell of.
  await receiver.until((all) => all.some(({ event }) => event.data['state'] === 'PAUSED'));
  await api.call(calls.resumeSource, { params: { name: 'SANDBOX' } });
  await opened(async (page) => {
    await page.getByRole('row').filter({ hasText: 'Case system' }).getByText('2 waiting').waitFor();
    await page.getByRole('row').filter({ hasText: 'Case system' }).click();
    const failed = deliveries(page).filter({ hasText: 'Failed, is tried again' });
    await failed.getByText('status 503').waitFor();
    await failed.getByText(/next not before/).waitFor();
    await deliveries(page).filter({ hasText: 'not tried yet' }).getByText('Waits').waitFor();
  });

  await product.stop();
  // A day later, when what failed is given up.
  const { dataDir, port } = product;
  product = await startProduct({ dataDir, port, embedded: true, env: { ...env(), ...laterClock(DAY_MS + 3_600_000) } });
  api = await Api.login(product.url);
  await opened(async (page) => {
    await page.getByRole('row').filter({ hasText: 'Case system' }).getByText('2 given up').waitFor();
    expect(await faultsOfScreen(page, 'webhooks')).toEqual([]);
    await page.setViewportSize(wide);
    await page.getByRole('row').filter({ hasText: 'Case system' }).click();
    const panel = panelOf(page);
    await panel.getByRole('button', { name: 'Given up', exact: true }).click();
    await panel.getByRole('button', { name: 'Send again: source.state of SANDBOX' }).nth(1).waitFor();
    await panel.getByRole('button', { name: 'Send a test' }).click();
    await panel.getByText('Not taken').waitFor();
    expect(await faultsOfScreen(page, 'webhook-panel')).toEqual([]);
    await page.setViewportSize(wide);

    status = 204;
    const before = receiver.all.length;
    await panel.getByRole('button', { name: 'Send again: source.state of SANDBOX' }).first().click();
    await toast(page, 'The event source.state of SANDBOX waits to be sent again').waitFor();
    await receiver.until((all) => all.length > before);
    await panel.getByRole('button', { name: 'Arrived', exact: true }).click();
    await deliveries(page).getByText('Arrived', { exact: true }).waitFor();
    await panel.getByRole('button', { name: 'Send all given up again' }).click();
    await toast(page, '1 delivery waits to be sent again').waitFor();
    await deliveries(page).nth(1).getByText('Arrived', { exact: true }).waitFor();
    await panel.getByRole('button', { name: 'Send all given up again' }).waitFor({ state: 'detached' });

    await panel.getByRole('button', { name: 'Delete Case system' }).click();
    await page.getByRole('button', { name: 'Delete the webhook' }).click();
    await toast(page, 'Case system is deleted').waitFor();
    await page.getByText('No webhooks yet').waitFor();
  });
  // The newer one was sent again by its own button, the older one with all.
  const told = receiver.all.filter(({ event }) => event.type === 'source.state').slice(-2);
  expect(told.map(({ event }) => event.data['state'] === 'PAUSED')).toEqual([false, true]);
  expect(await api.call(calls.listWebhooks)).toEqual([]);
});
