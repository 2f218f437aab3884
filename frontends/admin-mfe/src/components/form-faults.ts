import { ApiFailure } from '@numscope/client';
import { messages, passwordPattern } from '@numscope/contracts';
import { translate } from '@numscope/ui';

/** Of what was looked for in a form's fields what was found. */
export const foundOf = (faults: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault !== undefined));

/** What is wrong with a new password, in the specified texts. */
export function newPasswordFault(password: string): string | undefined {
  if (password === '') return translate(messages.passwordRequired);
  return passwordPattern.test(password) ? undefined : translate(messages.passwordRule);
}

interface Detail {
  /** Where in what was sent. */
  field?: unknown;
  message: string;
}

const isDetail = (detail: unknown): detail is Detail =>
  typeof detail === 'object' && detail !== null && 'message' in detail && typeof detail.message === 'string';

/** The reasons that a refusal gives beside its specified text. */
export const detailsOf = (error: Error): Detail[] =>
  error instanceof ApiFailure && Array.isArray(error.details) ? error.details.filter(isDetail) : [];

/** The specified text of a refusal, with the reasons that it gives beside that. */
export const refusalText = (error: Error): string =>
  [error.message, ...detailsOf(error).map(({ message }) => message)].join('; ');

/**
 * At which field a refusal of the server belongs, with its reasons; null: it concerns none of them.
 * @param fieldOf the fields by the codes of refusals
 */
export const refusedAt = <Field extends string>(error: Error, fieldOf: Readonly<Record<string, Field>>) => ({
  field: (error instanceof ApiFailure ? fieldOf[error.code] : undefined) ?? null,
  message: refusalText(error),
});
