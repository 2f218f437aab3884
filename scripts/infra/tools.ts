import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { step } from '../steps.ts';

/** What came of one check. `skipped`: a tool or an engine is missing, `why` says which. */
export interface Finding {
  what: string;
  result: 'right' | 'wrong' | 'skipped';
  why?: string;
}

/** Whether a program is on the path. */
export function has(program: string): boolean {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return statSync(join(folder, program)).isFile();
    } catch {
      return false;
    }
  });
}

export const skipped = (what: string, why: string): Finding => ({ what, result: 'skipped', why });

/** Runs a command with its output shown; its exit code decides. */
export async function judge(
  what: string,
  command: string,
  args: string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<Finding> {
  const code = await step(what, command, args, options.env, options.cwd);
  return code === 0 ? { what, result: 'right' } : { what, result: 'wrong', why: `${command} ended with ${code}` };
}
