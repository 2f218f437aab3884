import { code, isOpen } from '../domain/phone-status.ts';
import type { Resolved } from './job-store.port.ts';
import { afterAnswers, type PhoneState, RETRY, WAS_FOUND } from './phone-result.ts';

/**
 * Flag of an open phone that had its result and was opened to be asked again. The highest of all flags, so that an index
 * finds these as the ones of no less.
 */
export const AGAIN = 128;

/** The flags of a phone that is opened again and had this status. */
export const flagsAgain = (status: number): number => AGAIN | RETRY | (status === code.FOUND ? WAS_FOUND : 0);

/** An open phone after its sources have answered; while it is open it stays one that is asked again. */
export function answered(state: PhoneState, result: Resolved): PhoneState {
  const after = afterAnswers(state, result);
  return isOpen(after.status) ? { ...after, flags: after.flags | (state.flags & AGAIN) } : after;
}
