import { calls } from '@numscope/contracts';
import { route } from '@numscope/platform';
import type { FastifyInstance } from 'fastify';
import type { Eraser } from '../commands/erase-number.ts';
import type { RetentionRuns } from '../commands/retention-runs.ts';
import type { ProfilesDeps } from '../deps.ts';
import { accessPage } from '../presenters/access-page.ts';
import { accessDocument } from '../queries/access-document.ts';
import { retentionState } from '../queries/retention-state.ts';

/** What people may ask of those who keep data about them. */
export function privacyRoutes(app: FastifyInstance, deps: ProfilesDeps, eraser: Eraser, runs: RetentionRuns): void {
  route(app, calls.erasePhone, ({ body: { phone, purpose }, userName, audit }) =>
    eraser.erase({ phone, purpose, by: userName, audit: audit.take() }),
  );

  route(app, calls.getRetention, ({ query, requestId }) => retentionState(deps, query, requestId));

  route(app, calls.setRetention, async ({ body, userName, audit, requestId }) => {
    await runs.set(body, userName, audit.take());
    return retentionState(deps, {}, requestId);
  });

  route(app, calls.accessDocument, async ({ query, request, reply, requestId }) => {
    const document = await accessDocument(deps, query.phone, requestId);
    if (!(request.headers.accept ?? '').includes('text/html')) return document;
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
      .send(accessPage(document));
  });
}
