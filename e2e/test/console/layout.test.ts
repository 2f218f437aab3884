import { beforeAll, expect, it } from '@jest/globals';
import { calls, messages, productVersion } from '@numscope/contracts';
import { accessibilityFaults } from '../../src/browser/browser.ts';
import { consoleSuite } from '../../src/browser/console-suite.ts';
import { phonesFile } from '../../src/people/phones.ts';
import { jobIs } from '../../src/calls/watch-job.ts';

const suite = consoleSuite(() => ({ env: { ENABLED_LANGUAGES: 'en,ru,fr' } }));
const titles = { '/ext': 'Jobs', '/ext/results': 'Results', '/ext/audit': 'Administration' } as const;

beforeAll(async () => {
  for (let index = 0; index < 15; index++)
    await suite.api.upload([phonesFile(2, index * 10)], { name: `Job of many ${index}`, hold: 'true' });
});

it('has the same items in a drawer below 1020 px', async () => {
  const { page } = await suite.openAsAdmin('/ext', { size: { width: 1019, height: 800 } });
  const menu = page.getByRole('button', { name: 'Menu', exact: true });
  await menu.click();
  const drawer = page.getByRole('dialog', { name: 'Menu' });
  await drawer.getByRole('button', { name: 'Logout' }).waitFor();
  expect(await drawer.getByRole('navigation').getByRole('link').allInnerTexts()).toEqual([
    'Jobs',
    'Audit Trail',
    'User Management',
    'Sources',
    'Privacy',
    'Webhooks',
    'System',
    'API keys',
    'Sessions',
  ]);
  await drawer.getByRole('group', { name: 'Appearance' }).getByRole('button', { name: 'Dark' }).click();
  await page.waitForFunction(() => document.documentElement.dataset['colourScheme'] === 'dark');
  await drawer.getByRole('button', { name: 'Dark', pressed: true }).waitFor();
  await drawer.getByRole('button', { name: 'Go to or do' }).click();
  await drawer.waitFor({ state: 'detached' });
  await page.getByRole('combobox', { name: 'Go to or do' }).fill('System');
  await page.keyboard.press('Escape');
  await menu.click();
  await drawer.getByRole('link', { name: 'User Management' }).click();
  await page.waitForURL('**/ext/users');
  await drawer.waitFor({ state: 'detached' });

  await page.setViewportSize({ width: 1100, height: 800 });
  await menu.waitFor({ state: 'hidden' });
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Jobs' }).waitFor();
});

it('offers the way up after more than 56 px', async () => {
  const { page } = await suite.openAsAdmin('/ext', { size: { width: 1200, height: 420 } });
  await page.getByText('Job of many 14').first().waitFor();
  const up = page.getByRole('button', { name: 'Scroll to top' });
  const scrolledTo = (top: number): Promise<number> =>
    page.evaluate((to) => {
      // Whatever scrolls the list: the page, or the frame of the table.
      const all = [...document.querySelectorAll('html, main, main *')];
      const scroller = all.find(
        (element) =>
          element.scrollHeight - element.clientHeight > 60 && /auto|scroll/.test(getComputedStyle(element).overflowY),
      );
      if (to >= 0) scroller?.scrollTo({ top: to });
      return scroller?.scrollTop ?? -1;
    }, top);
  expect(await scrolledTo(56)).toBe(56);
  await page.evaluate(() => new Promise(requestAnimationFrame));
  expect(await up.count()).toBe(0);
  expect(await scrolledTo(57)).toBe(57);
  await up.click();
  await up.waitFor({ state: 'detached' });
  await page.waitForFunction(() =>
    [...document.querySelectorAll('html, main, main *')].every((element) => element.scrollTop === 0),
  );
});

