import { apiError, calls, ImportMapping, ImportProfileDto, limits, requiredParameter } from '@numscope/contracts';
import { acceptForms, bytesOf, formParts, route } from '@numscope/platform';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { IndexKeeper } from '../commands/index-keeper.ts';
import { importProfiles } from '../commands/import-profiles.ts';
import type { ProfilesDeps } from '../deps.ts';
import type { ImportSource } from '../imports/read-import.ts';

const MAPPING_BYTES = 64 * 1024;

function mappingOf(text: string): ImportMapping {
  try {
    return ImportMapping.parse(JSON.parse(text));
  } catch (error) {
    throw apiError('INVALID', {
      details: [{ field: 'mapping', message: 'must be JSON: an object of fields to columns' }],
      cause: error,
    });
  }
}

/**
 * The file of a form with the mapping before it. @throws ApiError NO_FILES, BODY_TOO_LARGE, UPLOAD_BROKEN, FILE_PARSING
 * for what is no UTF-8
 */
async function sourceOfForm(request: FastifyRequest): Promise<ImportSource> {
  let mapping: ImportMapping | undefined;
  for await (const part of formParts(request)) {
    if ('text' in part) {
      if (part.field === 'mapping' && part.text !== '') mapping = mappingOf(part.text);
      continue;
    }
    const bytes = await bytesOf(part.file);
    if (bytes.length === 0) throw apiError('NO_FILES');
    try {
      return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes), mapping };
    } catch (error) {
      throw apiError('FILE_PARSING', { cause: error });
    }
  }
  throw apiError('NO_FILES');
}

/** An import as JSON. @throws ApiError REQUIRED_PARAMETER, INVALID */
function sourceOfBody(body: unknown): ImportSource {
  if (body === null || body === undefined) throw requiredParameter('importProfileDto', 'importProfiles');
  const dto = ImportProfileDto.safeParse(body);
  if (!dto.success)
    throw apiError('INVALID', {
      details: dto.error.issues.map(({ path, message }) => ({ field: path.join('.'), message })),
    });
  return { dto: dto.data };
}

/** The import, by form with a file or by JSON. What is wrong with it is found before anything is changed. */
export async function importRoutes(
  app: FastifyInstance,
  { kit, store, client }: ProfilesDeps,
  keeper: IndexKeeper,
): Promise<void> {
  await acceptForms(app, { fileBytes: limits.importBytes, fieldBytes: MAPPING_BYTES, files: 1, cutsFiles: false });
  route(app, calls.importProfiles, async ({ request, requestId, audit }) => {
    const source = request.isMultipart() ? await sourceOfForm(request) : sourceOfBody(request.body);
    return {
      imported: await importProfiles(source, { store, keeper, client, clock: kit.clock, requestId }, audit.take()),
    };
  });
}
