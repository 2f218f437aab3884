import { type Call, calls, keyNeedOf } from '@numscope/contracts';
import type { Operation } from '../attack/operations.ts';

/** Who fuzzes: a user, an administrator, and a program with an administrator's key for everything. */
export type Turn = 'USER' | 'ADMIN' | 'KEY';

/** Those that an operation lets in, of which one tries its edges. */
function letIn(call: Call): readonly Turn[] {
  if (call.access !== 'ADMIN') return ['USER', 'ADMIN'];
  return keyNeedOf(call).group === 'none' ? ['ADMIN'] : ['KEY', 'ADMIN'];
}

/**
 * The edges of an operation's schema are most of its cases, and the same ones whoever tries them: by turns one does who is
 * let in, at one of its paths. @returns the ids of the operations whose edges this caller leaves to others
 */
export function edgesOfOthers(who: Turn, operations: readonly Operation[]): string[] {
  const own = new Set<string>();
  const turns = new Map<string, number>();
  const seen = new Set<string>();
  for (const { operationId, name } of operations) {
    if (name === null || seen.has(name)) continue;
    seen.add(name);
    const able = letIn(calls[name]);
    const turn = turns.get(able.join()) ?? 0;
    turns.set(able.join(), turn + 1);
    if (able[turn % able.length] === who) own.add(operationId);
  }
  return operations.map(({ operationId }) => operationId).filter((id) => !own.has(id));
}
