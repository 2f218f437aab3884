import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from '@jest/globals';
import { calls, languages, limits } from '@numscope/contracts';
import type { Locator, Page } from 'playwright-core';
import { accessibilityFaults } from '../../src/browser/browser.ts';
import { consoleSuite } from '../../src/browser/console-suite.ts';
import { shots } from '../../src/browser/screenshots.ts';
import { phonesFile } from '../../src/people/phones.ts';
import { withoutFaces } from '../../src/product/without-faces.ts';
import { jobIs } from '../../src/calls/watch-job.ts';

const suite = consoleSuite(() => ({ env: { ...withoutFaces, ENABLED_LANGUAGES: languages.join(',') } }));
beforeAll(async () => {
  mkdirSync(shots, { recursive: true });
  const { number } = await suite.api.upload([phonesFile(300)], { name: 'Facets' });
  await jobIs(suite.api, number, 'DONE');
});

const result = (page: Page): Locator => page.getByRole('region', { name: 'In this result' });
/** What is wider than its heading has room for, beside the handle that makes it wider. */
const cutHeadings = (all: Element[]): string[] =>
  all.flatMap((heading) => {
    const said = heading.querySelector('button') ?? heading.firstChild;
    // One that is only heard has no room of its own.
    if (said === null || heading.querySelector('.ns-sr') !== null) return [];
    const words = document.createRange();
    words.selectNodeContents(said);
    return words.getBoundingClientRect().right > heading.getBoundingClientRect().right - 4 ? [heading.textContent] : [];
  });
const found = (page: Page, profiles: number): Promise<void> =>
  page.getByText(`${profiles} profile${profiles === 1 ? '' : 's'}`, { exact: true }).waitFor();

it('keeps what can be done with a search on one line, with names where words have no room', async () => {
  const { page } = await suite.openAsAdmin('/ext/results?q=name:a', { size: { width: 1366, height: 900 } });
  const tools = page.locator('.rs-tools');
  const importing = tools.getByRole('button', { name: 'Import' });
  await tools.getByRole('button', { name: 'Save search' }).waitFor();
  const has = async (room: string, width: number, title: string): Promise<void> => {
    await page.setViewportSize({ width, height: 900 });
    await page.waitForFunction((one) => document.querySelector('.rs-tools')?.getAttribute('data-room') === one, room);
    expect((await tools.boundingBox())?.height).toBeLessThan(50);
    expect(await importing.getAttribute('title')).toBe(title);
  };
  await has('untimed', 1366, '');
  await has('icons', 1280, 'Import');
  expect(await accessibilityFaults(page)).toEqual([]);
  await has('all', 1800, '');
});

it.each(languages.flatMap((language) => [1280, 1100].map((width) => [language, width] as const)))(
  'keeps the tools of a search on one line in %s at %d px, and cuts no heading of a column',
  async (language, width) => {
    const { page } = await suite.openAsAdmin(null, { size: { width, height: 800 }, reused: false });
    await page.addInitScript((chosen) => localStorage.setItem('language', chosen), language);
    for (const view of ['table', 'cards', 'map']) {
      await page.goto(`/ext/results?q=name:a&view=${view}`);
      const tools = page.locator('.rs-tools');
      await tools.locator('.rs-count').waitFor();
      await tools.locator('.rs-save').waitFor();
      expect((await tools.boundingBox())?.height).toBeLessThan(50);
      // An icon alone has its name in a tooltip.
      for (const words of await tools.locator('.ns-words').all())
        if (await words.evaluate((one) => getComputedStyle(one).position === 'absolute'))
          expect(await words.locator('xpath=..').getAttribute('title')).toBe(await words.textContent());
      if (view === 'table') expect(await page.locator('.ns-table th').evaluateAll(cutHeadings)).toEqual([]);
    }
  },
);

