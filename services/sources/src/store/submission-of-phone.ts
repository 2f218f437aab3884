import type { Submission } from '../connectors/http/submissions.port.ts';

/** One number's part of what was handed in, as stores keep it. */
export interface SubmissionOfPhone extends Omit<Submission, 'phones'> {
  phone: string;
}

/** Brings together what was handed in together. */
export function joinSubmissions(parts: readonly SubmissionOfPhone[]): Submission[] {
  const joined = new Map<string, Submission>();
  for (const { phone, ...common } of parts) {
    const known = joined.get(common.id);
    if (known) known.phones.push(phone);
    else joined.set(common.id, { ...common, phones: [phone] });
  }
  return [...joined.values()];
}
