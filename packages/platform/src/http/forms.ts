import multipart, { type Multipart } from '@fastify/multipart';
import { ApiError, apiError } from '@numscope/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { codeOf, reasonOf } from '../errors.ts';
import { ScannedFile } from './scanned-file.ts';

/** Limits of a multipart form; sizes in bytes. A larger file is cut where `cutsFiles`, and refused otherwise. */
export interface FormLimits {
  fileBytes: number;
  fieldBytes: number;
  files: number;
  cutsFiles: boolean;
}

const MOST_FIELDS = 50;

/** Files of a request that are on their way through the scanner, or were. */
const scanned = new WeakMap<FastifyRequest, ScannedFile[]>();

/** Lets an app take multipart forms. */
export async function acceptForms(
  app: FastifyInstance,
  { fileBytes, fieldBytes, files, cutsFiles }: FormLimits,
): Promise<void> {
  await app.register(multipart, {
    limits: { fileSize: fileBytes, fieldSize: fieldBytes, files, fields: MOST_FIELDS, parts: MOST_FIELDS + files },
    throwFileSizeLimit: !cutsFiles,
  });
  // Who refuses a form before its file was read leaves the file where it is: its scan would take a place for good.
  app.addHook('onResponse', async (request) => {
    for (const file of scanned.get(request) ?? []) file.destroy();
  });
}

const wrong = (field: string, message: string, cause?: unknown): ApiError =>
  apiError('INVALID', { details: [{ field, message }], cause });

const foreseen: Readonly<Record<string, (cause: unknown) => ApiError>> = {
  FST_REQ_FILE_TOO_LARGE: (cause) => apiError('BODY_TOO_LARGE', { cause }),
  FST_FILES_LIMIT: (cause) => wrong('file', 'one file only', cause),
  FST_FIELDS_LIMIT: (cause) => wrong('requestBody', `a form may have ${MOST_FIELDS} fields`, cause),
  FST_PARTS_LIMIT: (cause) => wrong('requestBody', `a form may have ${MOST_FIELDS} fields`, cause),
  FST_PROTO_VIOLATION: (cause) => wrong('requestBody', 'a field has a name that no form has', cause),
  FST_INVALID_JSON_FIELD_ERROR: (cause) => wrong('requestBody', 'a field that says it is JSON is not', cause),
  FST_MP_PREMATURE_CLOSE: (cause) => apiError('UPLOAD_BROKEN', { cause }),
};

const brokenOff = /terminated early|unexpected end|premature close|aborted|the sender went away/i;

/** What is wrong with a form that could not be read to its end. */
export function formFault(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const code = String(codeOf(error));
  if (Object.hasOwn(foreseen, code)) return foreseen[code]?.(error) ?? apiError('INTERNAL', { cause: error });
  const reason = reasonOf(error);
  if (brokenOff.test(reason)) return apiError('UPLOAD_BROKEN', { cause: error });
  return /boundary/i.test(reason)
    ? wrong('content-type', 'names no boundary of the parts', error)
    : wrong('requestBody', `is no form that can be read: ${reason}`, error);
}

/** A field of a form as its text; one that says it is JSON was parsed on the way. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

type FormFile = Extract<Multipart, { type: 'file' }>;
export type FormPart = { field: string; text: string } | { field: string; file: FormFile };

/** A whole file of a form. @throws ApiError BODY_TOO_LARGE, UPLOAD_BROKEN */
export const bytesOf = (file: FormFile): Promise<Buffer> =>
  file.toBuffer().catch((error: unknown) => {
    throw formFault(error);
  });

/**
 * The parts of a form in their order, each name once; an unknown one is its reader's to pass over, as in JSON. Where the
 * operator has a malware scanner, a file comes by way of it, and fails at its end where that does not find it clean.
 * @throws ApiError UNSUPPORTED_TYPE for what is no form, INVALID, BODY_TOO_LARGE, UPLOAD_BROKEN for one that ends too
 * early
 */
export async function* formParts(request: FastifyRequest): AsyncGenerator<FormPart, void> {
  if (!request.isMultipart()) throw apiError('UNSUPPORTED_TYPE', { details: { supported: ['multipart/form-data'] } });
  const seen = new Set<string>();
  try {
    for await (const part of request.parts()) {
      const field = part.fieldname;
      if (part.type === 'file') {
        const { scanner } = request.server.kit;
        if (scanner) {
          const file = new ScannedFile(part.file, scanner);
          scanned.set(request, [...(scanned.get(request) ?? []), file]);
          part.file = file;
        }
        yield { field, file: part };
      } else {
        if (seen.has(field)) throw wrong(field.slice(0, 100), 'must be given once');
        seen.add(field);
        if (part.fieldnameTruncated || part.valueTruncated) throw wrong(field.slice(0, 100), 'is too long');
        yield { field, text: textOf(part.value) };
      }
    }
  } catch (error) {
    throw formFault(error);
  }
}
