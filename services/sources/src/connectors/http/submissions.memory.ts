import type { Submission, Submissions } from './submissions.port.ts';

/** For a source that is only tried: what it hands in is forgotten with it. */
export function memorySubmissions(): Submissions {
  const kept = new Map<string, Submission>();
  return {
    submissionsOf: async (_source, phones, since) => [
      ...new Set(phones.flatMap((phone) => kept.get(phone) ?? []).filter(({ at }) => at > since)),
    ],
    keepSubmission: async (submission) => submission.phones.forEach((phone) => kept.set(phone, submission)),
    forgetSubmissions: async () => undefined,
  };
}
