import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { consoleSuite } from '../../src/browser/console-suite.ts';
import { type FakeProvider, startFakeProvider } from '../../src/providers/fake-provider.ts';

const PHONE = '+998901234567';

let provider: FakeProvider;
beforeAll(async () => {
  provider = await startFakeProvider(0);
});
afterAll(() => provider.close());

/** The sources file, with comments, and what `OFFICE` makes of its answer. */
const sourcesText = (answerOfOffice: string): string => `# All our sources
sources:
  # the office book
  OFFICE:
    connector: http
    request: { url: "${provider.url}/numbers/{phone}" } # since May
    ${answerOfOffice}
  MATCH:
    connector: http
    request: { url: "${provider.url}/numbers/{phone}?who={names}" }
    needs: [names]
    answer: { notFoundStatus: [404], map: { emails: emails } }
  PEOPLE:
    connector: elasticsearch
    url: http://127.0.0.1:9
    index: people
    phone: tel
    map: { names: name }
  # the last one
  NUMBERING_PLAN: { connector: numbering-plan }
`;

const suite = consoleSuite(async () => ({
  sources: sourcesText('answer: { notFoundStatus: [404], map: { names: names } }'),
}));

/** Resolves once the focus is there. */
const expectFocus = (field: Locator): Promise<void> => field.and(field.page().locator(':focus')).waitFor();

const sourcesFile = (): string => join(suite.product.dataDir, 'sources.yaml');

it('tries a source as it stands on the screen, and writes it into the file with all comments kept', async () => {
  const { page } = await suite.openAsAdmin('/ext/sources');
  await page.getByRole('link', { name: 'Edit OFFICE' }).click();
  await page.getByRole('heading', { name: 'OFFICE' }).waitFor();

  await page.getByLabel('Phone').fill(PHONE);
  await page.getByRole('button', { name: 'Ask about this number' }).click();
  await page.getByText('Answered with data').waitFor();
  await page.getByText(`GET ${provider.url}/numbers/${PHONE.slice(1)}`).waitFor();
  const trial = page.getByRole('region', { name: 'Try it' });
  await trial
    .getByText(`"Person ${PHONE.slice(1)}"`)
    .first()
    .waitFor();
  expect(await trial.getByText('p998901234567@mail.example').count()).toBe(1); // in the raw answer alone

  // The mapping gets a further field in the form; the same call now gives it.
  await page.getByRole('button', { name: 'Add a field' }).click();
  await page.getByLabel('Field').last().selectOption('emails');
  await page.getByLabel('Expression emails').fill('emails');
  await page.getByRole('button', { name: 'Ask about this number' }).click();
  await trial.getByText('map.emails').waitFor();
  expect(await trial.getByText('p998901234567@mail.example').count()).toBeGreaterThan(1);

  expect(await trial.getByText('Tried with the text as it was').count()).toBe(0);
  await page.getByLabel('Cost of a call').fill('0.25');
  await trial.getByText('Tried with the text as it was before it was changed.').waitFor();
  await page.getByRole('button', { name: 'Write to the sources file' }).click();
  await page.getByText('OFFICE is in the sources file').waitFor();
  expect(readFileSync(sourcesFile(), 'utf8')).toBe(
    sourcesText('answer: { notFoundStatus: [ 404 ], map: { names: names, emails: "emails" } }\n    cost: 0.25'),
  );
});

it('tests and tries a source that needs what others find with a value of exactly that', async () => {
  const { page } = await suite.openAsAdmin('/ext/sources');
  await page.getByRole('button', { name: 'Test MATCH' }).click();
  const form = page.getByRole('form', { name: 'Test MATCH' });
  const names = form.getByLabel('names');
  await expectFocus(names);
  await form.getByRole('button', { name: 'Test with these values' }).click();
  await form.getByText('This is needed').waitFor();
  await names.fill('Ann Smith');
  await names.press('Enter');
  await page.getByText('Answer read').waitFor();

  await page.getByRole('link', { name: 'Edit MATCH' }).click();
  const trial = page.getByRole('region', { name: 'Try it' });
  await trial.getByLabel('Phone').fill(PHONE);
  await trial.getByLabel('names').fill('Ann Smith');
  await trial.getByRole('button', { name: 'Ask about this number' }).click();
  await trial.getByText(`GET ${provider.url}/numbers/${PHONE.slice(1)}?who=Ann%20Smith`).waitFor();
  // What the text needs now is asked for at once.
  const text = page.getByLabel('As it stands in the sources file');
  await text.fill((await text.inputValue()).replace('needs: [names]', 'needs: [names, birthDate]'));
  await trial.getByLabel('birthDate').waitFor();
});

it('keeps what was typed when the file changes meanwhile, and asks where both changed the same source', async () => {
  const { page } = await suite.openAsAdmin('/ext/sources/OFFICE');
  const text = page.getByLabel('As it stands in the sources file');
  const save = page.getByRole('button', { name: 'Write to the sources file' });
  const inFile = (was: string, is: string): void =>
    writeFileSync(sourcesFile(), readFileSync(sourcesFile(), 'utf8').replace(was, is));

  await page.getByLabel('Cost of a call').fill('0.5');
  inFile('index: people', 'index: persons');
  await save.click();
  await page.getByText('OFFICE is in the sources file').waitFor();
  expect(readFileSync(sourcesFile(), 'utf8')).toMatch(/cost: 0\.5\n[^]*index: persons/);

  await page.getByLabel('Cost of a call').fill('0.75');
  inFile('cost: 0.5', 'cost: 0.5\n    trust: 0.7');
  await save.click();
  await page.getByText('This source was changed in the file meanwhile').waitFor();
  expect(await text.inputValue()).toContain('cost: 0.75');
  await page.getByRole('button', { name: 'Take what the file says' }).click();
  expect(await text.inputValue()).toMatch(/cost: 0\.5\n +trust: 0\.7/);
});

