import { buffer } from 'node:stream/consumers';
import { beforeAll, expect, it } from '@jest/globals';
import { calls, errorCatalogue, messages, specifiedSources } from '@numscope/contracts';
import type { Locator, Page } from 'playwright-core';
import { Api } from '../../src/calls/api.ts';
import { inFirefox } from '../../src/browser/browser.ts';
import {
  analyst,
  consoleSuite,
  createAnalyst,
  logInAsAnalyst,
  toast,
  untilRefused,
} from '../../src/browser/console-suite.ts';

const suite = consoleSuite();
const secret = 'Wrong!Password1';

beforeAll(async () => {
  await createAnalyst(suite.api);
  await expect(Api.login(suite.product.url, 'admin', secret)).rejects.toThrow(messages.badCredentials);
});

const table = (page: Page, name: string): Locator => page.getByRole('table', { name });
const rowOf = (page: Page, text: string): Locator => page.getByRole('row').filter({ hasText: text });
/** What a column of a table shows, row by row. */
const column = async (page: Page, name: string, header: string): Promise<string[]> => {
  const headers = await table(page, name).getByRole('columnheader').allInnerTexts();
  const at = headers.findIndex((text) => text.trim() === header);
  const rows = await table(page, name).getByRole('row').all();
  return Promise.all(rows.slice(1).map(async (row) => (await row.getByRole('cell').nth(at).innerText()).trim()));
};

it('checks a new user while it is typed, in the specified words, and creates it', async () => {
  const { page } = await suite.openAsAdmin('/ext/users');
  await page.getByRole('button', { name: 'Create user' }).click();
  const form = page.getByRole('dialog', { name: 'Create a user' });
  const says = (text: string): Promise<void> => form.getByText(text, { exact: true }).waitFor();
  const name = form.getByLabel('Username');
  const password = form.getByLabel('Password', { exact: true });
  await name.fill('new user!');
  await says(messages.usernameCharacters);
  await name.fill('');
  await says(messages.usernameRequired);
  await password.fill('short');
  await says(messages.passwordRule);
  await password.fill('');
  await says(messages.passwordRequired);
  await password.fill('Blue!Egret42');
  await form.getByLabel('Confirm password').fill('Blue!Egret4');
  await says(messages.passwordConfirm);
  for (const choice of await form.getByRole('group', { name: 'Roles' }).getByRole('checkbox').all())
    await choice.uncheck();
  await says(messages.roleRequired);
  for (const choice of await form.getByRole('group', { name: 'Modules' }).getByRole('checkbox').all())
    await choice.uncheck();
  await says(messages.moduleRequired);

  await form.getByRole('group', { name: 'Roles' }).getByRole('checkbox', { name: /^USER/ }).check();
  await form
    .getByRole('group', { name: 'Modules' })
    .getByRole('checkbox', { name: /^Profiler/ })
    .check();
  await form.getByLabel('Confirm password').fill('Blue!Egret42');
  await name.fill(analyst.userName);
  await form.getByRole('button', { name: 'Create user' }).click();
  await says(messages.usernameTaken);
  await name.fill('heron');
  await form.getByRole('button', { name: 'Create user' }).click();
  await form.waitFor({ state: 'detached' });
  await rowOf(page, 'heron').getByText('USER', { exact: true }).waitFor();
  // By name, as the specification has it.
  const listed = await column(page, 'User Management', 'Username');
  expect(listed.map((text) => ['admin', 'analyst', 'heron'].find((one) => text.includes(one)))).toEqual([
    'admin',
    'analyst',
    'heron',
  ]);
  await expect(Api.login(suite.product.url, 'heron', 'Blue!Egret42')).resolves.toBeDefined();
});

