import { ApiFailure } from '@numscope/client';
import { messages, passwordPattern } from '@numscope/contracts';
import { translate } from '@numscope/ui';
import { refusalText } from '../users/refusal-text.ts';

export const passwordFields = ['current', 'password', 'confirm'] as const;
export type PasswordField = (typeof passwordFields)[number];
export type PasswordForm = Record<PasswordField, string>;
export type PasswordFaults = Partial<Record<PasswordField, string>>;

function newPasswordFault(password: string): string | undefined {
  if (password === '') return translate(messages.passwordRequired);
  return passwordPattern.test(password) ? undefined : translate(messages.passwordRule);
}

/** What is wrong with a form, by its fields, in the specified texts. */
export function passwordFaults({ current, password, confirm }: PasswordForm): PasswordFaults {
  const faults = {
    current: current === '' ? translate(messages.passwordRequired) : undefined,
    password: newPasswordFault(password),
    confirm: confirm === password ? undefined : translate(messages.passwordConfirm),
  };
  return Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault !== undefined));
}

const fieldOfCode: Readonly<Record<string, PasswordField>> = {
  BAD_CREDENTIALS: 'current',
  PASSWORD_REQUIRED: 'password',
  PASSWORD_RULE: 'password',
};

/** At which field a refusal of the server belongs, with its reasons; null: it concerns none of them. */
export function refusedPassword(error: Error): { field: PasswordField | null; message: string } {
  if (!(error instanceof ApiFailure)) return { field: null, message: error.message };
  return { field: fieldOfCode[error.code] ?? null, message: refusalText(error) };
}
