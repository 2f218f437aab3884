import type { Claim, Submission } from '../connectors/http/submissions.port.ts';

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

const keyOf = (source: string, phone: string): string => `${phone} ${source}`;

/**
 * Which numbers calls of this process hand in or ask on for, each by the id of its submission, until they let go of them
 * or their answers are kept: of two calls that want the same number the other one waits.
 */
export class ClaimsHere {
  readonly #claims = new Map<string, Pick<Claim, 'id' | 'at'>>();

  /** Takes those that no other call has. */
  take({ id, source, phones, at }: Omit<Claim, 'since'>): string[] {
    const free = phones.filter((phone) => !this.#claims.has(keyOf(source, phone)));
    for (const phone of free) this.#claims.set(keyOf(source, phone), { id, at });
    return free;
  }

  holds(source: string, phone: string, id: string): boolean {
    return this.#claims.get(keyOf(source, phone))?.id === id;
  }

  letGo({ id, source, phones }: Pick<Claim, 'id' | 'source' | 'phones'>): void {
    for (const phone of phones) if (this.holds(source, phone, id)) this.#claims.delete(keyOf(source, phone));
  }

  /** All of a number that began until then. */
  forget(phone: string, until: number): void {
    for (const [key, { at }] of this.#claims) if (key.startsWith(`${phone} `) && at <= until) this.#claims.delete(key);
  }
}
