import { pagesOf } from '@numscope/client';
import { type Job, JobRangeForm, jobStatuses, type StatusAction, statusOfAction } from '@numscope/contracts';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { basename, extname } from 'node:path';
import type { Context } from '../context.ts';
import { formOf } from '../files.ts';
import { table, UsageError } from '../terminal.ts';
import { watchJob } from '../watch.ts';

const PAGE = 100;

/** @throws InvalidArgumentError */
export function wholeNumber(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('must be a whole number');
}

interface JobOptions {
  name?: string;
  region?: string;
  iteration?: number;
  prioritised?: boolean;
  hold?: boolean;
  purpose?: string;
  schedule?: string;
  clean?: boolean;
  skipInvalidLines?: boolean;
  watch?: boolean;
}

const row = ({ number, name, status, progress, phonesSent, totalPhoneNumbers, counts }: Job): string[] => [
  String(number),
  status,
  `${progress.toFixed(1)}%`,
  `${phonesSent}/${totalPhoneNumbers}`,
  `found ${counts.FOUND}, not found ${counts.NOT_FOUND}, failed ${counts.FAILED}`,
  name,
];

/** What both ways of making a job may say. */
const withCircumstances = (command: Command): Command =>
  command
    .option('--name <name>', 'what it is called; a file lends its own name')
    .option('--region <code>', 'the country of numbers that are written without one, as UZ')
    .option('--iteration <count>', 'how often it goes through its numbers; 0 is without end', wholeNumber)
    .option('--prioritised', 'before others')
    .option('--hold', 'do not start it yet')
    .option('--purpose <text>', 'what the lookup is for')
    .option('--schedule <schedule>', 'when it is repeated, as daily; days are those of UTC')
    .option('--watch', 'wait until it has ended');

const waysOf: Readonly<Record<string, { action: StatusAction; does: string }>> = {
  play: { action: 'PLAY', does: 'Start a job, or let it go on' },
  pause: { action: 'PAUSE', does: 'Let a job wait' },
  stop: { action: 'STOP', does: 'End a job with what it has' },
  cancel: { action: 'CANCEL', does: 'Give a job up' },
  delete: { action: 'DELETE', does: 'Delete a job' },
};

/** Jobs: made of a file or a range, watched, led and listed. */
export function addJobCommands(program: Command, context: Context): void {
  const job = program
    .command('job')
    .description('Jobs: numbers that are looked up')
    .addHelpText(
      'after',
      `
Examples:
  numscope job create phones.csv --name "March" --region UZ --watch
  numscope job create people.xlsx --clean --hold
  numscope job range 998901230000 998901230099 --purpose "case 17"
  numscope job pause 7
  numscope --json job show 7`,
    );

  const show = async (made: Job, watch: boolean | undefined): Promise<void> => {
    const printer = context.printer();
    if (watch) printer.note(`Job ${made.number} was made with ${made.totalPhoneNumbers} numbers`);
    const shown = watch ? await watchJob(await context.client(), made, context) : made;
    printer.answer(shown, () => table([row(shown)]));
  };

  withCircumstances(job.command('create').description('Make a job of a file of phone numbers').argument('<file>'))
    .option('--clean', 'take numbers as people write them, and spreadsheets')
    .option('--skip-invalid-lines', 'leave out lines that are no numbers, instead of refusing the file')
    .action(async (file: string, { watch, name = basename(file, extname(file)), ...options }: JobOptions) => {
      const printer = context.printer();
      const client = await context.client();
      const made = await client.upload('createJobFromFile', await formOf({ name, ...options }, file), {
        onProgress: (sent, total) => printer.progress(sent / total, `${file}: ${sent} of ${total} bytes sent`),
      });
      await show(made, watch);
    });

  withCircumstances(job.command('range').description('Make a job of all numbers of a range, both ends included'))
    .argument('<from>')
    .argument('<to>')
    .action(async (from: string, to: string, { watch, name = `${from} to ${to}`, ...options }: JobOptions) => {
      const { data: body, error } = JobRangeForm.safeParse({ name, from, to, ...options });
      if (!body)
        throw new UsageError(error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'));
      const client = await context.client();
      await show(await client.call('createJobByRange', { body }), watch);
    });

  job
    .command('list')
    .description('The jobs, newest first')
    .addOption(new Option('--status <status...>', 'only those, as IN_PROGRESS').choices(jobStatuses))
    .action(async (filter: { status?: Array<Job['status']> }) => {
      const client = await context.client();
      const jobs: Job[] = [];
      for await (const each of pagesOf(client, 'searchJobs', (page) => ({ body: { page, size: PAGE, ...filter } })))
        jobs.push(each);
      context.printer().answer(jobs, () => table(jobs.map(row)));
    });

  job
    .command('show')
    .description('One job')
    .argument('<number>', 'its number', wholeNumber)
    .action(async (number: number) => {
      const client = await context.client();
      const found = await client.call('getJob', { params: { number: String(number) } });
      context.printer().answer(found, () => table([row(found)]));
    });

  job
    .command('watch')
    .description('Wait until a job has ended')
    .argument('<number>', 'its number', wholeNumber)
    .action(async (number: number) => {
      const client = await context.client();
      const known = await client.call('getJob', { params: { number: String(number) } });
      const done = await watchJob(client, known, context);
      context.printer().answer(done, () => table([row(done)]));
    });

  for (const [name, { action, does }] of Object.entries(waysOf))
    job
      .command(name)
      .description(does)
      .argument('<number>', 'its number', wholeNumber)
      .action(async (number: number) => {
        const client = await context.client();
        const params = { number: String(number), jobStatus: statusOfAction[action] };
        const changed = await client.call('setJobStatus', { params });
        context.printer().answer(changed, () => table([row(changed)]));
      });
}
