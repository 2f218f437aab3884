import { messages } from '@numscope/contracts';
import { translate } from '@numscope/ui';
import { texts } from '../../texts/texts.ts';

/** What is said where none was typed; undefined: one was. */
export function missingOf(kind: 'password' | 'code', typed: string): string | undefined {
  if (kind === 'password') return typed === '' ? translate(messages.passwordRequired) : undefined;
  return typed.trim() === '' ? texts('factorCodeRequired') : undefined;
}
