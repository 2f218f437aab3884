import type { AuditEntry } from '@numscope/contracts';

const subjectNames = ['job', 'jobs', 'user', 'phone', 'source', 'webhook', 'name', 'status'] as const;
export type SubjectName = (typeof subjectNames)[number];

/** A value that can stand in a sentence; what is masked, cut or none cannot. */
function word(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.trim() !== '' && value !== '***' ? value : undefined;
}

const firstOf = (...values: unknown[]): string | undefined => values.map(word).find((text) => text !== undefined);

function jobOf({ jobNumber, jobName, number }: AuditEntry['args'], otherNumber: unknown): string | undefined {
  const named = firstOf(jobNumber, number, otherNumber);
  const name = word(jobName);
  return named !== undefined && name !== undefined ? `${named} ${name}` : named;
}

/** What an entry is about, as far as its arguments say it by name. */
export function subjectsOf({ args }: AuditEntry): Partial<Record<SubjectName, string | undefined>> {
  const { jobNames } = args;
  const phone = word(args['phone']);
  return {
    // Some calls know a job by its number, others by an id that is one as well.
    job: jobOf(args, args['jobNumber'] ?? args['jobId'] ?? args['id']),
    jobs:
      Array.isArray(jobNames) && jobNames.length > 0
        ? jobNames.flatMap((one) => word(one) ?? []).join(', ')
        : undefined,
    user: firstOf(args['userName'], args['username']),
    phone: phone !== undefined && /^\d/.test(phone) ? `+${phone}` : phone,
    source: word(args['name']),
    webhook: firstOf(args['webhookName'], args['name']),
    name: firstOf(args['key_name'], args['name'], args['entry']),
    status: firstOf(args['jobStatus'], args['status']),
  };
}
