import type { FastifyInstance } from 'fastify';
import { pageSender } from '../console/page.ts';
import { describeApi } from './openapi.ts';
import { docsPage } from './page.ts';

/** The description of the API for machines and for people; made when first asked for. */
export function addDocsRoutes(app: FastifyInstance): void {
  let description: string | undefined;
  let page: ReturnType<typeof pageSender> | undefined;

  app.get('/api/openapi.json', (_request, reply) => {
    description ??= JSON.stringify(describeApi());
    return reply.type('application/json; charset=utf-8').send(description);
  });
  app.get('/api/docs', (_request, reply) => {
    page ??= pageSender(docsPage());
    return page(reply);
  });
}
