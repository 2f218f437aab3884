import type { ApiFailure } from '@numscope/client';

const reasonsOf = (details: unknown): string[] =>
  (Array.isArray(details) ? details : []).flatMap((detail: unknown) =>
    typeof detail === 'object' && detail !== null && 'message' in detail ? [String(detail.message)] : [],
  );

/** The specified text of a refusal, with the reasons that it gives beside that. */
export const refusalText = ({ message, details }: ApiFailure): string => [message, ...reasonsOf(details)].join('; ');
