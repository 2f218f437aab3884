import { pagesOf } from '@numscope/client';
import { exportFormats, type Profile, type ProfileFilter } from '@numscope/contracts';
import { type Command, Option } from 'commander';
import type { Context } from '../context.ts';
import { exportTo } from '../export-profiles.ts';
import { formOf } from '../files.ts';
import { table, UsageError } from '../terminal.ts';
import { watchImport } from '../watch.ts';
import { wholeNumber } from './job.ts';

const PAGE = 100;

/** Options of a search, each of which may be said several times; all of them must match. */
const filterFields = ['name', 'phone', 'email', 'socialNetwork', 'address', 'birthDate', 'work', 'school'] as const;
const flagOf = (field: string): string =>
  `--${field.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)} <text...>`;

type FilterOptions = Partial<Record<(typeof filterFields)[number], string[]>> & {
  country?: string[];
  source?: string[];
  job?: string[];
};

function filtersOf(options: FilterOptions): ProfileFilter['filters'] {
  const { country, source, job } = options;
  const all = (values: string[]) => ({ values, and: true });
  // A profile has one country: of several, any. What is said once narrows what the others find.
  const oneOf = (values: string[]) => ({ values, and: values.length === 1 });
  if ([country, source, job].filter((values) => (values?.length ?? 0) > 1).length > 1)
    throw new UsageError('Only one of --country, --source and --job may have several values');
  return {
    ...Object.fromEntries(
      filterFields.flatMap((field) => (options[field] ? [[field, all(options[field] ?? [])]] : [])),
    ),
    ...(country ? { country: oneOf(country) } : {}),
    ...(source ? { source: oneOf(source) } : {}),
    ...(job ? { jobId: oneOf(job) } : {}),
  };
}

interface ExportOptions {
  format: string;
  out?: string;
  purpose?: string;
}

function withFilters(command: Command): Command {
  for (const field of filterFields) command.option(flagOf(field), `${field} has all of these`);
  return command
    .option('--country <codes...>', 'of these countries')
    .option('--source <names...>', 'known from these sources')
    .option('--job <numbers...>', 'found by these jobs');
}

const nameOf = ({ names, firstName, lastName }: Profile): string =>
  names[0]?.name ?? [firstName, lastName].filter((part) => part).join(' ');

const row = (profile: Profile): string[] => [
  profile.phone,
  nameOf(profile),
  profile.country ?? profile.numbering?.country ?? '',
  `confidence ${profile.confidence}`,
  profile.sources.join(', '),
];

function linesOf(profile: Profile): string[] {
  const { provenance: _provenance, ...fields } = profile;
  return table(
    Object.entries(fields)
      .filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0))
      .map(([field, value]) => [field, typeof value === 'string' ? value : JSON.stringify(value)]),
  );
}

/** Profiles: read, searched, exported, imported. */
export function addProfileCommands(program: Command, context: Context): void {
  const profile = program
    .command('profile')
    .description('Profiles: what is known of numbers')
    .addHelpText(
      'after',
      `
Examples:
  numscope profile get +998901234567
  numscope profile search --name Karimov --country UZ --limit 20
  numscope profile export --job 7 --format csv --out march.csv
  numscope profile export --format stix --out all.stix.json
  numscope profile import people.csv --mapping '{"names":"Name","phone":"Tel"}'`,
    );

  profile
    .command('get')
    .description('What is known of a number')
    .argument('<phone>')
    .action(async (phone: string) => {
      const found = await (await context.client()).call('getProfile', { params: { phone } });
      context.printer().answer(found, () => linesOf(found));
    });

  withFilters(profile.command('search').description('Profiles that match'))
    .option('--limit <count>', 'so many at most', wholeNumber, PAGE)
    .action(async ({ limit, ...options }: FilterOptions & { limit: number }) => {
      const client = await context.client();
      const found: Profile[] = [];
      const size = Math.min(PAGE, Math.max(1, limit));
      const body = (page: number) => ({ body: { page, size, filters: filtersOf(options) } });
      for await (const each of pagesOf(client, 'searchProfiles', body)) {
        if (found.length >= limit) break;
        found.push(each);
      }
      context.printer().answer(found, () => table(found.map(row)));
    });

  withFilters(profile.command('export').description('All profiles that match, as a stream'))
    .addOption(new Option('--format <format>', 'how they are written').choices(exportFormats).default('jsonl'))
    .option('--out <file>', 'where to; standard output unless said')
    .option('--purpose <text>', 'what it is for, which the audit keeps')
    .action(async ({ format, out, purpose, ...options }: FilterOptions & ExportOptions) => {
      const filters = filtersOf(options);
      if (format === 'xlsx' && out === undefined) throw new UsageError('A spreadsheet needs a file: say --out FILE');
      await exportTo(await context.client(), { format, out, purpose, filters }, context.printer());
    });

  profile
    .command('import')
    .description('Import profiles: all of a file, or none of it')
    .argument('<file>', 'json, jsonl or csv')
    .option('--mapping <json>', 'which column says which field, as {"names":"Name"}')
    .action(async (file: string, { mapping }: { mapping?: string }) => {
      const client = await context.client();
      const printer = context.printer();
      const { id } = await client.upload('importProfiles', await formOf({ mapping }, file), {
        onProgress: (sent, total) => printer.progress(sent / total, `${file}: ${sent} of ${total} bytes sent`),
      });
      const done = await watchImport(client, id, printer);
      printer.answer(done, () => [`${done.profiles} profiles imported`]);
    });
}
