import { Readable } from 'node:stream';
import {
  apiError,
  bodyNameOf,
  calls,
  exportEndings,
  type ExportFormat,
  exportFormats,
  exportMediaTypes,
  fileStamp,
  requiredParameter,
} from '@numscope/contracts';
import { route } from '@numscope/platform';
import type { FastifyInstance } from 'fastify';
import type { ProfilesDeps } from '../deps.ts';
import { pictureCarrier } from '../presenters/carried-pictures.ts';
import { csvExport } from '../presenters/csv-export.ts';
import { Digest } from '../presenters/digest.ts';
import { ftmExport } from '../presenters/ftm-export.ts';
import { jsonlExport } from '../presenters/jsonl-export.ts';
import { mispExport } from '../presenters/misp-export.ts';
import { stixExport } from '../presenters/stix-export.ts';
import { xlsxExport } from '../presenters/xlsx-export.ts';
import { allProfiles } from '../queries/all-profiles.ts';

const formats = {
  jsonl: jsonlExport,
  csv: csvExport,
  xlsx: xlsxExport,
  ftm: ftmExport,
  stix: stixExport,
  misp: mispExport,
} satisfies Record<ExportFormat, object>;

/** The export without a cap: read, written and sent in slices, so that its size costs time and no memory. */
export function exportStreamRoutes(app: FastifyInstance, { kit, store, index, client }: ProfilesDeps): void {
  route(app, calls.exportProfileStream, async ({ body, query, reply }) => {
    if (body === null || body === undefined)
      throw requiredParameter(bodyNameOf(calls.exportProfileStream), 'exportProfileStream');
    const format = exportFormats.find((each) => each === query.format);
    if (!format) throw apiError('UNSUPPORTED_TYPE', { details: { formats: exportFormats } });
    const digest = new Digest();
    const read = format === 'jsonl' ? store.wholeProfiles : store.profiles;
    const slices = allProfiles({ store, index, read }, body.filters);
    const bytes = formats[format];
    reply
      .type(exportMediaTypes[format])
      .header(
        'content-disposition',
        `attachment; filename="PROFILES_${fileStamp(kit.clock.now())}.${exportEndings[format]}"`,
      );
    // The last line of jsonl says the same.
    if (format !== 'jsonl') {
      reply.trailer('x-profile-count', async () => String(digest.count));
      reply.trailer('x-content-sha256', async () => digest.hex());
    }
    return reply.send(Readable.from(bytes(slices, digest, pictureCarrier(client)), { objectMode: false }));
  });
}
