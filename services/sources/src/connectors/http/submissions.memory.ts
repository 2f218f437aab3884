import type { Submission, Submissions } from './submissions.port.ts';

/** For a source that is only tried, by one call at a time: what it hands in is forgotten with it. */
export function memorySubmissions(): Submissions {
  const kept = new Map<string, Submission>();
  return {
    async claimNumbers({ phones, since }) {
      const submissions = [...new Set(phones.flatMap((phone) => kept.get(phone) ?? []))].filter(({ at }) => at > since);
      const known = new Set(submissions.flatMap((submission) => submission.phones));
      return { submissions, phones: phones.filter((phone) => !known.has(phone)) };
    },
    keepSubmission: async (submission) => submission.phones.forEach((phone) => kept.set(phone, submission)),
    letGo: async () => undefined,
    forgetSubmissions: async () => undefined,
  };
}