it('shows beside the results which values they have, and narrows the search to one by mouse and by keyboard', async () => {
  const all = await suite.api.call(calls.profileFacets, { body: {} });
  const [network] = all.socialNetwork
    .slice(0, 6)
    .filter(({ profiles }) => profiles < (all.confidence[0]?.profiles ?? 0));
  const [job] = all.jobId;
  if (!network || !job) throw new Error('the made-up people have no networks');
  const filters = { socialNetwork: { values: [network.value], and: true } };
  const inside = await suite.api.call(calls.profileFacets, { body: { filters } });
  const [band] = inside.confidence;
  if (!band) throw new Error('profiles without a confidence');

  const { page } = await suite.openAsAdmin('/ext/results');
  const networks = result(page).locator('.rs-facet').filter({ hasText: 'Network' });
  const button = networks.locator('li').nth(all.socialNetwork.indexOf(network)).getByRole('button').first();
  expect(await button.textContent()).toContain(String(network.profiles));
  expect(await accessibilityFaults(page)).toEqual([]);
  await button.click();
  await found(page, network.profiles);

  const level = result(page)
    .getByRole('button', { name: new RegExp(`^(High|Medium|Low)\\s*${band.profiles}$`) })
    .first();
  await level.focus();
  await page.keyboard.press('Enter');
  await found(page, band.profiles);
  await page.getByText(/with the confidence “(High|Medium|Low)”/).waitFor();
  await result(page).getByRole('button', { pressed: true }).first().waitFor();
  expect(await result(page).getByRole('button', { pressed: true }).count()).toBe(2);
  await page.screenshot({ path: join(shots, 'facets.png') });

  await result(page).getByRole('button', { pressed: true }).last().click();
  await found(page, network.profiles);
});

it('lets a person who goes by the keyboard past the saved searches and the values', async () => {
  const { page } = await suite.openAsAdmin('/ext/results');
  await result(page).getByText('Network').waitFor();
  await page.getByRole('link', { name: 'Skip to the content' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to the results' });
  expect(await skip.evaluate((link) => link === document.activeElement)).toBe(true);
  expect((await skip.boundingBox())?.y).toBeGreaterThan(0);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  expect(
    await page.getByRole('combobox', { name: 'Add a criterion' }).evaluate((field) => field === document.activeElement),
  ).toBe(true);
  expect(await accessibilityFaults(page)).toEqual([]);
});

it('leaves a panel by F6 from what says who says a value', async () => {
  const { page } = await suite.openAsAdmin('/ext/results');
  await page.locator('tbody tr').first().focus();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('complementary', { name: /^Summary of/ });
  await panel.locator('.ns-prov').first().focus();
  await panel.getByRole('tooltip').waitFor();
  await page.keyboard.press('F6');
  await page.waitForFunction(() => document.activeElement?.tagName === 'TR');
  expect(await panel.getByRole('tooltip').count()).toBe(0);
});

it('opens the rest of the values of a field, and says that the same button closes it again', async () => {
  const { page } = await suite.openAsAdmin('/ext/results');
  const facet = result(page)
    .locator('.rs-facet')
    .filter({ has: page.locator('.rs-facet-more') })
    .first();
  const more = facet.getByRole('button', { name: /^\d+ more$/ });
  await more.press('Enter');
  const all = await facet.getByRole('listitem').count();
  expect(all).toBeGreaterThan(6);
  await facet.getByRole('button', { name: 'Fewer', expanded: true }).press('Enter');
  await more.waitFor();
  expect(await facet.getByRole('listitem').count()).toBe(6);
});

it('shows no counts of the search before while the next one is under way', async () => {
  const { page } = await suite.openAsAdmin('/ext/results');
  const values = result(page).locator('.rs-facet').getByRole('button');
  await values.first().waitFor();
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/v2/profile/search', async (route) => {
    await held;
    await route.continue();
  });
  await values.first().click();
  await result(page).getByText('Counting…').waitFor();
  expect(await result(page).getByRole('button').count()).toBe(0);
  answer();
  await result(page).getByRole('button', { pressed: true }).waitFor();
});

it('selects none of the rows of the search before while the next one is under way', async () => {
  const { page } = await suite.openAsAdmin('/ext/results');
  const row = page.getByRole('checkbox', { name: 'Select this row' }).first();
  await row.waitFor();
  const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route('**/api/v2/profile/search', async (route) => {
    asked.resolve();
    await answered.promise;
    await route.continue();
  });
  await result(page).locator('.rs-facet').getByRole('button').first().click();
  await asked.promise;
  await row.focus();
  await page.keyboard.press(' ');
  await row.click({ force: true });
  await row.click({ force: true, modifiers: ['Shift'] });
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).click({ force: true });
  expect([await row.isDisabled(), await row.isChecked()]).toEqual([true, false]);
  answered.resolve();
  await page.locator('[aria-busy="false"]').getByRole('table', { name: 'Results' }).waitFor();
  expect(await page.getByText(/^[\d,]+ selected$/).count()).toBe(0);
  await row.click();
  await page.getByText('1 selected').waitFor();
});

