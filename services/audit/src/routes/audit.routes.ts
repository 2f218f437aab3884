import { apiError, calls, type ChainState, limits } from '@numscope/contracts';
import { route } from '@numscope/platform';
import type { FastifyInstance } from 'fastify';
import type { AuditContext } from '../deps.ts';
import { readAuditFilter } from '../domain/audit-filter.ts';
import { exportFileName, exportFormats } from '../presenters/export-formats.ts';
import { checkTrail } from '../queries/check-trail.ts';
import { auditQueryOf, searchAudit } from '../queries/search-audit.ts';
import { trailState } from '../queries/trail-state.ts';

/** Reading the trail. Nothing can be changed through a call. */
export function addAuditRoutes(app: FastifyInstance, context: AuditContext): void {
  const { store, kit, signer, checkpointer, settings } = context;
  route(app, calls.searchAudit, ({ body, identity }) => searchAudit(body, identity, store));

  route(app, calls.auditOfPhone, async ({ body }) => {
    const filter = { page: 0, size: limits.maxPageSize, actionTypes: [], text: body.phone.slice(1) };
    const { entries } = await store.search(readAuditFilter(filter, null), 0, limits.maxPageSize);
    return entries;
  });

  route(app, calls.exportAudit, async ({ params, body, identity, reply }) => {
    const type = params.type.toLowerCase();
    const format = exportFormats.get(type);
    if (!format) throw apiError('UNSUPPORTED_TYPE', { details: { supported: [...exportFormats.keys()] } });
    if (body.size > limits.exportAudit) throw apiError('TOO_MANY_ENTRIES', { details: { limit: limits.exportAudit } });
    const { entries } = await store.search(auditQueryOf(body, identity), body.page * body.size, body.size);
    return reply
      .type(format.contentType)
      .header('content-disposition', `attachment; filename="${exportFileName(type, kit.clock.now())}"`)
      .send(format.write(entries));
  });

  let walking: Promise<ChainState> | undefined;
  const check = async (by: string): Promise<ChainState> => {
    const parts = { store, keys: signer.keys, outside: checkpointer.outside() };
    const state = { ...(await checkTrail(parts, () => undefined)), at: kit.clock.now(), by };
    const { head: _head, begins: _begins, found: _found, ...remembered } = state;
    await store.keepCheck(remembered);
    return state;
  };
  route(app, calls.auditChain, ({ identity }) => {
    // A walk reads the whole trail: who asks meanwhile gets the same answer.
    walking ??= check(identity?.userName ?? '').finally(() => (walking = undefined));
    return walking;
  });

  route(app, calls.auditTrail, () =>
    trailState({ store, signer, checkpointer, retentionDays: settings.retentionDays, now: kit.clock.now() }),
  );
}
