import { apiError, calls } from '@numscope/contracts';
import { route } from '@numscope/platform';
import type { FastifyInstance } from 'fastify';
import { deleteProfile } from '../commands/delete-profile.ts';
import type { IndexKeeper } from '../commands/index-keeper.ts';
import type { ProfilesDeps } from '../deps.ts';
import { timelineOf } from '../domain/timeline/timeline.ts';
import { detailText } from '../presenters/profile-detail.ts';
import { observationsOfPhone } from '../queries/observations-of-phone.ts';
import { untouchedObservations } from '../queries/untouched-observations.ts';
import { sendJson } from './send-json.ts';

/** Calls about one number. */
export function singleProfileRoutes(app: FastifyInstance, deps: ProfilesDeps, keeper: IndexKeeper): void {
  const { store, client } = deps;
  route(app, calls.getProfile, async ({ params, reply }) => {
    const [profile] = await store.profiles([params.phone]);
    if (profile === undefined) throw apiError('NOT_FOUND');
    return sendJson(reply, profile);
  });

  route(app, calls.individualExport, async ({ query, reply }) => {
    const [stored] = await store.details([query.phone]);
    if (!stored) throw apiError('NOT_FOUND');
    return sendJson(reply, detailText(stored));
  });

  route(app, calls.individualExportAsIs, ({ query, requestId }) =>
    untouchedObservations(deps, { phone: query.phone, email: query.email, requestId }),
  );

  route(app, calls.profileTimeline, async ({ params, requestId }) => {
    // What was mapped tells of changes: no raw answer is needed.
    const observations = await observationsOfPhone(deps, params.phone, requestId, 0);
    if (observations.length === 0) throw apiError('NOT_FOUND');
    return timelineOf(observations);
  });

  for (const call of [calls.deleteProfile, calls.deleteProfileByGet]) {
    route(app, call, async ({ params, audit }) => deleteProfile(store, keeper, params.phone, audit.take()));
  }

  route(app, calls.refreshProfile, async ({ params, userName, requestId, audit }) => {
    const body = { phone: params.phone, requestedBy: userName, audit: audit.hand() };
    const { kept, ...accepted } = await client.call(calls.requestRefresh, { body, requestId });
    const entry = kept ? null : audit.take();
    if (entry) deps.kit.audit.record(entry);
    return accepted;
  });
}
