import type { CallInput } from '@numscope/client';

/** A code, or an error, and what it belongs to. */
export type Returned = CallInput<'finishProviderSignIn'>['body'];

/**
 * What the identity provider sent this page back with, once: it leaves the address, so that no history and no reload
 * has it. Null: nothing.
 */
export function takeReturned(): Returned | null {
  const parameters = new URLSearchParams(location.search);
  const [state, code, iss, error] = ['state', 'code', 'iss', 'error'].map((name) => parameters.get(name) ?? undefined);
  if (state === undefined || (code === undefined && error === undefined)) return null;
  history.replaceState(history.state, '', location.pathname);
  return { state, code, iss, error };
}
