import { planCut } from '../checkpoints/keep-to-retention.ts';
import { storedCheckpoints } from '../checkpoints/stored-checkpoints.ts';
import { nameOf } from '../domain/checkpoint.ts';
import { openTrail } from './open-trail.ts';
import { type AuditCommand, keysOf, UsageError } from './options.ts';
import type { Terminal } from './verify.ts';

/** `audit retention --dry-run`: what the service's daily turn would remove. @returns the exit code @throws UsageError */
export async function showRetention(command: AuditCommand, { out }: Terminal, now: number): Promise<number> {
  if (!command.dryRun)
    throw new UsageError(
      'The service removes old entries itself, daily, by AUDIT_RETENTION_DAYS. Add --dry-run to see what it would remove.',
    );
  if (command.days === null) throw new UsageError('Say after how many days: --days N.');
  const keys = keysOf(command.keyFiles);
  if (keys.size === 0) throw new UsageError('Name the public key of the checkpoints by --public-key FILE.');
  const { store } = await openTrail(command);
  try {
    const { cut, refusal } = await planCut(
      {
        head: () => store.head(),
        async checkpointBefore(at) {
          let found = null;
          for await (const checkpoint of storedCheckpoints(store)) if (checkpoint.at <= at) found = checkpoint;
          return found;
        },
      },
      keys,
      command.days,
      now,
    );
    if (command.json) out(JSON.stringify({ days: command.days, next: cut, refusal }));
    else if (refusal !== null) out(`With ${command.days} days nothing would be removed: ${refusal}.`);
    else if (cut)
      out(
        `With ${command.days} days ${cut.entries} entries would be removed: all up to entry ${cut.upTo.seq}, at ${nameOf(cut.upTo)}. Nothing was removed.`,
      );
    else out(`With ${command.days} days nothing would be removed: no checkpoint is that old.`);
    return 0;
  } finally {
    await store.close();
  }
}
