import { type JobPhone, NUMBERING_PLAN } from '@numscope/contracts';

/** Last the numbering plan: it knows something of nearly every number, but not whose it is. */
const planLast = (names: string[]): string[] => [
  ...names.filter((name) => name !== NUMBERING_PLAN),
  ...names.filter((name) => name === NUMBERING_PLAN),
];

/** Who knew something and who could not answer, of one phone. */
export function answersOf(phone: JobPhone): { found: string[]; failed: string[] } {
  const names = (status: string): string[] =>
    planLast(phone.sources.filter((one) => one.status === status).map((one) => one.source));
  return { found: phone.status === 'FOUND' ? names('FOUND') : [], failed: names('FAILED') };
}
