const phonesIn = (columns: string): string => `(SELECT SUM(${columns}) FROM part WHERE part.job = job.key)`;
const ALL = 'pending + sent + found + not_found + failed + not_valid';

/** What a list of jobs can be sorted by, and the SQL that does it. */
export const sortFields: Readonly<Record<string, string>> = {
  number: 'number',
  id: 'id',
  name: 'folded',
  status: 'status',
  type: 'type',
  createdOn: 'created_on',
  createdBy: 'created_by',
  startedOn: 'started_on',
  finishedOn: 'finished_on',
  iteration: 'iteration',
  totalPhoneNumbers: phonesIn(ALL),
  phonesSent: phonesIn('sent + found + not_found + failed'),
  progress: `${phonesIn('(found + not_found + failed) * 1.0')} / MAX(1, ${phonesIn('pending + sent + found + not_found + failed')})`,
};
