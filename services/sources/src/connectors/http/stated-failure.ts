import { type FaultKind, faultKinds } from '@numscope/contracts';
import { isItem, textOf } from '../../domain/fields/field-shapes.ts';
import { isTrue } from './expressions.ts';
import type { SecretMask } from './secret-mask.ts';

const REASON_CHARS = 500;

/** What `failed` found. */
export interface StatedFailure {
  /** In the provider's words, or that it had none. */
  message: string;
  /** What kind of trouble it is, where the expression tells it; the status may tell it too. */
  kind: FaultKind | null;
}

const kindIn = (value: unknown): FaultKind | null => faultKinds.find((kind) => kind === value) ?? null;

/** What a value of `failed` says: words, or `{ kind, message }`; null when it says that nothing failed. */
export function statedFailure(value: unknown, mask: SecretMask): StatedFailure | null {
  if (!isTrue(value)) return null;
  const [words, kind] = isItem(value) ? [value['message'], kindIn(value['kind'])] : [value, null];
  const message = textOf(words);
  // Cleaned before it is cut: half a secret is not found.
  return { message: message === null ? 'says that it failed' : mask.clean(message).slice(0, REASON_CHARS), kind };
}

/** Whether a failure tells of the source as a whole: that it does not serve a number says nothing of the next one. */
export const isOfSource = ({ kind }: StatedFailure): boolean => kind !== 'NO_COVERAGE';