it('opens the address of as many full names as a search may have, as another person would', async () => {
  const name = (n: number): string =>
    `Абдурахманова Гулнора ${String.fromCharCode(0x430 + (n % 32), 0x430 + Math.floor(n / 32))}`;
  const names = Array.from({ length: limits.bulkCriteria }, (_none, n) => name(n));
  const { page } = await suite.openAsAdmin('/ext/results');
  await page.getByRole('button', { name: 'Paste a list' }).click();
  await page.getByRole('dialog').getByLabel('Criteria, one on each line').fill(names.join('\n'));
  await page.getByRole('dialog').getByRole('button', { name: 'Add them' }).click();
  const last = page.locator('.ns-crit').filter({ hasText: name(99) });
  await last.waitFor();
  expect(await page.evaluate(() => location.href.length)).toBeLessThan(8 * 1024);
  const answer = await page.reload();
  expect(answer?.status()).toBe(200);
  await last.waitFor();
  expect(await page.locator('.ns-crit').count()).toBe(limits.bulkCriteria);
});

it('compares two selected profiles side by side, and keeps them selected for the way back', async () => {
  const { page } = await suite.openAsAdmin('/ext/results');
  const rows = page.getByRole('checkbox', { name: 'Select this row' });
  await rows.first().click();
  const compare = page.getByRole('button', { name: 'Compare', exact: true });
  expect(await compare.isDisabled()).toBe(true);
  await rows.nth(1).click();
  await compare.click();
  await page.getByRole('heading', { name: '2 profiles compared' }).waitFor();
  const table = page.getByRole('region', { name: '2 profiles compared' }).getByRole('table');
  await table.getByRole('row', { name: /^Sources/ }).waitFor();
  expect(await table.getByRole('columnheader').count()).toBe(3);
  expect(await table.locator('.ns-prov').count()).toBeGreaterThan(4);
  expect(new URL(page.url()).searchParams.getAll('compare')).toHaveLength(2);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.screenshot({ path: join(shots, 'compare.png') });
  // All that begins a row stands on one line: its name, the first value of each profile, and that nobody says one.
  const crooked = await table.locator('tbody tr').evaluateAll((lines) =>
    lines.flatMap((line) => {
      const begins = line.querySelectorAll('th, td > span, li:first-child > .ns-compare-text');
      const middles = [...begins].map((element) => {
        const text = document.createRange();
        text.selectNodeContents(element);
        const [first] = text.getClientRects();
        return first === undefined ? 0 : first.top + first.height / 2;
      });
      return Math.max(...middles) - Math.min(...middles) > 1 ? [line.textContent] : [];
    }),
  );
  expect(crooked).toEqual([]);

  // The made-up people share their country at least, and never their name.
  const all = await table.getByRole('row').count();
  await page.getByRole('checkbox', { name: 'Differences only' }).press(' ');
  await table.getByRole('row', { name: /^Names/ }).waitFor();
  const differing = await table.getByRole('row').count();
  expect(differing).toBeLessThan(all);
  expect(await table.locator('tbody tr:not([data-differs])').count()).toBe(0);

  await page
    .getByRole('button', { name: /^Leave \+\d+ out$/ })
    .first()
    .click();
  await page.getByText('2 selected').waitFor();
  expect(await rows.first().isChecked()).toBe(true);
});

it('gives a saved search an address and another name, and takes its deletion back', async () => {
  const all = await suite.api.call(calls.profileFacets, { body: {} });
  const [level] = all.confidence;
  if (!level) throw new Error('profiles without a confidence');
  const filters = { confidence: { values: [level.value], and: true } };
  const body = { name: 'Quite sure', filter: { filters, sort: { field: 'name', direction: 'ASC' as const } } };
  const { id } = await suite.api.call(calls.createSavedSearch, { body });

  const { page } = await suite.openAsAdmin('/ext/results/Quite%20sure');
  await found(page, level.profiles);
  expect(new URL(page.url()).searchParams.get('sort')).toBe('name');
  const rail = page.getByRole('navigation', { name: 'Saved searches' });
  expect(await rail.getByRole('link', { name: 'Quite sure' }).getAttribute('href')).toBe('/ext/results/Quite%20sure');

  await rail.getByRole('button', { name: 'Rename the saved search Quite sure' }).press('Enter');
  await page.getByRole('dialog').getByLabel('Name').fill('Sure');
  await page.keyboard.press('Enter');
  await rail.getByRole('link', { name: 'Sure', exact: true }).waitFor();
  expect(await suite.api.call(calls.listSavedSearches)).toMatchObject([{ id, name: 'Sure' }]);

  const remove = rail.getByRole('button', { name: 'Delete the saved search Sure' });
  const notices = page.getByRole('region', { name: 'Notifications' });
  await remove.press('Enter');
  await rail.getByRole('link').waitFor({ state: 'detached' });
  await notices
    .getByRole('status')
    .filter({ hasText: 'Sure is deleted' })
    .getByRole('button', { name: 'Undo' })
    .press('Enter');
  await rail.getByRole('link', { name: 'Sure', exact: true }).waitFor();
  await remove.press('Enter');
  await rail.getByRole('link').waitFor({ state: 'detached' });
  await notices.getByText('Sure is deleted').waitFor();
  await page.keyboard.press('Control+z');
  await rail.getByRole('link', { name: 'Sure', exact: true }).waitFor();
  expect(await suite.api.call(calls.listSavedSearches)).toMatchObject([{ id, name: 'Sure', filter: { filters } }]);
});

