import { asksForHelp } from '@numscope/mains/terminal';
import { reasonOf } from '@numscope/platform';
import { type AuditCommand, commandFrom, type Env, keysOf, NOTHING_PROVEN, USAGE, UsageError } from './options.ts';
import { showRetention } from './retention.ts';
import { type Terminal, verify } from './verify.ts';

/** Prints the public part of the key that signs, as PEM. */
function showPublicKey(command: AuditCommand, { out }: Terminal): number {
  const [key] = keysOf(command.keyFiles).values();
  if (!key) throw new UsageError('There is no key: name its file by --public-key FILE, or set AUDIT_CHECKPOINT_KEY.');
  out(key.export({ type: 'spki', format: 'pem' }).toString().trimEnd());
  return 0;
}

/**
 * `npm run audit -- ...`.
 * @param withinMs how long MongoDB is waited for; 15 s unless said
 * @returns the exit code: 0 proven or done, 1 broken, 2 wrong use or nothing to look at
 */
export async function runAuditCommand(
  args: string[],
  env: Env,
  terminal: Terminal,
  withinMs?: number,
): Promise<number> {
  if (asksForHelp(args)) {
    terminal.out(USAGE);
    return 0;
  }
  try {
    const command = commandFrom(args, env, withinMs);
    if (command.task === 'public-key') return showPublicKey(command, terminal);
    return await (command.task === 'verify' ? verify(command, terminal) : showRetention(command, terminal, Date.now()));
  } catch (error) {
    terminal.err(
      error instanceof UsageError ? `${error.message}\n\n${USAGE}` : `The audit could not be read: ${reasonOf(error)}`,
    );
    return NOTHING_PROVEN;
  }
}