it('takes a number as it is typed, key by key, and gives back a text that a preset took the place of', async () => {
  const { page } = await suite.openAsAdmin('/ext/sources/OFFICE');
  const text = page.getByLabel('As it stands in the sources file');
  const cost = page.getByLabel('Cost of a call');
  await cost.fill('');
  await cost.pressSequentially('0.05');
  expect(await cost.inputValue()).toBe('0.05');
  const written = await text.inputValue();
  expect(written).toContain('cost: 0.05');
  await page.getByLabel('Preset').selectOption('numverify');
  expect(await text.inputValue()).toContain('preset: numverify');
  await page.getByRole('button', { name: 'Undo' }).click();
  expect(await text.inputValue()).toBe(written);
});

it('says at which line a text is wrong, and writes nothing', async () => {
  const { page } = await suite.openAsAdmin('/ext/sources/TELEGRAM');
  await page.getByText('Not in the sources file yet').waitFor();
  const before = readFileSync(sourcesFile(), 'utf8');
  await page
    .getByLabel('As it stands in the sources file')
    .fill('TELEGRAM:\n  connector: http\n  request: { url: "https://api.example/{fone}" }\n');
  await page.getByRole('button', { name: 'Write to the sources file' }).click();
  await page.getByRole('alert').getByText('source:3: sources.TELEGRAM.request.url: {fone} is not known').waitFor();
  expect(readFileSync(sourcesFile(), 'utf8')).toBe(before);
});

it('edits a source of another connector as text, tells faults by their line, and writes what is right', async () => {
  const { page } = await suite.openAsAdmin('/ext/sources/PEOPLE');
  await page.getByText('A source of the connector elasticsearch is edited as text, below.').waitFor();
  const text = page.getByLabel('As it stands in the sources file');
  const was = await text.inputValue();
  await text.fill(was.replace('http://127.0.0.1:9', 'http://127.0.0.1:10'));
  await page.getByRole('button', { name: 'Write to the sources file' }).click();
  await page
    .getByRole('alert')
    .getByText('source:3: sources.PEOPLE.url: is none that the sources file names')
    .waitFor();
  await text.fill(was.replace('names: name', 'names: name, work: name'));
  await page.getByRole('button', { name: 'Write to the sources file' }).click();
  await page.getByText('PEOPLE is in the sources file').waitFor();
  expect(readFileSync(sourcesFile(), 'utf8')).toContain('    map: { names: name, work: name }\n  # the last one\n');
});

it('offers the text to copy where the file cannot be changed, and still tries it', async () => {
  // All sources in one line: no place in it can be changed without the others.
  const file = `sources: { OFFICE: { connector: http, request: { url: "${provider.url}/numbers/{phone}" }, answer: { map: { names: names } } } }\n`;
  writeFileSync(sourcesFile(), file);
  const { page, context } = await suite.openAsAdmin('/ext/sources/OFFICE');
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByText('The sources of the file do not stand one below the other. Copy the text into it.').waitFor();
  expect(await page.getByRole('button', { name: 'Write to the sources file' }).count()).toBe(0);
  await page.getByLabel('Cost of a call').fill('0.75');
  await page.getByRole('button', { name: 'Copy' }).click();
  const copied = await page.evaluate(async () => navigator.clipboard.readText());
  expect(copied).toContain('OFFICE:');
  expect(copied).toContain('cost: 0.75');
  await page.getByLabel('Phone').fill(PHONE);
  await page.getByRole('button', { name: 'Ask about this number' }).click();
  await page.getByText('Answered with data').waitFor();
  expect(readFileSync(sourcesFile(), 'utf8')).toBe(file);
});

it('begins what comes with the product with its own connector, in a file that does not have it', async () => {
  writeFileSync(
    sourcesFile(),
    `sources:\n  OFFICE:\n    connector: http\n    request: { url: "${provider.url}/numbers/{phone}" }\n    answer: { map: { names: names } }\n`,
  );
  const { page } = await suite.openAsAdmin('/ext/sources/NUMBERING_PLAN');
  await page.getByText('A source of the connector numbering-plan is edited as text, below.').waitFor();
  const text = page.getByLabel('As it stands in the sources file');
  expect(await text.inputValue()).toBe('NUMBERING_PLAN:\n  connector: numbering-plan\n');
  await text.fill('NUMBERING_PLAN:\n  connector: numbering-plan\n  trust: 0.9\n');
  await page.getByRole('button', { name: 'Write to the sources file' }).click();
  await page.getByText('NUMBERING_PLAN is in the sources file').waitFor();
  expect(readFileSync(sourcesFile(), 'utf8')).toContain('    connector: numbering-plan\n    trust: 0.9\n');
});
