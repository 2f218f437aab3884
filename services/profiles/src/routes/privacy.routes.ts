import { calls } from '@numscope/contracts';
import { route } from '@numscope/platform';
import type { FastifyInstance } from 'fastify';
import type { Eraser } from '../commands/erase-number.ts';
import type { ProfilesDeps } from '../deps.ts';
import { accessPage } from '../presenters/access-page.ts';
import { accessDocument } from '../queries/access-document.ts';

/** What people may ask of those who keep data about them. */
export function privacyRoutes(app: FastifyInstance, deps: ProfilesDeps, eraser: Eraser): void {
  route(app, calls.erasePhone, ({ body: { phone, purpose }, userName, audit }) =>
    eraser.erase({ phone, purpose, by: userName, audit: audit.take() }),
  );

  route(app, calls.accessDocument, async ({ query, request, reply, requestId }) => {
    const document = await accessDocument(deps, query.phone, requestId);
    if (!(request.headers.accept ?? '').includes('text/html')) return document;
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
      .send(accessPage(document));
  });
}
