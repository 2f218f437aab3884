import type { AuditEntry, AuditEntryShown } from '@numscope/contracts';
import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { table } from '../terminal.ts';

const lineOf = ({ id, createdTimestamp, username, details, outcome }: AuditEntry): string =>
  `${id} ${new Date(createdTimestamp).toISOString()} ${username}: ${details} (${outcome})`;

function chainLines(chain: NonNullable<AuditEntryShown['chain']>): string[][] {
  const { seq, hash, previousHash, fits, before, after, checkpoint } = chain;
  return [
    ['place', String(seq)],
    ['hash', `${hash}${fits ? '' : ' (does not fit what stands there)'}`],
    ['hash before', previousHash ?? '(that entry is gone)'],
    ['before', before ? lineOf(before) : '(none)'],
    ['after', after ? lineOf(after) : '(none)'],
    ['checkpoint', checkpoint ? `${checkpoint.number}, signed for entry ${checkpoint.seq}` : '(none yet)'],
  ];
}

/** `audit show`, which asks the running installation. */
export function addAuditCommand(audit: Command, context: Context): void {
  audit
    .command('show')
    .description('One entry, and for administrators where it stands in the chain')
    .argument('<id>')
    .action(async (id: string) => {
      const shown = await (await context.client()).call('auditEntry', { params: { id } });
      const { entry, chain } = shown;
      context
        .printer()
        .answer(shown, () => [lineOf(entry), JSON.stringify(entry.args), ...(chain ? table(chainLines(chain)) : [])]);
    });
}
