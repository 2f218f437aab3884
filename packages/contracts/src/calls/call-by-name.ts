import type { Call } from './call.ts';
import { firstCalls } from './first-calls.ts';
import type { CallName } from './calls.ts';

const first: Readonly<Partial<Record<CallName, Call>>> = firstCalls;

/** The declaration of a call that is there from the start; undefined: it comes by `laterCall`. */
export const firstCall = (name: CallName): Call | undefined => first[name];

/** Those that are not, in a page a file of their own. Whoever knows that they are about to be made has it loaded ahead. */
export const loadLaterCalls = () => import('./later-calls.ts');

/** @throws Error when their file cannot be loaded */
export async function laterCall(name: CallName): Promise<Call | undefined> {
  const later: Readonly<Partial<Record<CallName, Call>>> = (await loadLaterCalls()).laterCalls;
  return later[name];
}
