import { ApiFailure, RequiredError } from '@numscope/client';
import { productVersion } from '@numscope/contracts';
import { Command, CommanderError } from 'commander';
import { addCompletion } from './commands/completion.ts';
import { addJobCommands } from './commands/job.ts';
import { addLocalCommands } from './commands/local.ts';
import { addPrivacyCommands } from './commands/privacy.ts';
import { addProfileCommands } from './commands/profile.ts';
import { addSourceCommands } from './commands/source.ts';
import { connect, failureText } from './connection.ts';
import type { Context } from './context.ts';
import { FailedError, plain, Printer, ScriptEnded, type Surroundings, UsageError } from './terminal.ts';

const EXIT = { done: 0, failed: 1, wrongUse: 2 } as const;

const help = `
Who asks, and where, is said by the environment:
  NUMSCOPE_URL       http://127.0.0.1:8080 unless said
  NUMSCOPE_KEY       an API key; or
  NUMSCOPE_USERNAME, NUMSCOPE_PASSWORD

Examples:
  numscope job create phones.csv --name "March" --watch
  numscope profile get +998901234567
  numscope profile export --job 7 --format csv --out march.csv

Exit codes: 0 done, 1 refused or failed, 2 wrong use.`;

/** All commands, and what they are given. */
function programOf(surroundings: Surroundings): { program: Command; context: Context } {
  const program = new Command('numscope')
    .description('Look up phone numbers in bulk with Numscope, from a shell or a script')
    .version(productVersion)
    .option('--json', 'answer in JSON, for programs')
    .addHelpText('after', help)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void surroundings.out.write(text),
      writeErr: (text) => void surroundings.err.write(text),
    });
  const printer = new Map<boolean, Printer>();
  const context: Context = {
    surroundings,
    printer() {
      const isJson = program.opts<{ json?: boolean }>().json === true;
      const made = printer.get(isJson) ?? new Printer(surroundings, isJson);
      printer.set(isJson, made);
      return made;
    },
    client: () => connect(surroundings.env),
  };
  addJobCommands(program, context);
  addProfileCommands(program, context);
  addSourceCommands(program, context);
  addPrivacyCommands(program, context);
  addLocalCommands(program, context);
  addCompletion(program, context);
  return { program, context };
}

/**
 * Runs one command line.
 * @returns the exit code: 0 done, 1 refused or failed, 2 wrong use
 */
export async function run(args: readonly string[], surroundings: Surroundings): Promise<number> {
  const { env, err } = surroundings;
  const { program, context } = programOf(surroundings);
  try {
    await program.parseAsync(args, { from: 'user' });
    return EXIT.done;
  } catch (error) {
    // Commander has said it already.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.wrongUse;
    if (error instanceof ScriptEnded) return error.code;
    context.printer().endProgress();
    if (error instanceof ApiFailure) err.write(`${plain(failureText(error, env))}\n`);
    else if (error instanceof UsageError || error instanceof FailedError || error instanceof RequiredError)
      err.write(`${plain(error.message)}\n`);
    else throw error;
    return error instanceof UsageError || error instanceof RequiredError ? EXIT.wrongUse : EXIT.failed;
  }
}
