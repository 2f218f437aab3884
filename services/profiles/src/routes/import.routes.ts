import { apiError, bodyNameOf, calls, ImportProfileDto, requiredParameter } from '@numscope/contracts';
import { acceptForms, route } from '@numscope/platform';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { importProfiles, type ImportParts } from '../commands/import-profiles.ts';
import { readImportForm } from '../imports/import-form.ts';
import type { ImportSource } from '../imports/read-import.ts';
import type { FileRow } from '../imports/judge-row.ts';
import { readable } from '../store/import-thread.ts';

const MAPPING_BYTES = 64 * 1024;
const SHOWN = 50;
const Rows = z.array(z.record(z.string(), z.unknown()));

/** An import as JSON. @throws ApiError REQUIRED_PARAMETER, INVALID, INVALID_DATA */
function sourceOfBody(body: unknown): ImportSource {
  if (body === null || body === undefined) throw requiredParameter(bodyNameOf(calls.importProfiles), 'importProfiles');
  const dto = ImportProfileDto.safeParse(body);
  if (!dto.success)
    throw apiError('INVALID', {
      details: dto.error.issues.map(({ path, message }) => ({ field: path.join('.'), message })),
    });
  const { profiles = [], rows = [], mapping } = dto.data;
  const objects = Rows.safeParse([...profiles, ...rows]);
  if (!objects.success)
    throw apiError('INVALID_DATA', { details: [{ row: 0, message: 'every row must be an object' }] });
  const all = objects.data.map((row, place): FileRow => ({ row, hasColumns: place >= profiles.length }));
  return { profiles: all, mapping };
}

/** The import, by form with a file or by JSON. What is wrong with it is found before anything is changed. */
export async function importRoutes(app: FastifyInstance, parts: ImportParts): Promise<void> {
  const { store, thread } = parts;
  await acceptForms(app, { fileBytes: Infinity, fieldBytes: MAPPING_BYTES, files: 1, cutsFiles: false });
  route(app, calls.importProfiles, async ({ request, requestId, userName: by, audit }) => {
    const refusal = (outcome: string) => audit.take(outcome);
    const given = { by, requestId, audit: audit.take(), refusal };
    const answer = async (source: ImportSource, release: () => Promise<void>) => {
      const { id, state, profiles } = await importProfiles({ ...given, source, release }, parts);
      return { imported: profiles, id, state };
    };
    if (!request.isMultipart()) return answer(sourceOfBody(request.body), async () => undefined);
    const { file, mapping } = await readImportForm(request);
    return answer({ fd: file.fd, mapping }, () => file.close());
  });
  route(app, calls.previewImport, async ({ request }) => {
    const { file, mapping } = await readImportForm(request);
    try {
      const reader = await thread.reader();
      return readable(await reader.preview(file.fd, mapping));
    } finally {
      await file.close();
    }
  });
  route(app, calls.listImports, () => store.imports(SHOWN));
  route(app, calls.getImport, async ({ params }) => {
    const info = await store.importOf(params.id);
    if (!info) throw apiError('NOT_FOUND');
    return info;
  });
}