it('counts the standing job at the head of the jobs and below alike where they fill more than one page', async () => {
  await suite.api.upload([phonesFile(2)], { name: 'One more', hold: 'true' });
  const { page } = await suite.openAsAdmin('/ext');
  const range = await page.getByText(/^1 to 16 of \d+$/).innerText();
  const total = range.slice('1 to 16 of '.length);
  await page.getByText(`${total} in all`, { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Page 2', exact: true }).click();
  await page.getByText(`17 to ${total} of ${total}`, { exact: true }).waitFor();
});

it('writes how much was found on one line of a phone, however much that is', async () => {
  const { page } = await suite.openAsAdmin(null, { size: { width: 390, height: 844 } });
  await page.route(`**${calls.searchProfiles.path}`, async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as object;
    await route.fulfill({ response, json: { ...body, totalElements: 10_000, totalIsLowerBound: true } });
  });
  await page.goto('/ext/results');
  const box = await page.getByText('More than 10,000 profiles', { exact: true }).boundingBox();
  expect(box?.height).toBeLessThan(30);
});

it('says version and year in the footer, also at the login', async () => {
  const { page } = await suite.openAsAdmin('/ext');
  const { page: login } = await suite.open();
  await login.goto('/login');
  for (const footer of [page.getByRole('contentinfo'), login.locator('body')]) {
    await footer.getByText(productVersion).waitFor();
    await footer.getByText(String(new Date().getFullYear()), { exact: true }).waitFor();
  }
});

it('marks the made-up data of the sandbox in the top bar', async () => {
  const { page } = await suite.openAsAdmin('/ext');
  await page
    .getByRole('banner')
    .getByText(/Sandbox/)
    .waitFor();
});

it.each(Object.entries(titles))(
  'goes on without the part behind %s, and loads it when asked again',
  async (path, title) => {
    const { page, faults } = await suite.openAsAdmin(null);
    let missing = true;
    const remote = { '/ext': 'jobs-mfe', '/ext/results': 'results-mfe', '/ext/audit': 'admin-mfe' }[path] ?? '';
    await page.route(new RegExp(`/${remote}/remoteEntry\\.js`), (route) =>
      missing ? route.abort() : route.continue(),
    );
    await page.goto(path);
    const crash = page.getByRole('alert').filter({ hasText: messages.wentWrong(title) });
    await crash.getByText(messages.tryReload).waitFor();

    // The rest goes on: another part opens, and the menu of the name.
    const other = path === '/ext/audit' ? ['Jobs', '/ext'] : ['Audit Trail', '/ext/audit'];
    if (other[0] === 'Jobs')
      await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Jobs' }).click();
    else {
      await page.getByRole('button', { name: /admin/ }).click();
      await page.getByRole('menuitem', { name: 'Audit Trail' }).click();
    }
    await page.getByRole('heading', { name: other[0] ?? '', level: 1 }).waitFor();
    await page.goBack();
    await crash.waitFor();

    const retry = crash.getByRole('button', { name: 'Retry' });
    await retry.hover();
    missing = false;
    // At once: by itself it comes right within seconds.
    await retry.click({ force: true });
    await page
      .getByRole('heading', {
        name: { '/ext': 'Jobs', '/ext/results': 'Results', '/ext/audit': 'Audit Trail' }[path] ?? '',
        level: 1,
      })
      .waitFor({ state: 'attached' });
    await crash.waitFor({ state: 'detached' });
    // The reason stands in the browser's console, and nothing else went wrong.
    const reasons = faults.splice(0);
    expect(reasons.length).toBeGreaterThan(0);
    expect(reasons.filter((fault) => !/^uncaught:.*LOADING_SOURCE_CODE/.test(fault))).toEqual([]);
  },
);

it('lets a person close the panel of a job whose file cannot be loaded, and loads it when asked again', async () => {
  const { page, faults } = await suite.openAsAdmin('/ext', { reused: false });
  const row = page.getByRole('row').filter({ hasText: 'Job of many 14' });
  await row.waitFor();
  await page.waitForLoadState('networkidle');
  let missing = true;
  await page.route(/\/jobs-mfe\/.*\.js/, (route) => (missing ? route.abort() : route.continue()));
  const panel = page.getByRole('complementary', { name: /^Job \d+$/ });
  const crash = panel.getByRole('alert').filter({ hasText: messages.wentWrong('Jobs') });
  await row.click();
  await crash.waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  await panel.getByRole('button', { name: 'Close', exact: true }).click();
  await panel.waitFor({ state: 'detached' });
  expect(new URL(page.url()).search).toBe('');
  await row.click();
  await crash.waitFor();
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  await row.click();
  await crash.waitFor();
  missing = false;
  await crash.getByRole('button', { name: 'Retry' }).click({ force: true });
  await panel.getByRole('heading', { name: 'Job of many 14' }).waitFor();
  expect(faults.splice(0).filter((fault) => !/^uncaught:.*(?:ChunkLoadError|Loading chunk)/.test(fault))).toEqual([]);
});

it('finds screens, jobs and actions with Ctrl K, and lists the shortcuts with ?', async () => {
  const { page } = await suite.openAsAdmin('/ext');
  await page.getByText('Job of many 14').first().waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Go to or do' }).fill('Job of many 7');
  await page.getByRole('option', { name: /^\d+ Job of many 7$/ }).click();
  await page.waitForURL('**/ext/job/*');
  await page.getByRole('heading', { name: 'Job of many 7' }).waitFor();
  await page.waitForFunction(() => /^\d+ Job of many 7 · /.test(document.title));
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Shortcuts' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Shortcuts' }).waitFor({ state: 'detached' });
});

