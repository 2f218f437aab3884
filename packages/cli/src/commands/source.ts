import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { FailedError, table } from '../terminal.ts';
import { addRepositoryCommand } from './repository.ts';

/** Sources: how they are, what they answer, what they are worth. */
export function addSourceCommands(program: Command, context: Context): void {
  const source = program
    .command('source')
    .description('Sources that are asked about numbers')
    .addHelpText(
      'after',
      `
Examples:
  numscope source list
  numscope source test GETCONTACT --phone +998901234567
  numscope source stats GETCONTACT
  numscope source try GETCONTACT --phone +998901234567 --raw
  numscope source prove`,
    );

  source
    .command('list')
    .description('All sources and how they are')
    .action(async () => {
      const sources = await (await context.client()).call('listSources', {});
      context
        .printer()
        .answer(sources, () => table(sources.map(({ name, state, cause }) => [name, state, cause ?? ''])));
    });

  source
    .command('test')
    .description('Ask a source of the running installation about one number; nothing is kept')
    .argument('<name>')
    .option('--phone <phone>', "the number; the source's test number unless said")
    .action(async (name: string, { phone }: { phone?: string }) => {
      const client = await context.client();
      const body = phone === undefined ? {} : { phone };
      const answer = await client.call('testSource', { params: { name }, body });
      context
        .printer()
        .answer(answer, () => [
          `${answer.status} after ${answer.ms} ms${answer.message === null ? '' : `: ${answer.message}`}`,
          ...Object.entries(answer.fields ?? {}).map(([field, value]) => `  ${field}: ${JSON.stringify(value)}`),
        ]);
      if (!answer.ok) throw new FailedError(`The source ${name} did not answer as it should`);
    });

  source
    .command('stats')
    .description('What a source is worth: what it was asked, found and cost')
    .argument('<name>')
    .action(async (name: string) => {
      const statistics = await (await context.client()).call('sourceStatistics', { params: { name } });
      context
        .printer()
        .answer(statistics, () =>
          table(Object.entries(statistics.total).map(([figure, value]) => [figure, String(value)])),
        );
    });

  addRepositoryCommand(source, context, {
    name: 'try',
    script: ['source', 'try'],
    does: 'Ask a source of the sources file, with no server (as `npm run source -- try`)',
  });
  addRepositoryCommand(source, context, {
    name: 'prove',
    script: ['source', 'prove'],
    does: 'Prove presets on their fixtures, or live with a key (as `npm run source -- prove`)',
  });
}
