import type { AuditCheckpoint, ChainFaultShown, ChainState } from '@numscope/contracts';
import { readCheckpoints } from '../checkpoints/read-checkpoints.ts';
import { nameOf } from '../domain/checkpoint.ts';
import { checkTrail } from '../queries/check-trail.ts';
import { openTrail } from './open-trail.ts';
import { type AuditCommand, keysOf, NOTHING_PROVEN, UsageError } from './options.ts';

export interface Terminal {
  out(text: string): void;
  err(text: string): void;
  /** Shows how far it is, in place of what it showed before; an empty text takes it away. Absent: nobody watches. */
  progress?(text: string): void;
}

const meaning: Readonly<Record<ChainFaultShown['kind'], string>> = {
  CHANGED: 'is not what was written: it, its hash, or the entry before it was changed',
  MISSING: 'is missing',
  CUT_OFF: 'and all after it are missing: the end was cut off',
  ADDED: 'stands where the service put none: it was added by somebody else',
  HEAD: 'The head of the trail, which tells its end, is gone or is not what was written',
  REWRITTEN: 'is not the one that was signed for: the trail was rewritten up to here',
  BEGINNING: 'is the first, and nothing signed says that those before it were to go',
  FORGED: 'has a checkpoint that is not genuine',
};

function faultText({ kind, seq, id, expected, found, coveredBy }: ChainFaultShown): string {
  const entry =
    kind === 'HEAD' ? '' : `Entry ${seq}${id === null ? '' : ` (${kind === 'MISSING' ? 'before ' : ''}id ${id})`} `;
  const detail = expected === null && found === null ? '' : `. Expected: ${expected}; found: ${found}`;
  // What a checkpoint was rewritten against is told already by which it was.
  const covered =
    coveredBy === null || kind === 'REWRITTEN'
      ? ''
      : `. The first checkpoint that covers it is ${nameOf(coveredBy)}, signed for entry ${coveredBy.seq}`;
  return `${entry}${meaning[kind]}${detail}${covered}`;
}

/** What the checkpoints say of a trail; of one that is broken they vouch for no more than the hashes that stand there. */
function comparedText({ whole, vouchedUpTo }: Pick<ChainState, 'whole' | 'vouchedUpTo'>, unvouched: number): string {
  if (whole)
    return `vouched for up to entry ${vouchedUpTo}; ${plural(unvouched, 'entry', 'entries')} after that stand on their hashes alone`;
  return vouchedUpTo === 0
    ? 'none of them agrees with it'
    : `the last hash that one of them agrees with is that of entry ${vouchedUpTo}`;
}

const plural = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

/** Reads the checkpoints of a path; one that was named must hold some. */
async function* checkpointsAt(
  { path, named }: AuditCommand['checkpoints'][number],
  onUnreadable: () => void,
): AsyncGenerator<AuditCheckpoint> {
  let any = false;
  for await (const checkpoint of readCheckpoints(path, onUnreadable)) {
    any = true;
    yield checkpoint;
  }
  if (named && !any) throw new UsageError(`There is no checkpoint in ${path}.`);
}

/** A chain that no signature vouches for may be anybody's; of an empty one there is nothing to prove. */
function codeOf({ whole, checkpoints }: Pick<ChainState, 'whole' | 'checkpoints'>, last: number): number {
  if (!whole) return 1;
  return checkpoints > 0 || last === 0 ? 0 : NOTHING_PROVEN;
}

/** `audit verify`. @returns the exit code @throws UsageError */
export async function verify(command: AuditCommand, { out, progress }: Terminal): Promise<number> {
  const keys = keysOf(command.keyFiles);
  if (keys.size === 0 && command.checkpoints.some(({ named }) => named))
    throw new UsageError('Name the public key of the checkpoints by --public-key FILE.');
  const { where, store } = await openTrail(command);
  let unreadable = 0;
  try {
    // Without a key no checkpoint says anything: the chain is checked alone then.
    const outside =
      keys.size === 0 ? [] : command.checkpoints.map((place) => checkpointsAt(place, () => void unreadable++));
    const reader = keys.size === 0 ? { ...store, checkpoints: async () => [] } : store;
    const state = await checkTrail(
      { store: reader, keys, outside },
      (fault) => {
        progress?.('');
        if (!command.json) out(faultText(fault));
      },
      (checked, of) => progress?.(`${checked.toLocaleString('en')} of ${of.toLocaleString('en')} entries checked`),
    ).finally(() => progress?.(''));
    const { whole, entries, faults, head, begins, checkpoints, vouchedUpTo, found } = state;
    const last = (begins?.seq ?? 0) + entries;
    const unvouched = Math.max(0, last - Math.max(vouchedUpTo, begins?.seq ?? 0));
    const code = codeOf(state, last);
    if (command.json) {
      const kids = [...keys.keys()];
      out(
        JSON.stringify({
          proven: code === 0,
          whole,
          where,
          entries,
          begins,
          head,
          checkpoints,
          vouchedUpTo,
          unvouched,
          unreadable,
          keys: kids,
          faults,
          found,
        }),
      );
      return code;
    }
    if (faults > found.length) out(`and ${faults - found.length} more`);
    out(
      whole
        ? `The chain is whole: ${entries} entries, the last hash is ${head ?? '(none)'}`
        : `The chain is broken in ${plural(faults, 'place')}`,
    );
    if (begins) out(`It begins at ${nameOf(begins)}: the entries up to ${begins.seq} were removed, as was signed`);
    if (checkpoints === 0)
      out(
        keys.size === 0
          ? 'No checkpoint was looked at, for want of the key: whoever can write the trail could have rewritten all of it'
          : 'There is no checkpoint yet: whoever can write the trail could have rewritten all of it',
      );
    else
      out(
        `It was compared with ${plural(checkpoints, 'checkpoint')} by ${[...keys.keys()].join(', ')}: ${comparedText(state, unvouched)}`,
      );
    if (unreadable > 0) out(`${plural(unreadable, 'line')} among the checkpoints could not be read`);
    return code;
  } finally {
    await store.close();
  }
}
