import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { ScriptEnded } from '../terminal.ts';

const root = join(import.meta.dirname, '..', '..', '..', '..');

const handedOn = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The exit code of a script; of one that a signal ended as a shell tells it. */
const codeOf = (child: ChildProcess): Promise<number> =>
  new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(signal === null ? (code ?? 1) : 128 + constants.signals[signal]));
  });

export interface RepositoryCommand {
  name: string;
  /** The script of the repository, and the words before what it is given. */
  script: readonly [string, ...string[]];
  does: string;
}

/** A command that works on the files of an installation, as a script of the repository does; no server is asked. */
export function addRepositoryCommand(parent: Command, context: Context, command: RepositoryCommand): void {
  const { name, script, does } = command;
  parent
    .command(name)
    .description(does)
    .argument('[words...]')
    .allowUnknownOption()
    .helpOption(false)
    .action(async (words: string[]) => {
      const [file, ...before] = script;
      const json = context.printer().isJson && !words.includes('--json') ? ['--json'] : [];
      const child = spawn(process.execPath, [join(root, 'scripts', `${file}.ts`), ...before, ...words, ...json], {
        stdio: 'inherit',
        env: context.surroundings.env,
      });
      // Who ends this one means that one.
      const hand = (signal: NodeJS.Signals) => child.kill(signal);
      for (const signal of handedOn) process.on(signal, hand);
      const code = await codeOf(child);
      for (const signal of handedOn) process.off(signal, hand);
      if (code !== 0) throw new ScriptEnded(code);
    });
}