it('lets a person turn off the keys that go without Ctrl, for that person, and on again', async () => {
  const { page } = await suite.openAsAdmin('/ext/audit');
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  const sheet = page.getByRole('dialog', { name: 'Shortcuts' });
  const keys = sheet.getByRole('checkbox', { name: 'Keys without Ctrl: / ? and G with a letter' });
  await page.keyboard.press('?');
  await keys.uncheck();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  for (const key of ['?', 'g', 'j', '/']) await page.keyboard.press(key);
  // What was pressed before is done before this opens.
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Go to or do' }).fill('shortcuts');
  expect(new URL(page.url()).pathname).toBe('/ext/audit');
  expect(await sheet.count()).toBe(0);
  await page.getByRole('option', { name: 'Shortcuts', exact: true }).click();
  await keys.check();
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  await page.keyboard.press('g');
  await page.keyboard.press('j');
  await page.waitForURL((url) => url.pathname === '/ext');
});

it('goes to screens by G and a letter, to the search field by /, and to a profile by its phone', async () => {
  const { page } = await suite.openAsAdmin('/ext/audit');
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('r');
  await page.waitForURL('**/ext/results');
  const field = page.getByRole('combobox', { name: 'Add a criterion' });
  await field.waitFor();
  await page.keyboard.press('/');
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Add a criterion');
  // Letters that are typed are no shortcuts.
  await page.keyboard.type('gj');
  expect(await field.inputValue()).toBe('gj');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Go to or do' }).fill('+998901000000');
  await page.getByRole('option', { name: 'Open the profile of +998901000000' }).click();
  await page.waitForURL('**/ext/results/%2B998901000000');
  await page.getByText('Nothing is known about this number').waitFor();
});

