import { apiError, type JobFileForm } from '@numscope/contracts';
import type { FastifyRequest } from 'fastify';
import type { JobsContext } from '../jobs-context.ts';
import { findJob } from '../queries/find-job.ts';
import type { Act, JobRecord } from '../store/job-store.port.ts';
import { draftOf } from './job-draft.ts';
import { changedJob } from './refusal.ts';
import { takePhones } from './take-phones.ts';
import { feedFile, parseForm, readUploadForm, refuseGone, type UploadForm } from './upload-form.ts';

interface Upload {
  upload: UploadForm;
  request: FastifyRequest;
  context: JobsContext;
  /** Called when the change is made, with the form as it was read. */
  act(form: JobFileForm): Act;
}

const optionsOf = (form: JobFileForm, { settings }: JobsContext) => ({
  region: form.region ?? settings.defaultRegion,
  skipInvalidLines: form.skipInvalidLines,
  clean: form.clean,
});

/** Creates a job of the file's phones. */
async function fromFile(
  file: NonNullable<UploadForm['file']>,
  { upload, request, context, act }: Upload,
): Promise<JobRecord> {
  const before = parseForm(upload.fields);
  let form = before;
  return takePhones(
    optionsOf(before, context),
    context,
    async (reader) => {
      await feedFile(file, request, reader, before.clean);
      await upload.rest();
      form = parseForm(upload.fields);
      draftOf(form, context);
    },
    (key, counts) => context.store.commitUpload(key, draftOf(form, context), counts, act(form)),
    () => refuseGone(request),
  );
}

/** Adds the file's phones to the target job. */
async function toTarget(
  file: NonNullable<UploadForm['file']>,
  target: number,
  { upload, request, context, act }: Upload,
): Promise<JobRecord> {
  const form = parseForm(upload.fields);
  await takePhones(
    optionsOf(form, context),
    context,
    async (reader) => {
      await feedFile(file, request, reader, form.clean);
      await upload.rest();
    },
    async (key, counts) => {
      const outcome = await context.store.joinUpload(key, String(target), counts, act(form));
      return changedJob(outcome, context.settings, { number: target });
    },
    () => refuseGone(request),
  );
  return joined(String(target), context);
}

async function joined(ref: string, context: JobsContext): Promise<JobRecord> {
  await context.carrier.join();
  return findJob(ref, context);
}

/**
 * Creates a job from an uploaded form, or adds its phones to one.
 * @throws ApiError with what is wrong with the form or its file; nothing is kept then
 */
export async function createJobFromFile(
  request: FastifyRequest,
  context: JobsContext,
  act: (form: JobFileForm) => Act,
): Promise<JobRecord> {
  const upload = await readUploadForm(request);
  const all = { upload, request, context, act };
  const target = upload.file ? parseForm(upload.fields).targetNumber : undefined;
  if (upload.file) return target === undefined ? fromFile(upload.file, all) : toTarget(upload.file, target, all);
  const form = parseForm(upload.fields);
  const draft = draftOf(form, context);
  if (form.targetNumber === undefined) throw apiError('FILE_REQUIRED');
  const outcome = await context.store.createFrom(String(form.targetNumber), draft, act(form));
  const job = changedJob(outcome, context.settings, { number: form.targetNumber });
  return joined(job.id, context);
}
