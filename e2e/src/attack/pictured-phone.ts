import { calls } from '@numscope/contracts';
import type { Api } from '../calls/api.ts';
import { jobIs } from '../calls/watch-job.ts';

/** Runs a job over made-up people, and finds one of them with a picture. */
export async function picturedPhone(admin: Api): Promise<{ phone: string; imageId: string }> {
  const job = await admin.call(calls.createJobByRange, {
    body: { name: 'Seen', from: '998901230000', to: '998901230059' },
  });
  await jobIs(admin, job.number, 'DONE');
  const { content } = await admin.call(calls.searchProfiles, { body: { size: 60 } });
  const pictured = content.find(({ images }) => images.length > 0);
  const [imageId] = pictured?.images ?? [];
  if (pictured === undefined || imageId === undefined) throw new Error('none of the made-up people has a picture');
  return { phone: pictured.phone, imageId };
}