it('selects phones by clicks, and values to search by several at once; clearing the search clears both', async () => {
  const all = await suite.api.call(calls.profileFacets, { body: {} });
  const [network] = all.socialNetwork;
  const [level] = all.confidence;
  if (!network || !level) throw new Error('the made-up people have no networks');
  const filters = {
    socialNetwork: { values: [network.value], and: true },
    confidence: { values: [level.value], and: true },
  };
  const both = await suite.api.call(calls.searchProfiles, { body: { filters } });
  const { page } = await suite.openAsAdmin('/ext/results');
  await result(page).getByRole('button', { name: 'Choose several' }).click();
  const facet = (name: string): Locator => result(page).locator('.rs-facet').filter({ hasText: name });
  await facet('Network').getByRole('button').first().click();
  await facet('Confidence').getByRole('button').first().click();
  expect(new URL(page.url()).searchParams.getAll('q')).toEqual([]);
  await result(page).getByRole('button', { name: 'Apply' }).click();
  await found(page, both.totalElements);
  expect(new URL(page.url()).searchParams.get('filtered')).toBe('1');

  await page.getByRole('button', { name: 'Select profiles' }).click();
  await page.getByRole('menuitemradio', { name: 'By clicks on rows' }).click();
  const table = page.getByRole('table', { name: 'Results' });
  await table.getByRole('row').nth(1).click();
  await page.getByText('1 selected').waitFor();
  expect(await page.getByRole('complementary', { name: /^Summary of/ }).count()).toBe(0);
  await page.getByRole('button', { name: 'Clear all' }).click();
  await page.getByText('1 selected').waitFor({ state: 'detached' });
  const { searchParams } = new URL(page.url());
  expect([searchParams.get('filtered'), searchParams.get('mode'), searchParams.getAll('q')]).toEqual([null, null, []]);
});

it('ends the gathering of values where another search is opened meanwhile', async () => {
  const all = await suite.api.call(calls.profileFacets, { body: {} });
  const [network] = all.socialNetwork;
  const [level] = all.confidence;
  if (!network || !level) throw new Error('the made-up people have no networks');
  const filters = { socialNetwork: { values: [network.value], and: true } };
  await suite.api.call(calls.createSavedSearch, { body: { name: 'Networked', filter: { filters } } });
  const { page } = await suite.openAsAdmin('/ext/results');
  const values = (name: string): Locator =>
    result(page).locator('.rs-facet').filter({ hasText: name }).getByRole('button').first();
  await result(page).getByRole('button', { name: 'Choose several' }).click();
  await values('Confidence').click();
  await page.getByRole('navigation', { name: 'Saved searches' }).getByRole('link', { name: 'Networked' }).click();
  await found(page, network.profiles);
  await result(page).getByRole('button', { name: 'Choose several' }).waitFor();
  expect(await result(page).getByRole('button', { name: 'Apply' }).count()).toBe(0);
  expect(await result(page).getByRole('button', { pressed: true }).count()).toBe(1);
});

