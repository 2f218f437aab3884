import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { UsageError } from '../terminal.ts';

/** What people may ask of those who keep data about them. */
export function addPrivacyCommands(program: Command, context: Context): void {
  program
    .command('erase')
    .description('Erase a number everywhere; its certificate is the answer')
    .argument('<phone>')
    .requiredOption('--purpose <text>', 'why; it is kept with the certificate')
    .option('--yes', 'it is meant: there is no way back')
    .addHelpText('after', "\nExample:\n  numscope erase +998901234567 --purpose 'asked for by its holder' --yes")
    .action(async (phone: string, { purpose, yes }: { purpose: string; yes?: boolean }) => {
      if (!yes) throw new UsageError(`Nothing was erased. ${phone} cannot be brought back: say --yes if it is meant`);
      const certificate = await (await context.client()).call('erasePhone', { body: { phone, purpose } });
      context
        .printer()
        .answer(certificate, () => [
          `${certificate.phone} was erased by ${certificate.by}: certificate ${certificate.id}`,
          ...certificate.erased.map(({ place, removed }) => `  ${place}: ${removed}`),
          ...(certificate.finishedAt === null ? ['It goes on by itself: not all places have answered yet'] : []),
        ]);
    });
}
