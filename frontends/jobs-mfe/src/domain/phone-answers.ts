import type { JobPhone } from '@numscope/contracts';

/** Who knew something, who knew nothing and who could not answer, of one phone. */
export function answersOf(phone: JobPhone): { found: string[]; nothing: number; failed: string[] } {
  const names = (status: string): string[] => phone.sources.filter((one) => one.status === status).map((one) => one.source);
  return { found: names('FOUND'), nothing: names('NOT_FOUND').length, failed: names('FAILED') };
}
