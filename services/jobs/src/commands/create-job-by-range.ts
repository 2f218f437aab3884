import type { JobRangeForm } from '@numscope/contracts';
import { phoneRange } from '../domain/phone-range.ts';
import type { JobsContext } from '../jobs-context.ts';
import type { Act, JobRecord } from '../store/job-store.port.ts';
import { draftOf } from './job-draft.ts';
import { takePhones } from './take-phones.ts';

/** @throws ApiError with what is wrong with name, purpose or range */
export async function createJobByRange(form: JobRangeForm, context: JobsContext, act: () => Act): Promise<JobRecord> {
  const draft = draftOf(form, context);
  const phones = phoneRange(form.from, form.to);
  const options = { region: form.region ?? context.settings.defaultRegion, skipInvalidLines: false, clean: false };
  const lines = Buffer.from(phones.join('\n'));
  const job = await takePhones(
    options,
    context,
    (reader) => reader.write(lines),
    (upload, counts) => context.store.commitUpload(upload, draft, counts, act()),
  );
  context.committed();
  return job;
}
