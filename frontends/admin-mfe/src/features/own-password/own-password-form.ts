import { messages } from '@numscope/contracts';
import { translate } from '@numscope/ui';
import { foundOf, newPasswordFault, refusedAt } from '../../components/form-faults.ts';

export const passwordFields = ['current', 'password', 'confirm'] as const;
export type PasswordField = (typeof passwordFields)[number];

/** What is wrong with a form, by its fields, in the specified texts. */
export const passwordFaults = ({
  current,
  password,
  confirm,
}: Record<PasswordField, string>): Partial<Record<PasswordField, string>> =>
  foundOf({
    current: current === '' ? translate(messages.passwordRequired) : undefined,
    password: newPasswordFault(password),
    confirm: confirm === password ? undefined : translate(messages.passwordConfirm),
  } satisfies Record<PasswordField, string | undefined>);

/** At which field a refusal of the server belongs, with its reasons; null: it concerns none of them. */
export const refusedPassword = (error: Error) =>
  refusedAt<PasswordField>(error, {
    BAD_CREDENTIALS: 'current',
    PASSWORD_REQUIRED: 'password',
    PASSWORD_RULE: 'password',
  });
