import { Readable } from 'node:stream';
import { apiError, calls, requiredParameter } from '@numscope/contracts';
import { route } from '@numscope/platform';
import type { FastifyInstance } from 'fastify';
import type { ProfilesDeps } from '../deps.ts';
import { csvExport } from '../presenters/csv-export.ts';
import { Digest } from '../presenters/digest.ts';
import { jsonlExport } from '../presenters/jsonl-export.ts';
import { allProfiles } from '../queries/all-profiles.ts';

const fileName = (extension: string): string => `attachment; filename="PROFILES.${extension}"`;

/** The export without a cap: read, written and sent in slices, so that its size costs time and no memory. */
export function exportStreamRoutes(app: FastifyInstance, { store, index }: ProfilesDeps): void {
  route(app, calls.exportProfileStream, async ({ body, query, reply }) => {
    if (body === null || body === undefined) throw requiredParameter('requestBody', 'exportProfileStream');
    const slices = allProfiles(store, index, body.filters);
    const digest = new Digest();
    if (query.format === 'jsonl') {
      reply.type('application/x-ndjson; charset=utf-8').header('content-disposition', fileName('jsonl'));
      return reply.send(Readable.from(jsonlExport(slices, digest), { objectMode: false }));
    }
    if (query.format !== 'csv') throw apiError('UNSUPPORTED_TYPE', { details: { formats: ['jsonl', 'csv'] } });
    reply.type('text/csv; charset=utf-8').header('content-disposition', fileName('csv'));
    reply.trailer('x-profile-count', async () => String(digest.count));
    reply.trailer('x-content-sha256', async () => digest.hex());
    return reply.send(Readable.from(csvExport(slices, digest), { objectMode: false }));
  });
}
