import { newId } from '@numscope/platform';
import { create, createMain, FIRST_PASS, type JobDraft, newJob, plainDraft } from '../../domain/job.ts';
import type { Transition } from '../../domain/job-state.ts';
import { sizeOf } from '../../domain/passes.ts';
import { code, type Tally } from '../../domain/phone-status.ts';
import type { Act, Changed, JobRecord, PhoneRows, UploadCounts } from '../job-store.port.ts';
import { pendingRow, type PhoneRow } from '../phone-result.ts';
import { type PhoneValue, textValue } from '../phone-value.ts';
import { documentOf, type JobDocument } from './documents.ts';
import { JobChange, type Jobs, MAIN_KEY } from './jobs.ts';
import type { Joins } from './joins.ts';
import { cut, open } from './parts.ts';
import { partOf } from './phone-id.ts';
import { documentOfPhone } from './phone-states.ts';
import { GIVEN_UP, type UploadHeartbeat } from './upload-heartbeat.ts';

const notValidRow = (phone: PhoneValue): PhoneRow => ({ ...pendingRow(phone), status: code.NOT_VALID });

const rowsOf = ({ numbers, notValid, texts }: PhoneRows): PhoneRow[] => [
  ...Array.from(numbers, (phone, index) => (notValid?.[index] ? notValidRow(phone) : pendingRow(phone))),
  ...texts.map((text) => notValidRow(textValue(text))),
];

/** Takes phones in for jobs to be: they lie under the key of a job that nobody sees before the last step. */
export function uploads(jobs: Jobs, joins: Joins, heartbeat: UploadHeartbeat) {
  const { phones } = jobs;
  /** The job that each upload of this process is to become. */
  const underWay = new Map<number, JobDocument>();

  const uploadOf = (key: number): JobDocument => {
    const upload = underWay.get(key);
    if (!upload) throw new Error(GIVEN_UP);
    return upload;
  };

  const write = (upload: JobDocument, rows: readonly PhoneRow[]): Promise<unknown> =>
    phones.add(rows.map((row) => documentOfPhone(upload, FIRST_PASS, row)));

  /** How many phones an upload has; keeps what its parts come to. */
  const countPhones = async (upload: JobDocument): Promise<number> => {
    const parts = await jobs.partsOf(upload);
    for (const [index, { tally }] of parts.entries()) Object.assign(upload.parts[index] ?? {}, { tally });
    return sizeOf(parts);
  };

  const identityOf = async (key: number) => ({ key, id: newId(), number: await jobs.take('number') });

  /** The step that makes a job of it all. */
  const insert = async (made: Transition, given: Partial<JobDocument>, { audit, trace }: Act): Promise<JobRecord> => {
    const change = new JobChange({ ...documentOf(made.job), ...given });
    change.emit(audit);
    change.apply(made, trace);
    if (!(await jobs.insert(change))) throw new Error(GIVEN_UP);
    return jobs.record(change.job);
  };

  return {
    async beginUpload(): Promise<number> {
      const key = await jobs.take('key');
      await heartbeat.begin(key);
      underWay.set(key, documentOf(newJob(plainDraft, { key, id: '', number: 0 }, { by: '', at: 0 })));
      return key;
    },

    async addPhones(key: number, added: PhoneRows): Promise<void> {
      const upload = uploadOf(key);
      const rows = rowsOf(added);
      const [first] = rows;
      if (!first) return;
      await heartbeat.renew(key);
      await write(upload, rows);
      const notValid = rows.filter(({ status }) => status === code.NOT_VALID).length;
      const tally: Tally = [rows.length - notValid, 0, 0, 0, 0, notValid, 0];
      upload.parts.push({ first: first.phone, number: null, id: null, pass: FIRST_PASS, tally, opened: 0 });
    },

    async addMoved(key: number, numbers: Float64Array): Promise<void> {
      const upload = uploadOf(key);
      await heartbeat.renew(key);
      await write(upload, Array.from(numbers, pendingRow));
      const [lowest] = numbers;
      if (upload.parts.length === 0 && lowest !== undefined)
        upload.parts.push({ first: lowest, number: null, id: null, pass: FIRST_PASS, tally: null, opened: 0 });
      for (const part of new Set(Array.from(numbers, (phone) => partOf(upload, phone)))) {
        if (!part) continue;
        open(part);
        await cut(phones, upload, part);
      }
    },

    async commitUpload(key: number, draft: JobDraft, counts: UploadCounts, act: Act): Promise<JobRecord> {
      const upload = uploadOf(key);
      const size = await countPhones(upload);
      const job = {
        ...newJob(draft, await identityOf(key), act),
        duplicates: counts.read - size,
        skipped: counts.skippedLines,
      };
      const made = create(job, size, draft.hold, act);
      const superJob = made.job.subtype === 'SUPER_JOB';
      const first = superJob ? await jobs.take('number', upload.parts.length) : 0;
      const parts = superJob
        ? upload.parts.map((part, index) => ({ ...part, number: first + index, id: newId() }))
        : upload.parts;
      const record = await insert(made, { parts }, act);
      underWay.delete(key);
      return (await heartbeat.end(key)) ? ((await jobs.countAnew(key)) ?? record) : record;
    },

    async joinUpload(key: number, target: string, counts: UploadCounts, act: Act): Promise<Changed> {
      const upload = uploadOf(key);
      if (!(await heartbeat.handOver(key))) throw new Error(GIVEN_UP);
      const duplicates = counts.read - (await countPhones(upload));
      const outcome = await joins.request(target, act, [
        { source: key, afresh: false, merge: null, duplicates, skipped: counts.skippedLines },
      ]);
      // Removed meanwhile, because the request came so late: then there is nothing that could join.
      if ('job' in outcome && !(await heartbeat.isHandedOver(key))) throw new Error(GIVEN_UP);
      underWay.delete(key);
      return outcome;
    },

    async createFrom(source: string, draft: JobDraft, act: Act): Promise<Changed> {
      const from = await jobs.byRef(source);
      if (!from) return { refused: 'NOT_FOUND' };
      const made = create(newJob(draft, await identityOf(await jobs.take('key')), act), 0, draft.hold, act);
      const joining = joins.entry({ source: from.key, afresh: true, merge: null, duplicates: 0, skipped: 0 });
      return { job: await insert(made, { joins: [joining] }, act) };
    },

    async dropUpload(key: number): Promise<void> {
      underWay.delete(key);
      await heartbeat.drop(key);
    },

    /** Two processes that start at once make one: its key is taken then. */
    async ensureMainJob(act: Act): Promise<void> {
      if (await jobs.byKey(MAIN_KEY)) return;
      await jobs.beginCounters();
      const made = createMain({ key: MAIN_KEY, id: newId(), number: MAIN_KEY }, act);
      const change = new JobChange(documentOf(made.job));
      change.emit(act.audit);
      change.apply(made, act.trace);
      await jobs.insert(change);
    },
  };
}
