import { createHash } from 'node:crypto';
import { type Client, pagesOf } from '@numscope/client';
import { ExportEnd, exportFormats, type Profile, type ProfileFilter } from '@numscope/contracts';
import { type Command, Option } from 'commander';
import type { Context } from '../context.ts';
import { formOf, wholeFile } from '../files.ts';
import { FailedError, type Printer, table, UsageError } from '../terminal.ts';
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

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const BROKE_OFF = 'The export broke off before its end: what came of it is not whole';

/** The last line of an export as jsonl: how many profiles, and the SHA-256 of all bytes before it. */
function checkEnd(last: string, sha256: string): number {
  const end = ExportEnd.safeParse(jsonOf(last)).data;
  if (!end) throw new FailedError(BROKE_OFF);
  if (end.sha256 !== sha256) throw new FailedError('The export is not as it was sent: its checksum differs');
  return end.count;
}

/** @throws FailedError where the connection ends before the answer does */
async function* bytesOf({ body }: Response): AsyncGenerator<Uint8Array> {
  try {
    yield* body ?? [];
  } catch (cause) {
    throw new FailedError(BROKE_OFF, { cause });
  }
}

/** Passes the bytes of a jsonl export on, and holds them against their last line. */
async function passChecked(
  response: Response,
  isLines: boolean,
  pass: (chunk: Uint8Array) => Promise<void>,
): Promise<number | null> {
  const hash = createHash('sha256');
  let kept = Buffer.alloc(0);
  for await (const chunk of bytesOf(response)) {
    await pass(chunk);
    if (!isLines) continue;
    kept = Buffer.concat([kept, chunk]);
    // The last line stays: what is before it counts for the checksum.
    const cut = kept.lastIndexOf(0x0a, kept.length - 2) + 1;
    hash.update(kept.subarray(0, cut));
    kept = kept.subarray(cut);
  }
  return isLines ? checkEnd(kept.toString('utf8'), hash.digest('hex')) : null;
}

interface ExportOptions extends FilterOptions {
  format: string;
  out?: string;
  purpose?: string;
}

async function exportTo(client: Client, options: ExportOptions, printer: Printer): Promise<void> {
  const { format, out, purpose } = options;
  if (format === 'xlsx' && out === undefined) throw new UsageError('A spreadsheet needs a file: say --out FILE');
  const body = { filters: filtersOf(options) };
  const isLines = format === 'jsonl';
  const asked = () => client.answer('exportProfileStream', { query: { format, purpose }, body });
  if (out === undefined) {
    await passChecked(await asked(), isLines, (chunk) => printer.bytes(chunk));
    return;
  }
  let bytes = 0;
  const count = await wholeFile(out, async (write) =>
    passChecked(await asked(), isLines, async (chunk) => {
      await write(chunk);
      bytes += chunk.byteLength;
      printer.progress(0, `${out}: ${bytes} bytes`);
    }),
  );
  printer.answer({ file: out, bytes, profiles: count }, () => [
    `${out}: ${bytes} bytes${count === null ? '' : `, ${count} profiles, checksum right`}`,
  ]);
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

  const showImported = async (client: Client, id: string): Promise<void> => {
    const done = await watchImport(client, id, context);
    context.printer().answer(done, () => [`${done.profiles} profiles imported`]);
  };

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
    .action(async (options: ExportOptions) => exportTo(await context.client(), options, context.printer()));

  profile
    .command('import')
    .description('Import profiles: all of a file, or none of it')
    .argument('<file>', 'jsonl, csv, xlsx or json')
    .option('--mapping <json>', 'which column says which field, as {"names":"Name"}')
    .action(async (file: string, { mapping }: { mapping?: string }) => {
      const client = await context.client();
      const printer = context.printer();
      const { id } = await client.upload('importProfiles', await formOf({ mapping }, file), {
        onProgress: (sent, total) => printer.progress(sent / total, `${file}: ${sent} of ${total} bytes sent`),
      });
      await showImported(client, id);
    });

  profile
    .command('watch-import')
    .description('Wait until an import is put in')
    .argument('<id>', 'as the import tells it')
    .action(async (id: string) => {
      const client = await context.client();
      // That there is a server, and this import, is found out before it is waited for.
      await client.call('getImport', { params: { id } });
      await showImported(client, id);
    });
}
