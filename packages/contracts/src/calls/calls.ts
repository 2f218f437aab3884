import type { Call } from './call.ts';
import { firstCalls } from './first-calls.ts';
import { laterCalls } from './later-calls.ts';

export { bodyNameOf, type Call, isRepeatable } from './call.ts';
export { covers, type KeyNeed, keyNeedOf } from './key-scope.ts';

/** The one table of all calls. */
export const calls = { ...firstCalls, ...laterCalls } as const satisfies Record<string, Call>;

export type CallName = keyof typeof calls;

/** All paths under which a call answers: `/api/v2/x` and `/api/x` are one handler. */
export function pathsOf(definition: Call): string[] {
  const twins = definition.path.startsWith('/api/v2/')
    ? [definition.path, definition.path.replace('/api/v2/', '/api/')]
    : [definition.path];
  return [...twins, ...(definition.aliases ?? [])];
}
