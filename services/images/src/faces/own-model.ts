import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { FaceModel } from '@numscope/contracts';
import { reasonOf, SettingsError } from '@numscope/platform';
import { readYaml } from '@numscope/platform/yaml-lines';
import * as z from 'zod';
import { builtInModel } from './built-in-model.ts';

const PAGE = 'model.yaml';
const PAGE_BYTES = 64 * 1024;
const CHECK_MS = 120_000;

const part = z.number().min(0).max(0.5);
const colours = z.union([z.number(), z.tuple([z.number(), z.number(), z.number()])]);

/** What an operator's page says of an ONNX model of faces (docs/operating.md). */
const Page = z.strictObject({
  id: z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'must be small letters, digits and hyphens, at most 40'),
  /** The model, in the same folder. */
  file: z.string().regex(/^[A-Za-z0-9._-]+$/, 'must be the name of a file in this folder'),
  input: z.strictObject({
    /** Pixels a side. */
    side: z.number().int().min(32).max(512),
    /** How faces are cut out: with level eyes, or with eyes, nose and mouth where ArcFace's models want them. */
    cut: z.enum(['upright', 'arcface']).default('upright'),
    colours: z.enum(['RGB', 'BGR']).default('RGB'),
    layout: z.enum(['NCHW', 'NHWC']).default('NCHW'),
    /** Each value from 0 to 255 becomes (value - mean) / scale. */
    mean: colours.default(127.5),
    scale: colours.default(127.5),
  }),
  /** How many numbers a vector has. */
  length: z.number().int().min(8).max(4096),
  /** Euclidean distance of vectors of length 1 up to which it calls two faces alike. */
  threshold: z.number().gt(0).max(2),
  errors: z.strictObject({
    falseMatch: part,
    falseNonMatch: part,
    pairs: z.number().int().min(1),
    source: z.url({ protocol: /^https?$/ }),
  }),
});
type Page = z.infer<typeof Page>;

/** A model that the operator brought, as threads are told of it. */
export interface OwnModel {
  file: string;
  /** The file's SHA-256, in hexadecimal digits. */
  sha256: string;
  page: Page;
  /** `id` has a part of the file's and the page's hash: what changes there is another model. */
  model: FaceModel & { length: number };
}

function readPage(path: string): { page: Page; text: string } {
  if (!existsSync(path)) throw new SettingsError([`FACE_MODEL: the folder has no ${PAGE}`]);
  const text = readFileSync(path, 'utf8');
  if (text.length > PAGE_BYTES) throw new SettingsError([`${PAGE}: is longer than ${PAGE_BYTES / 1024} KB`]);
  const yaml = readYaml(text);
  const fault = (line: number, words: string): string => `${PAGE}:${line}: ${words}`;
  if (yaml.faults.length > 0) throw new SettingsError(yaml.faults.map(({ line, message }) => fault(line, message)));
  const { data, error } = Page.safeParse(yaml.value);
  if (data) return { page: data, text };
  throw new SettingsError(
    error.issues.map(({ path, message }) =>
      fault(yaml.lineOf(path), [path.join('.'), message].filter(Boolean).join(': ')),
    ),
  );
}

/** Loads it once in a thread and lets it look at nothing: a page that does not fit is a fault of the start. */
async function check(own: OwnModel): Promise<void> {
  const worker = new Worker(new URL('./own-model-check.ts', import.meta.url), { workerData: own });
  const timer = setTimeout(() => void worker.terminate(), CHECK_MS);
  try {
    const fault = await new Promise<string | null>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', () => resolve(`it did not answer within ${CHECK_MS / 1000} s`));
    });
    if (fault !== null) throw new SettingsError([`FACE_MODEL: ${own.page.file}: ${fault}`]);
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    throw new SettingsError([`FACE_MODEL: ${own.page.file}: ${reasonOf(error)}`]);
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}

/**
 * What the page in a folder of the operator's says; the model is not loaded.
 * @throws SettingsError with each fault and its line
 */
export async function readOwnModel(folder: string): Promise<OwnModel> {
  const { page, text } = readPage(join(folder, PAGE));
  const file = join(folder, page.file);
  if (!existsSync(file)) throw new SettingsError([`${PAGE}: file: the folder has no ${page.file}`]);
  const bytes = createHash('sha256');
  const hash = createHash('sha256').update(text);
  for await (const chunk of createReadStream(file)) for (const each of [bytes, hash]) each.update(chunk);
  return {
    file,
    sha256: bytes.digest('hex'),
    page,
    model: {
      id: `${page.id}-${hash.digest('hex').slice(0, 8)}`,
      length: page.length,
      // Its vectors are brought to the built-in model's scale.
      threshold: builtInModel.threshold,
      errors: page.errors,
    },
  };
}

/**
 * The model in a folder of the operator's.
 * @throws SettingsError with each fault and its line, or when the model is not what its page says
 */
export async function openOwnModel(folder: string): Promise<OwnModel> {
  const own = await readOwnModel(folder);
  await check(own);
  return own;
}