it('leaves a value out by Alt and a click, and another by its button, and takes both back', async () => {
  const all = await suite.api.call(calls.profileFacets, { body: {} });
  const { totalElements: total } = await suite.api.call(calls.searchProfiles, { body: {} });
  const [network] = all.socialNetwork;
  const [level] = all.confidence;
  if (!network || !level) throw new Error('the made-up people have no networks');
  const { page } = await suite.openAsAdmin('/ext/results');
  const facet = (name: string): Locator => result(page).locator('.rs-facet').filter({ hasText: name });
  await facet('Confidence')
    .getByRole('button')
    .first()
    .click({ modifiers: ['Alt'] });
  await found(page, total - level.profiles);
  await page.getByText(/Profiles\s+except those\s+with the confidence/).waitFor();
  await page.screenshot({ path: join(shots, 'left-out.png') });
  const without = { confidence: { values: [], not: [level.value] } };
  const left = await suite.api.call(calls.profileFacets, { body: { filters: without } });
  expect(left.confidence.map(({ value }) => value)).not.toContain(level.value);
  await page.getByRole('button', { name: /^Remove NOT Confidence/ }).click();
  await found(page, total);
  await facet('Network')
    .getByRole('button', { name: /^Leave out/ })
    .first()
    .press('Enter');
  await found(page, total - network.profiles);
  expect(new URL(page.url()).searchParams.getAll('q')).toEqual([`-socialNetwork:${network.value}`]);
  // The last chip goes by the key that deletes backwards, also of what is left out.
  await facet('Confidence').getByRole('button').first().click();
  await page.getByText(/with the confidence/).waitFor();
  await page.getByLabel('Add a criterion').press('Backspace');
  await page.waitForURL(({ searchParams }) => /^!confidence:\w+$/.test(searchParams.getAll('q').join(' ')));
});

