import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { addAuditCommand } from './audit.ts';
import { addRepositoryCommand } from './repository.ts';

/** What works on the data folder of this machine. */
export function addLocalCommands(program: Command, context: Context): void {
  const audit = program.command('audit').description('The audit trail');
  addAuditCommand(audit, context);
  addRepositoryCommand(audit, context, {
    name: 'verify',
    script: ['audit', 'verify'],
    does: 'Prove the audit trail by its hashes and signed checkpoints (as `npm run audit -- verify`)',
  });
  addRepositoryCommand(program, context, {
    name: 'backup',
    script: ['backup'],
    does: 'Back up DATA_DIR, or the engines where STORE_URL names MongoDB: --to FOLDER [--incremental] [--encrypt KEY] [--stopped], --check FOLDER [--key FILE] or --new-key FILE',
  });
  addRepositoryCommand(program, context, {
    name: 'restore',
    script: ['restore'],
    does: 'Restore a backup into an empty DATA_DIR, or into the engines: --from FOLDER [--at TIME] [--key FILE] [--replace]',
  });
}