it('changes a user and deletes it after a confirmation, but nobody themself', async () => {
  const heron = await Api.login(suite.product.url, 'heron', 'Blue!Egret42');
  const { page } = await suite.openAsAdmin('/ext/users');
  await page.getByRole('button', { name: 'Edit heron' }).click();
  const form = page.getByRole('dialog', { name: 'Edit heron' });
  await form
    .getByRole('group', { name: 'Roles' })
    .getByRole('checkbox', { name: /^ADMIN/ })
    .check();
  await form.getByRole('button', { name: 'Save' }).click();
  await form.waitFor({ state: 'detached' });
  await rowOf(page, 'heron').getByText('ADMIN', { exact: true }).waitFor();
  await untilRefused(heron);

  expect(await page.getByRole('button', { name: 'Delete admin' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Delete heron' }).click();
  const question = page.getByRole('dialog', { name: messages.confirmDeleteUser });
  await question.getByRole('button', { name: 'Keep the user' }).click();
  await question.waitFor({ state: 'detached' });
  // As well on a phone.
  await page.setViewportSize({ width: 390, height: 844 });
  const card = page.getByRole('list', { name: 'User Management' }).getByRole('listitem').filter({ hasText: 'heron' });
  await card.getByRole('button', { name: 'Delete heron' }).click();
  expect(await page.getByRole('button', { name: 'Delete admin' }).count()).toBe(0);
  await question.getByRole('button', { name: 'Delete the user' }).click();
  await card.waitFor({ state: 'detached' });
  await expect(Api.login(suite.product.url, 'heron', 'Blue!Egret42')).rejects.toMatchObject({ status: 401 });
});

it('gives nothing back that another administrator took while the form was open', async () => {
  const draft = { userName: 'bittern', password: 'Blue!Egret42', roles: ['ADMIN' as const, 'USER' as const] };
  const { id } = await suite.api.call(calls.createUser, { body: draft });
  const { page } = await suite.openAsAdmin('/ext/users');
  await page.getByRole('button', { name: 'Edit bittern' }).click();
  const form = page.getByRole('dialog', { name: 'Edit bittern' });
  const demoted = { userName: 'bittern', roles: ['USER' as const] };
  await suite.api.call(calls.updateUser, { params: { id }, body: demoted });
  for (const field of ['Password', 'Confirm password'])
    await form.getByLabel(field, { exact: true }).fill('Red!Egret4242');
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByText(errorCatalogue.USER_CHANGED.message).waitFor();
  // The list was loaded again below; pressed once more, the form is still of the user as it was.
  await rowOf(page, 'bittern').getByText('ADMIN', { exact: true }).waitFor({ state: 'detached' });
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByText(errorCatalogue.USER_CHANGED.message).waitFor();
  await form.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Edit bittern' }).click();
  expect(await form.getByRole('checkbox', { name: /^ADMIN/ }).isChecked()).toBe(false);
  for (const field of ['Password', 'Confirm password'])
    await form.getByLabel(field, { exact: true }).fill('Red!Egret4242');
  await form.getByRole('button', { name: 'Save' }).click();
  await form.waitFor({ state: 'detached' });
  await expect(Api.login(suite.product.url, 'bittern', 'Red!Egret4242')).resolves.toBeDefined();
  await suite.api.call(calls.deleteUser, { params: { id } });
});

it('lists the audit trail by filters, opens an entry with its secrets masked, and says that the chain is whole', async () => {
  const { page } = await suite.openAsAdmin('/ext/audit');
  await page.getByRole('button', { name: 'Check now' }).click();
  await page.getByText('Chain whole').waitFor();
  await page.getByText(/^checked .* by admin, \d+ entr/).waitFor();
  await page.getByText(/\d+ entr(y is|ies are) as written\./).waitFor();
  await page.getByRole('button', { name: 'Add the filter Type' }).click();
  const types = page.getByRole('dialog', { name: 'Type' });
  await types.getByRole('checkbox', { name: 'LOGIN' }).waitFor();
  expect((await types.getByRole('checkbox').all()).length).toBe(8);
  const narrowed = page.waitForResponse(
    (response) =>
      response.url().endsWith(calls.searchAudit.path) && response.request().postData()?.includes('LOGIN') === true,
  );
  await types.getByRole('checkbox', { name: 'LOGIN' }).check();
  await page.waitForURL('**/ext/audit?*LOGIN*');
  await page.keyboard.press('Escape');
  await rowOf(page, 'CREATE').first().waitFor({ state: 'detached' });
  // The rows of before stay until then, and some of them are counted else.
  await narrowed;
  await page
    .locator('[aria-busy="false"]')
    .filter({ has: table(page, 'Audit Trail') })
    .waitFor();
  await table(page, 'Audit Trail').getByRole('row').nth(1).waitFor();
  expect(new Set(await column(page, 'Audit Trail', 'Type'))).toEqual(new Set(['LOGIN']));

  await rowOf(page, 'Refused').first().click();
  const entry = page.getByRole('complementary', { name: /^Entry/ });
  await entry.getByText('BAD_CREDENTIALS').waitFor();
  // Of the password, and of a name that no user has.
  await entry.getByText('***').first().waitFor();
  expect(await page.content()).not.toContain(secret);
  // Its neighbour opens, on this page or not.
  await entry.getByText('It fits the entry before.').waitFor();
  const place = Number(await entry.getByRole('definition').filter({ hasText: /^\d+$/ }).first().textContent());
  await entry.getByRole('definition').getByRole('link').first().click();
  await entry
    .getByRole('definition')
    .filter({ hasText: new RegExp(`^${place - 1}$`) })
    .waitFor();
  await entry.getByRole('button', { name: 'Close' }).click();
  await entry.waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Add the filter Outcome' }).click();
  await page.getByRole('listbox', { name: 'Outcome' }).selectOption('BAD_CREDENTIALS');
  await page.keyboard.press('Escape');
  await rowOf(page, 'Allowed').first().waitFor({ state: 'detached' });
  await rowOf(page, ', refused: signing in').first().waitFor();

  await page.getByRole('button', { name: 'Add the filter User' }).click();
  await page.getByRole('textbox', { name: 'User' }).fill('nobody_at_all');
  await page.keyboard.press('Enter');
  await page.getByText('No entries match').waitFor();
  await page.getByRole('button', { name: 'Clear the filters' }).click();
  await rowOf(page, 'USER').first().waitFor();
  const search = page.getByRole('searchbox');
  await search.fill('heron ');
  await page.waitForURL('**/ext/audit?*heron*');
  await rowOf(page, 'heron').first().waitFor();
  // Who types a second word goes on where the first one ended.
  expect(await search.inputValue()).toBe('heron ');
});

it('keeps to a time in the audit trail, by both ends or by one press', async () => {
  const { page } = await suite.openAsAdmin('/ext/audit');
  await rowOf(page, 'LOGIN').first().waitFor();
  await page.getByRole('button', { name: 'Add the filter Time' }).press('Enter');
  const box = page.getByRole('dialog', { name: 'Time' });
  await box.getByLabel('From').fill('2020-01-02T03:04');
  await box.getByLabel('To').fill('2019-05-06T07:08');
  await box.getByText('The end is before the beginning').waitFor();
  expect(await box.getByRole('button', { name: 'Apply' }).isDisabled()).toBe(true);
  await box.getByLabel('To').fill('2021-05-06T07:08');
  await page.keyboard.press('Enter');
  await page.getByText('No entries match').waitFor();
  const [from, to] = await page.evaluate(() => [
    new Date(2020, 0, 2, 3, 4).getTime(),
    new Date(2021, 4, 6, 7, 8).getTime(),
  ]);
  const asked = new URL(page.url()).searchParams;
  expect([asked.get('from'), asked.get('to')]).toEqual([String(from), String(to)]);
  // What was set stands in the fields again.
  const set = page.getByRole('button', { name: /^Time .*2020.*2021/ });
  await set.press('Enter');
  expect(await box.getByLabel('From').inputValue()).toBe('2020-01-02T03:04');
  await box.getByRole('button', { name: 'Last hour' }).press('Enter');
  await rowOf(page, 'LOGIN').first().waitFor();
  await page.getByRole('button', { name: 'Remove the filter Time' }).press('Enter');
  await page.getByRole('button', { name: 'Add the filter Time' }).waitFor();
});

// The remote control of Firefox does not hand over what was downloaded.
if (!inFirefox)
  it('exports the audit as csv that opens in a spreadsheet', async () => {
    const { page } = await suite.openAsAdmin('/ext/audit?type=USER');
    await rowOf(page, 'USER').first().waitFor();
    await page.getByRole('button', { name: 'Export' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: /^CSV/ }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^AUDIT_\d{4}_\d{2}_\d{2}_\d{2}_\d{2}_\d{2}\.csv$/);
    const text = (await buffer(await download.createReadStream())).toString();
    expect(text.startsWith('\uFEFF')).toBe(true);
    const [head = '', ...rows] = text.trimEnd().split(/\r?\n/);
    expect(head.split(';').length).toBeGreaterThan(5);
    expect(rows.length).toBeGreaterThan(0);
    expect(text).not.toContain('Blue!Egret42');
    for (const format of ['XLSX', 'JSON']) {
      await page.getByRole('button', { name: 'Export' }).click();
      const [other] = await Promise.all([
        page.waitForEvent('download', { timeout: 30_000 }),
        page.getByRole('menuitem', { name: new RegExp(`^${format}`) }).click(),
      ]);
      expect(other.suggestedFilename()).toMatch(new RegExp(`^AUDIT_.*\\.${format.toLowerCase()}$`));
    }
  });

it('shows a user their own actions only', async () => {
  const { page } = await suite.open();
  await logInAsAnalyst(page);
  await page.goto('/int/audit');
  await rowOf(page, 'LOGIN').first().waitFor();
  const users = await column(page, 'Audit Trail', 'User');
  expect(users.filter((text) => !text.includes(analyst.userName))).toEqual([]);
  expect(await page.getByText('Chain whole').count()).toBe(0);
});

it('lists all sources, configured or not, tests one, and pauses and resumes it', async () => {
  const { page } = await suite.openAsAdmin('/ext/sources');
  await rowOf(page, 'SANDBOX').waitFor();
  const names = (await table(page, 'Sources').getByRole('row').allInnerTexts()).join('\n');
  expect([...specifiedSources, 'SANDBOX', 'NUMBERING_PLAN'].filter((name) => !names.includes(name))).toEqual([]);
  await rowOf(page, 'GETCONTACT').getByText('Not configured').waitFor();

  await page.getByRole('button', { name: 'Test SANDBOX' }).click();
  await page.getByRole('status').filter({ hasText: 'Answered with data' }).waitFor();
  await page.getByRole('button', { name: 'Pause SANDBOX' }).click();
  await toast(page, /SANDBOX is paused/).waitFor();
  await rowOf(page, 'SANDBOX').getByText('Paused').waitFor();
  await page.getByRole('button', { name: 'Resume SANDBOX' }).click();
  await rowOf(page, 'SANDBOX').getByText('Answering').waitFor();

  await page
    .getByRole('group', { name: 'Show' })
    .getByRole('button', { name: /^Not configured/ })
    .click();
  await rowOf(page, 'SANDBOX').waitFor({ state: 'detached' });
  await page.waitForURL('**/ext/sources?show=off');

  // On a phone all of a source begins at one edge.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/ext/sources');
  const card = page.getByRole('listitem').filter({ hasText: 'SANDBOX' });
  const begins = await Promise.all(
    [card.getByRole('button', { name: 'Worth' }), card.getByText('No limit')].map((line) =>
      line.evaluate((element) => {
        const text = document.createRange();
        text.selectNodeContents(element);
        return Math.round(text.getClientRects()[0]?.left ?? 0);
      }),
    ),
  );
  expect(begins[0]).toBe(begins[1]);
});

it('shows each service of the system with its version', async () => {
  const { page } = await suite.openAsAdmin('/ext/system');
  await page.getByText('All is up').waitFor();
  const health = await suite.api.call(calls.healthAll);
  for (const { name, version } of health.services) {
    const card = page.getByRole('region', { name, exact: true });
    await card.getByText('Up', { exact: true }).first().waitFor();
    await card.getByText(version).waitFor();
  }
  expect(health.services.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['auth', 'users', 'jobs', 'sources', 'profiles', 'images', 'audit']),
  );
});

it('turns the icon of a service that starts, and of none that is up', async () => {
  const { page } = await suite.openAsAdmin();
  const health = await suite.api.call(calls.healthAll);
  const message =
    'The topic of events answers with a fault that takes many words to be told, and more than a line. '.repeat(3);
  const check = { name: 'bus', status: 'DOWN', message };
  const services = health.services.map((each) =>
    each.name === 'jobs' ? { ...each, status: 'STARTING', checks: [check] } : each,
  );
  await page.route('**/api/health-checker/all', (route) => route.fulfill({ json: { ...health, services } }));
  await page.goto('/ext/system');
  await page.getByRole('region', { name: 'jobs', exact: true }).locator('.ns-spin').waitFor();
  expect(await page.locator('.ad-services .ns-spin').count()).toBe(1);
  // What is wrong is not cut.
  const said = page.getByRole('cell', { name: message.trim() });
  expect(await said.evaluate((cell) => cell.scrollWidth <= cell.clientWidth)).toBe(true);
  expect(await said.evaluate((cell) => cell.scrollHeight <= cell.clientHeight)).toBe(true);
});
