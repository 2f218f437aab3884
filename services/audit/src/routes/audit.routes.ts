import { apiError, calls, limits } from '@numscope/contracts';
import { route } from '@numscope/platform';
import type { FastifyInstance } from 'fastify';
import type { AuditDeps } from '../deps.ts';
import { exportFileName, exportFormats } from '../presenters/export-formats.ts';
import { chainState } from '../queries/chain-state.ts';
import { auditQueryOf, searchAudit } from '../queries/search-audit.ts';

/** Reading the trail. Nothing can be changed through a call. */
export function addAuditRoutes(app: FastifyInstance, { store, kit }: AuditDeps): void {
  route(app, calls.searchAudit, ({ body, identity }) => searchAudit(body, identity, store));

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

  let walking: ReturnType<typeof chainState> | undefined;
  route(app, calls.auditChain, () => {
    // A walk reads the whole trail: who asks meanwhile gets the same answer.
    walking ??= chainState(store).finally(() => (walking = undefined));
    return walking;
  });
}