it('shows the same result on a map, whose cities and countries narrow the search', async () => {
  const all = await suite.api.call(calls.profilePlaces, { body: {} });
  const country = all.countries.at(-1);
  const city = all.cities.find(({ at }) => at !== null);
  if (!country || !city) throw new Error('the made-up people live nowhere');
  const { page } = await suite.openAsAdmin('/ext/results');
  await page.getByRole('button', { name: 'Map', exact: true }).click();
  const map = page.getByRole('group', { name: /^Map of this result/ });
  const marks = map.locator('.rs-map-mark');
  await marks.first().waitFor();
  await map.locator('.rs-land[data-shade]').first().waitFor({ state: 'attached' });
  expect(await map.locator('.rs-land[data-shade]').count()).toBeGreaterThan(0);
  // Each city is in one mark, alone or with others, however near the map is.
  const counted = async (): Promise<number> => {
    const labels = await marks.evaluateAll((list) => list.map((mark) => mark.getAttribute('aria-label') ?? ''));
    return labels.reduce(
      (sum, label) => sum + Number(/([\d,]+) profiles?(?=:|$)/.exec(label)?.[1]?.replace(',', '')),
      0,
    );
  };
  const known = all.cities.filter(({ at }) => at !== null);
  expect(await counted()).toBe(known.reduce((sum, { profiles }) => sum + profiles, 0));
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.screenshot({ path: join(shots, 'map.png') });

  const drawn = map.locator('> svg');
  const before = await drawn.getAttribute('viewBox');
  await map.getByRole('button', { name: 'Zoom in', exact: true }).focus();
  await page.keyboard.press('+');
  await page.keyboard.press('ArrowLeft');
  expect(await drawn.getAttribute('viewBox')).not.toBe(before);
  await page.keyboard.press('0');
  expect(await drawn.getAttribute('viewBox')).toBe(before);
  // Also from a mark, which is out of sight once the map is near.
  await marks.first().focus();
  for (let i = 0; i < 12; i++) await page.keyboard.press('+');
  await page.keyboard.press('0');
  expect(await drawn.getAttribute('viewBox')).toBe(before);
  const several = map.locator('.rs-map-mark[data-kind="several"]').first();
  if ((await several.count()) > 0) {
    await several.press('Enter');
    expect(await drawn.getAttribute('viewBox')).not.toBe(before);
    await page.keyboard.press('0');
    expect(await drawn.getAttribute('viewBox')).toBe(before);
    await several.click();
    expect(await drawn.getAttribute('viewBox')).not.toBe(before);
  }
  await map.getByRole('button', { name: 'The whole result' }).click();

  const list = page.getByRole('region', { name: 'City' }).getByRole('button');
  const name = await list.nth(known.indexOf(city)).textContent();
  expect(name).toMatch(new RegExp(`${city.value}.*${city.profiles}$`, 'i'));
  await list.nth(known.indexOf(city)).press('Enter');
  await found(page, city.profiles);
  const { searchParams } = new URL(page.url());
  expect([searchParams.get('view'), searchParams.getAll('q')]).toEqual(['map', [`!city:${city.value}`]]);
  // The places of the narrowed result are asked for apart from its people.
  await marks.first().waitFor();
  expect(await marks.count()).toBe(1);
  await page.setViewportSize({ width: 390, height: 844 });
  await marks.first().waitFor();
  await page.screenshot({ path: join(shots, 'map-390.png') });

  // The page of one of them shows where that city lies.
  const filters = { city: { values: [city.value], and: true } };
  const { content } = await suite.api.call(calls.searchProfiles, { body: { filters, size: 1 } });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/ext/results/${content[0]?.phone}`);
  const section = page.getByRole('region', { name: 'Map Location' });
  await section.locator('.rp-map-city').waitFor({ state: 'attached' });
  await section.scrollIntoViewIfNeeded();
  await section.screenshot({ path: join(shots, 'map-profile.png') });
});

it('offers on a phone what has no room beside the count: the map, cards, choosing by touch, the import', async () => {
  const { page } = await suite.openAsAdmin('/ext/results', { size: { width: 390, height: 844 } });
  const more = async (name: string): Promise<void> => {
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitemradio', { name, exact: true }).click();
  };
  await more('Map');
  await page
    .getByRole('group', { name: /^Map of this result/ })
    .locator('.rs-map-mark')
    .first()
    .waitFor();
  await more('Cards');
  await page.getByRole('list', { name: 'Results' }).getByRole('listitem').first().waitFor();
  await more('Table');
  await more('By clicks on rows');
  const cards = page.getByRole('list', { name: 'Results' });
  await cards.getByRole('button').first().click();
  await page.getByText('1 selected').waitFor();
  expect(await cards.getByRole('button', { pressed: true }).count()).toBe(1);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Import', exact: true }).waitFor();
  await page.screenshot({ path: join(shots, 'results-more-390.png') });
  await page.getByRole('menuitem', { name: 'Import', exact: true }).click();
  await page.getByRole('dialog', { name: 'Import' }).waitFor();
});

it.each([1280, 390])(
  'at %d px, where there is no room beside the list, searches are looked after and results narrowed in windows',
  async (width) => {
    const all = await suite.api.call(calls.profileFacets, { body: {} });
    const [level] = all.confidence;
    if (!level) throw new Error('profiles without a confidence');
    const name = `At ${width}`;
    const filters = { confidence: { values: [level.value], and: true } };
    await suite.api.call(calls.createSavedSearch, { body: { name, filter: { filters } } });
    const counted: string[] = [];
    const { page } = await suite.openAsAdmin(null, { size: { width, height: 844 } });
    page.on('request', (request) => {
      if (request.url().endsWith(calls.profileFacets.path)) counted.push(request.url());
    });
    await page.goto('/ext/results');
    await page.getByRole('button', { name: 'Narrow down' }).waitFor();
    await page.getByRole(width > 1000 ? 'table' : 'list', { name: 'Results' }).waitFor();
    expect(await page.getByRole('navigation', { name: 'Saved searches' }).count()).toBe(0);
    // Nobody has asked for them.
    expect(counted).toEqual([]);

    await page.getByRole('button', { name: 'Narrow down' }).click();
    const values = page.getByRole('dialog', { name: 'Narrow down' });
    await values.locator('.rs-facet').filter({ hasText: 'Confidence' }).getByRole('button').first().waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.screenshot({ path: join(shots, `narrow-down-${width}.png`) });
    await values.locator('.rs-facet').filter({ hasText: 'Confidence' }).getByRole('button').first().click();
    await values.waitFor({ state: 'detached' });
    await found(page, level.profiles);

    const manage = async (): Promise<void> => {
      await page.getByRole('button', { name: 'Saved searches' }).click();
      await page.getByRole('menuitem', { name: 'Rename or delete' }).click();
    };
    await manage();
    const saved = page.getByRole('dialog', { name: 'Saved searches' });
    await saved.getByRole('button', { name: `Rename the saved search ${name}` }).click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill(`${name} px`);
    await page.keyboard.press('Enter');
    await saved.getByRole('link', { name: `${name} px` }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.screenshot({ path: join(shots, `saved-${width}.png`) });
    await saved.getByRole('button', { name: `Delete the saved search ${name} px` }).click();
    await saved.waitFor({ state: 'detached' });
    await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' }).click();
    await manage();
    await saved.getByRole('link', { name: `${name} px` }).waitFor();
  },
);
