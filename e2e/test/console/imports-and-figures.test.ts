import { createServer } from 'node:http';
import { expect, it } from '@jest/globals';
import { calls, messages, SANDBOX } from '@numscope/contracts';
import { listenLocally } from '@numscope/testing/local-server';
import { accessibilityFaults } from '../../src/browser/browser.ts';
import { consoleSuite, toast } from '../../src/browser/console-suite.ts';
import { phoneAt, phonesFile } from '../../src/people/phones.ts';
import { jobIs, jobReaches } from '../../src/calls/watch-job.ts';
import { fileNamed, openImport } from '../../src/browser/actions.ts';

const PHONES = 6;
const CHANGING = phoneAt(1);

/** Knows one number, of which it says another email from the second pass on. */
let email = 'first@mail.example';
const provider = createServer((request, response) => {
  const isKnown = request.url?.endsWith(CHANGING) === true;
  response.writeHead(isKnown ? 200 : 404, { 'content-type': 'application/json' });
  response.end(JSON.stringify(isKnown ? { mails: [email] } : {}));
});
const suite = consoleSuite(async () => {
  const { url, close } = await listenLocally(provider);
  return {
    sources: `sources:
  OFFICE:
    connector: http
    request: { url: "${url}/{phone}" }
    answer: { notFoundStatus: [404], map: { emails: mails } }
`,
    close,
  };
});

it('shows what two passes of a job say differently', async () => {
  const { number } = await suite.api.upload([phonesFile(PHONES)], { name: 'Twice' });
  const { id } = await jobIs(suite.api, number, 'DONE');
  email = 'second@mail.example';
  await suite.api.call(calls.setJobStatus, { params: { number, jobStatus: 'IN_PROGRESS' } });
  await jobReaches(suite.api, number, ({ pass, status }) => pass === 2 && status === 'DONE');

  const { page } = await suite.openAsAdmin(`/ext/job/${id}?tab=passes`);
  const rows = page.getByRole('table', { name: 'What is different' }).getByRole('row');
  await rows.nth(1).waitFor();
  expect(await rows.count()).toBe(2);
  const words = (await rows.nth(1).innerText()).replaceAll(/\s+/g, ' ');
  expect(words.replaceAll(/\D/g, '')).toContain(CHANGING);
  expect(words).toMatch(/Changed.*emails/);

  // A pass is no different from itself.
  await page.getByLabel('Earlier pass').selectOption({ label: 'Pass 2' });
  await page.getByText('No difference', { exact: true }).waitFor();
});

it('says what a source is worth, by country and by time', async () => {
  const { page } = await suite.openAsAdmin('/ext/sources');
  await page.getByRole('button', { name: 'What OFFICE is worth' }).click();
  const dialog = page.getByRole('dialog', { name: 'What OFFICE is worth' });
  const lineOf = async (head: string | RegExp): Promise<string[]> => {
    const cells = dialog
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name: head }) })
      .first()
      .getByRole('cell');
    // All of them at once are taken as they are, without waiting.
    await cells.first().waitFor();
    return (await cells.allInnerTexts()).slice(0, 2);
  };
  await dialog.getByRole('rowheader', { name: 'All' }).waitFor();
  // Each number in both passes, one of which is known.
  expect(await lineOf('All')).toEqual([String(2 * PHONES), '2']);
  expect(await lineOf('Uzbekistan')).toEqual([String(2 * PHONES), '2']);
  await dialog.getByText('Since the beginning').click();
  await dialog.getByText('By time').click();
  await dialog.getByRole('columnheader', { name: 'From' }).waitFor();
  expect(await lineOf('All')).toEqual([String(2 * PHONES), '2']);
  expect(await dialog.getByRole('rowheader').count()).toBeGreaterThan(1);
});

it('imports its own spreadsheet by columns that are chosen, and made-up people stay marked', async () => {
  const everybody = async () =>
    (await suite.api.call(calls.searchProfiles, { body: { sort: { field: 'phone', direction: 'ASC' } } })).content;
  const before = await everybody();
  const person = before.find(({ sources, birthDate }) => sources.includes(SANDBOX) && birthDate !== null);
  if (person === undefined) throw new Error('the sandbox knows nobody of these numbers');

  const { page } = await suite.openAsAdmin('/ext/results');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: /^XLSX/ }).click(),
  ]);
  const file = await download.path();
  for (const { phone } of before) await suite.api.call(calls.deleteProfile, { params: { phone } });

  const dialog = await openImport(page);
  await dialog.getByLabel('File').setInputFiles(file);
  await dialog.getByText('Choose what each column says').waitFor();
  expect(await dialog.getByLabel('Phone', { exact: true }).inputValue()).toBe('phone');
  expect(await dialog.getByLabel('Made up', { exact: true }).inputValue()).toBe('');
  // Its name does not say what it is.
  await dialog.getByLabel('Born', { exact: true }).selectOption('birthDate');
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await toast(page, `${before.length} profiles are imported`).waitFor();

  const after = await everybody();
  expect(after.map(({ phone }) => phone)).toEqual(before.map(({ phone }) => phone));
  const again = after.find(({ phone }) => phone === person.phone);
  expect(again).toMatchObject({ birthDate: person.birthDate, names: person.names });
  expect(again?.sources).toContain(SANDBOX);
  expect(again?.sources).not.toContain('IMPORT');
});

