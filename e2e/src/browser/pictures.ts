import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { documentsFolder, howToWrite, tableOf, writesDocuments } from '../tasks/documents.ts';

/** The screens that docs/console shows, in its order, and what is on each. */
const pictured = {
  login: 'Sign in',
  jobs: 'Jobs, with what needs an administrator',
  'job-panel': 'A job beside the list',
  'job-waits': 'A job that waits for the quota of a source',
  job: 'A job on its own page',
  'job-rest': 'Its numbers without a profile',
  'job-changes': 'What changed between two of its passes',
  'create-job': 'Create a job from a file',
  'refused-file': 'A file that is refused, and its ways on',
  'create-range': 'Create a job by range',
  preflight: 'What a job will ask, before it starts',
  confirm: 'A question before what cannot be undone',
  'no-job': 'A job that is not there',
  results: 'Results',
  'results-cards': 'Results as cards',
  'results-map': 'Results on a map',
  'results-none': 'A search that finds nobody',
  'results-panel': 'A profile beside the results',
  'advanced-search': 'Advanced search',
  'search-by-picture': 'Search by picture',
  compare: 'Two profiles compared',
  import: 'Import profiles',
  profile: 'A profile',
  timeline: 'Its timeline',
  print: 'A result for paper',
  dashboard: 'The Search Dashboard of a user',
  sources: 'Sources',
  'sources-trouble': 'Sources, one of which refuses us',
  'source-worth': 'What a source is worth',
  source: 'A source that is written and tried',
  audit: 'Audit Trail',
  'audit-number': 'Who looked at a number',
  'audit-entry': 'An entry of it',
  users: 'User Management',
  user: 'Create a user',
  privacy: 'Privacy',
  webhooks: 'Webhooks',
  'webhook-panel': 'A webhook and what it was told',
  keys: 'API keys',
  sessions: 'Sessions',
  password: 'Change the own password',
  system: 'System',
  palette: 'Go to or do',
  shortcuts: 'Shortcuts',
  'user-menu': 'The own menu',
  'not-found': 'A page that is not there',
};

/** Pixels and bytes of a picture at most. */
const WIDTH = 1200;
const MOST_BYTES = 60_000;
const QUALITIES = [70, 55, 40];

const schemes = ['light', 'dark'] as const;
const fileOf = (name: string, scheme: string): string => `${name}-${scheme}.webp`;

/** Keeps a screen among the documents, where this run makes them and the screen is one of theirs. */
export async function keepPicture(name: string, scheme: string, png: Buffer): Promise<void> {
  if (!writesDocuments || !Object.hasOwn(pictured, name) || !schemes.some((one) => one === scheme)) return;
  mkdirSync(documentsFolder, { recursive: true });
  for (const quality of QUALITIES) {
    const picture = await sharp(png).resize({ width: WIDTH }).webp({ quality, effort: 6 }).toBuffer();
    if (picture.length > MOST_BYTES && quality !== QUALITIES.at(-1)) continue;
    return writeFileSync(join(documentsFolder, fileOf(name, scheme)), picture);
  }
}

/** The same of a page as it stands, in the light and in the dark. */
export async function pictureOf(page: Page, name: string): Promise<void> {
  if (!writesDocuments) return;
  // Notices go by themselves, and lie over what is to be seen.
  const notices = page.getByRole('region', { name: 'Notifications' }).getByRole('status');
  while ((await notices.count()) > 0) await notices.first().waitFor({ state: 'detached' });
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await keepPicture(name, colorScheme, await page.screenshot());
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
}

/** Pictures that docs/console/README.md shows and that are not there. */
export const missingPictures = (): string[] =>
  Object.keys(pictured)
    .flatMap((name) => schemes.map((scheme) => fileOf(name, scheme)))
    .filter((file) => !existsSync(join(documentsFolder, file)));

/** What makes all pictures. */
export const PICTURED_BY = 'console/screens console/webhooks console/timeline console/tasks';

/** docs/console/README.md. */
export const picturesDocument = (): string => `# The console in pictures

Every screen in the light and in the dark, as the console's suite has them in its browser (1440 by 900); the people are made up by the sandbox. What a search by
picture finds is left out, as it would show somebody's face. How many clicks usual tasks take stands in [tasks](tasks.md). Whoever changes how a screen looks makes them anew, and looks at them:
\`${howToWrite(PICTURED_BY)}\`.

${tableOf(
  ['Screen', 'Light', 'Dark'],
  Object.entries(pictured).map(([name, words]) => [
    words,
    ...schemes.map((scheme) => `![${words}, ${scheme}](${fileOf(name, scheme)})`),
  ]),
)}
`;
