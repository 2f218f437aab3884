import { apiError, calls, type ChainState, limits, LOWER_BOUND_HEADER, TOTAL_HEADER } from '@numscope/contracts';
import { route } from '@numscope/platform';
import type { FastifyInstance } from 'fastify';
import { planCut } from '../checkpoints/keep-to-retention.ts';
import { type RetentionTurns, shorter } from '../checkpoints/retention-turns.ts';
import type { AuditContext } from '../deps.ts';
import { exportFileName, exportFormats } from '../presenters/export-formats.ts';
import { checkTrail } from '../queries/check-trail.ts';
import { checkUnderWay, tellProgress } from '../queries/check-progress.ts';
import { entryInChain } from '../queries/entry-in-chain.ts';
import { sharedCheck } from '../queries/shared-check.ts';
import { auditQueryOf, searchAudit } from '../queries/search-audit.ts';
import { trailState } from '../queries/trail-state.ts';

/** Reading the trail. Nothing can be changed through a call. */
export function addAuditRoutes(app: FastifyInstance, context: AuditContext, retention: RetentionTurns): void {
  const { store, kit, signer, checkpointer, settings } = context;
  route(app, calls.searchAudit, ({ body, identity }) => searchAudit(body, identity, store));

  route(app, calls.auditOfPhone, ({ body }) => store.ofPhone(body.phone.slice(1), limits.maxPageSize));

  route(app, calls.exportAudit, async ({ params, body, identity, reply }) => {
    const type = params.type.toLowerCase();
    const format = exportFormats.get(type);
    if (!format) throw apiError('UNSUPPORTED_TYPE', { details: { supported: [...exportFormats.keys()] } });
    if (body.size > limits.exportAudit) throw apiError('TOO_MANY_ENTRIES', { details: { limit: limits.exportAudit } });
    const query = auditQueryOf(body, identity);
    const { entries, total, totalIsLowerBound } = await store.search(query, body.page * body.size, body.size);
    return reply
      .type(format.contentType)
      .header(TOTAL_HEADER, String(total))
      .header(LOWER_BOUND_HEADER, String(totalIsLowerBound))
      .header('content-disposition', `attachment; filename="${exportFileName(type, kit.clock.now())}"`)
      .send(format.write(entries));
  });

  // A walk reads the whole trail.
  const check = sharedCheck(async (by: string): Promise<ChainState> => {
    const parts = { store, keys: signer.keys, outside: checkpointer.outside() };
    const progress = tellProgress(store, () => kit.clock.now());
    const found = await checkTrail(parts, () => undefined, progress.step).finally(progress.end);
    const state = { ...found, at: kit.clock.now(), by };
    const { head: _head, begins: _begins, found: _faults, ...remembered } = state;
    await store.keepCheck(remembered);
    return state;
  });
  route(app, calls.auditChain, ({ identity }) => check(identity?.userName ?? ''));

  route(app, calls.auditCheckProgress, async () => ({ progress: await checkUnderWay(store, kit.clock.now()) }));

  route(app, calls.auditEntry, ({ params, identity }) => entryInChain(params.id, identity, store, signer.keys));

  route(app, calls.auditTrail, async () => {
    const retentionDays = shorter(settings.retentionDays, await store.retentionDays());
    return trailState({ store, signer, checkpointer, retentionDays, now: kit.clock.now() });
  });

  const gone = async (): Promise<number | null> => (await store.head())?.begins.seq ?? null;
  route(app, calls.countOldAudit, async ({ body }) => {
    const { retentionDays: setting } = settings;
    const { cut } = await planCut(store, signer.keys, shorter(setting, body.days), kit.clock.now());
    return { entries: cut?.entries ?? 0, setting, gone: await gone() };
  });
  route(app, calls.setAuditRetention, ({ body }) => store.keepRetentionDays(body.days));
  route(app, calls.removeOldAudit, async () => {
    await retention.act();
    return { gone: await gone() };
  });
}