it('acts from the palette: creates a job, pauses one and takes it back, and goes back to what was looked at', async () => {
  const { number, name } = await suite.api.upload([phonesFile(2)], { name: 'Held', hold: 'true' });
  const { page } = await suite.openAsAdmin(`/ext/job/${number}`);
  await page.getByRole('heading', { name }).waitFor();
  const say = async (text: string): Promise<void> => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Go to or do' }).fill(text);
  };
  await say(`play job ${number}`);
  await page.getByRole('option', { name: `Play job ${number} ${name}` }).waitFor();
  await page.keyboard.press('Enter');
  await jobIs(suite.api, number, 'DONE');
  await say('create');
  await page.getByRole('option', { name: 'Create a job from a file' }).click();
  await page.getByRole('dialog', { name: 'Create job' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await say('');
  await page
    .getByRole('group', { name: 'Recent' })
    .getByRole('option', { name: `${number} ${name}` })
    .click();
  await page.waitForURL(`**/ext/job/${number}`);
});

it('keeps the choice of the screen in the address, and Back goes back', async () => {
  const { page } = await suite.openAsAdmin('/ext');
  await page.getByRole('button', { name: 'Add the filter Name' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('many 1');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/ext?*name=many*');
  await page.getByText('Job of many 2').first().waitFor({ state: 'detached' });
  await page.getByText('Job of many 12').first().waitFor();
  await page.goBack();
  await page.getByText('Job of many 2').first().waitFor();
  expect(await suite.api.call(calls.searchJobs, { body: { jobName: 'many 1' } })).toMatchObject({ totalElements: 6 });
});

// Last, as their jobs push others off the first page of the list.
const LONG = `A search among all of the numbers that ${'somebody '.repeat(12)}wrote down`;

it('keeps the actions of a job with a long name on one line, and says the whole name where no tooltip does', async () => {
  const { number } = await suite.api.upload([phonesFile(2)], {
    name: LONG,
    hold: 'true',
    iteration: '0',
    schedule: 'daily',
  });
  const { page } = await suite.openAsAdmin(`/ext/job/${number}`, { size: { width: 1280, height: 800 } });
  const name = page.getByRole('heading', { name: LONG, level: 1 });
  expect(await name.getAttribute('title')).toBe(LONG);
  expect((await page.locator('.jb-page-line').boundingBox())?.height).toBeLessThan(40);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await name.evaluate((heading) => heading.scrollWidth <= heading.clientWidth)).toBe(true);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

it('keeps what ends a window that is higher than the screen in sight', async () => {
  const { page } = await suite.openAsAdmin('/ext', { size: { width: 390, height: 600 } });
  await page.getByRole('button', { name: 'Create job' }).click();
  const window = page.getByRole('dialog', { name: /^Create job/ });
  const inSight = async () => {
    const [whole, button] = await Promise.all([
      window.boundingBox(),
      window.getByRole('button', { name: 'Upload and check' }).boundingBox(),
    ]);
    return whole !== null && button !== null && button.y + button.height <= whole.y + whole.height;
  };
  await window.getByRole('button', { name: 'Upload and check' }).waitFor();
  expect(await inSight()).toBe(true);
  // It covers nothing that has the focus.
  const last = window.getByRole('combobox', { name: 'Add to an existing job' });
  await last.focus();
  const foot = await window.locator('.ns-dialog-foot').boundingBox();
  const field = await last.boundingBox();
  expect(field !== null && foot !== null && field.y + field.height <= foot.y).toBe(true);
  expect(await accessibilityFaults(page)).toEqual([]);
});

it('cuts in a longer language neither the count of a section nor the time of a result', async () => {
  await jobIs(suite.api, (await suite.api.upload([phonesFile(8)], { name: 'Looked up' })).number, 'DONE');
  const { content } = await suite.api.call(calls.searchProfiles, { body: {} });
  // The language stays in its window.
  const { page } = await suite.openAsAdmin(null, { reused: false });
  await page.addInitScript(() => localStorage.setItem('language', 'ru'));
  await page.goto(`/ext/results/${encodeURIComponent(content[0]?.phone ?? '')}`);
  const sections = page.getByRole('navigation', { name: 'Разделы профиля' });
  await sections.getByRole('link', { name: /^Другие контакты/ }).waitFor();
  expect(await sections.evaluate((column) => column.scrollWidth <= column.clientWidth)).toBe(true);

  await page.addInitScript(() => localStorage.setItem('language', 'fr'));
  await page.goto('/ext/results');
  const time = page.getByText(/^Aujourd’hui/).first();
  await time.waitFor();
  expect(await time.evaluate((said) => said.scrollWidth <= said.clientWidth)).toBe(true);
});