it('counts the places of the map anew once profiles are imported, and once one is deleted', async () => {
  const phone = '+447400123499';
  const { page } = await suite.openAsAdmin(null);
  // Nothing grows old by itself meanwhile.
  await page.clock.setFixedTime(Date.now());
  await page.goto('/ext/results?view=map');
  const fiji = page.locator('.rs-map-list').getByRole('button', { name: /Fiji/ });
  const map = page.getByRole('group', { name: /^Map of this result/ });
  await map.waitFor();
  expect(await fiji.count()).toBe(0);
  const dialog = await openImport(page);
  await dialog.getByLabel('File').setInputFiles(fileNamed('fiji.csv', `phone,country\n${phone},FJ\n`));
  await dialog.getByText('Choose what each column says').waitFor();
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await fiji.waitFor();

  await page.evaluate(
    (path) => {
      history.pushState(null, '', path);
      window.dispatchEvent(new PopStateEvent('popstate'));
    },
    `/ext/results/${encodeURIComponent(phone)}`,
  );
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Delete the profile' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete the profile' }).click();
  await page.waitForURL((url) => url.pathname === '/ext/results');
  await page.getByRole('button', { name: 'Map', exact: true }).click();
  await map.waitFor();
  await fiji.waitFor({ state: 'detached' });
});

it('shows the rows of the file that was chosen last, and waits for an import that cannot be asked after for a while', async () => {
  const phone = '+447400123456';
  const { page } = await suite.openAsAdmin('/ext/results');
  const { promise: held, resolve: letAnswer } = Promise.withResolvers<void>();
  let previews = 0;
  await page.route(`**${calls.previewImport.path}`, async (route) => {
    if (previews++ === 0) await held;
    // The first one was given up by then.
    await route.continue().catch(() => undefined);
  });
  await page.route(`**${calls.importProfiles.path}`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), state: 'APPLYING' } });
  });
  let asked = 0;
  await page.route(`**${calls.importProfiles.path}/*`, async (route) => {
    if (new URL(route.request().url()).pathname === calls.previewImport.path) return route.fallback();
    if (asked++ > 0) return route.continue();
    const away = { statusCode: 503, code: 'SERVICE_UNAVAILABLE', message: 'away', requestId: 'of-a-test' };
    return route.fulfill({ status: 503, json: away });
  });

  const dialog = await openImport(page);
  const choose = (name: string, rows: string): Promise<void> =>
    dialog.getByLabel('File').setInputFiles(fileNamed(name, rows));
  const given = page.waitForEvent('requestfailed', (request) => request.url().endsWith(calls.previewImport.path));
  await choose('slow.csv', 'phone,Nickname\n+447400123457,Bob\n');
  await dialog.getByText('Reading the first rows').waitFor();
  await choose('chosen.csv', `phone,Surname\n${phone},Smith\n`);
  await dialog.getByLabel('Surname', { exact: true }).waitFor();
  await given;
  letAnswer();
  await dialog.getByLabel('Surname', { exact: true }).selectOption('lastName');
  expect(await dialog.getByLabel('Nickname', { exact: true }).count()).toBe(0);

  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await toast(page, /1 profile/).waitFor();
  expect(asked).toBeGreaterThan(1);
  const profile = await suite.api.call(calls.getProfile, { params: { phone } });
  expect(profile.lastName).toBe('Smith');
});

it('says which columns of a file share a name, and imports nothing of it', async () => {
  const { page } = await suite.openAsAdmin('/ext/results');
  const dialog = await openImport(page);
  const rows = 'phone,Surname,Surname\n+447400123458,Smith,Jones\n';
  await dialog.getByLabel('File').setInputFiles(fileNamed('a.csv', rows));
  await dialog.getByText(`File: ${messages.columnsOfOneName('«Surname»')}`).waitFor();
  expect(await dialog.getByRole('button', { name: 'Import', exact: true }).isDisabled()).toBe(true);
});

it('follows an import whose window is closed to its end, and says how it ended', async () => {
  const { page } = await suite.openAsAdmin('/ext/results');
  const id = 'of-a-test';
  const rows = 'phone,Surname\n+447400123459,Gone\n';
  const infoOf = (state: 'READING' | 'DONE' | 'REFUSED', faults: object[] = []) => {
    const times = { startedAt: Date.now(), finishedAt: state === 'READING' ? null : Date.now() };
    return { id, state, profiles: 12_000, applied: 0, by: 'admin', ...times, faults };
  };
  let info = infoOf('READING');
  await page.route(`**${calls.importProfiles.path}`, (route) =>
    route.fulfill({ json: { id, imported: 12_000, state: 'READING' } }),
  );
  await page.route(`**${calls.importProfiles.path}/${id}`, (route) => route.fulfill({ json: info }));
  const dialog = page.getByRole('dialog', { name: 'Import profiles' });
  const begin = async (): Promise<void> => {
    info = infoOf('READING');
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    const file = fileNamed('people.csv', rows);
    await dialog.getByLabel('File').setInputFiles(file);
    await dialog.getByText('Choose what each column says').waitFor();
    await dialog.getByRole('button', { name: 'Import', exact: true }).click();
    await dialog.getByText('12,000 are read').waitFor();
    await dialog.getByText(/^All of it is sent\. It goes on without this window/).waitFor();
    // Nothing here would cancel it any more.
    expect(await dialog.getByRole('button', { name: 'Cancel' }).count()).toBe(0);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await dialog.waitFor({ state: 'detached' });
  };
  await begin();
  info = infoOf('REFUSED', [{ row: 190_000, message: 'no phone' }]);
  await toast(page, 'Nothing of people.csv is imported. Row 190000: no phone').waitFor();

  await begin();
  const searched = page.waitForRequest(`**${calls.searchProfiles.path}`);
  info = infoOf('DONE');
  await toast(page, '12,000 profiles are imported').waitFor();
  await searched;
});

it('lists the newest imports below the form, follows one that runs, and opens what was refused of another', async () => {
  const { page } = await suite.openAsAdmin('/ext/results');
  const startedAt = Date.now();
  const runs = { id: 'b', profiles: 12_000, by: 'l_okafor', startedAt, faults: [] };
  const faults = [{ row: 7, field: 'phone', message: 'no phone' }];
  const refused = { ...runs, id: 'a', state: 'REFUSED', applied: 0, finishedAt: startedAt, faults };
  let first: object = { ...runs, state: 'APPLYING', applied: 400, finishedAt: null };
  await page.route(`**${calls.listImports.path}`, (route) => route.fulfill({ json: [first, refused] }));
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const list = page.getByRole('dialog', { name: 'Import profiles' }).getByRole('region', { name: 'Newest imports' });
  await list.getByText('400 of 12,000 are in').waitFor();
  const row = list.getByText('Row 7: phone: no phone');
  expect(await row.isVisible()).toBe(false);
  await list.locator('summary').press('Enter');
  await row.waitFor();
  first = { ...runs, state: 'DONE', applied: 12_000, finishedAt: startedAt + 1000 };
  await list.getByText('12,000 profiles are imported').waitFor();
  expect(await row.isVisible()).toBe(true);
  expect(await accessibilityFaults(page)).toEqual([]);
});

it('tells on another screen how an import ended whose page was closed', async () => {
  const { page } = await suite.openAsAdmin('/ext/audit');
  const times = { startedAt: Date.now(), finishedAt: Date.now() };
  const info = { id: 'left', state: 'DONE', profiles: 12_000, applied: 12_000, by: 'admin', ...times, faults: [] };
  await page.route(`**${calls.listImports.path}/left`, (route) => route.fulfill({ json: info }));
  await page.evaluate(() => localStorage.setItem('import left of admin', `${Date.now()} people.csv`));
  await page.reload();
  await toast(page, '12,000 profiles are imported').waitFor();
  await page.waitForFunction(() => localStorage.getItem('import left of admin') === null);
});

it('keeps the chosen columns where the first rows cannot be asked for, and takes the same file again', async () => {
  const { page } = await suite.openAsAdmin('/ext/results');
  const dialog = await openImport(page);
  const rows = 'phone,Surname,Town\n+447400123459,Smith,Leeds\n';
  const file = fileNamed('people.csv', rows);
  await dialog.getByLabel('File').setInputFiles(file);
  await dialog.getByLabel('Surname', { exact: true }).selectOption('lastName');
  const away = { statusCode: 503, code: 'SERVICE_UNAVAILABLE', message: 'away', requestId: 'of-a-test' };
  await page.route(`**${calls.previewImport.path}`, (route) => route.fulfill({ status: 503, json: away }));
  await dialog.getByLabel('Town', { exact: true }).selectOption('city');
  const retry = dialog.getByRole('button', { name: 'Retry' });
  await retry.waitFor();
  expect(await dialog.getByLabel('Surname', { exact: true }).inputValue()).toBe('lastName');
  await page.unrouteAll();
  await retry.click();
  await retry.waitFor({ state: 'detached' });
  expect(await dialog.getByLabel('Town', { exact: true }).inputValue()).toBe('city');

  // A browser does not tell of a file that is the chosen one already: none is, once another choice begins.
  const field = dialog.getByLabel('File');
  expect(await field.inputValue()).toContain('people.csv');
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), field.click()]);
  expect(await field.inputValue()).toBe('');
  await chooser.setFiles({ ...file, buffer: Buffer.from('phone,Nickname\n+447400123459,Bob\n') });
  await dialog.getByLabel('Nickname', { exact: true }).waitFor();
});
