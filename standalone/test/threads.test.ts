import { fork } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from '@jest/globals';
import * as z from 'zod';

const root = join(import.meta.dirname, '../..');
const begun = /new URL\('(\.\/[^']+\.ts)', import\.meta\.url\)/g;

/** Every module that some file of the product begins a thread with. */
const modules = globSync(['services/*/src/**/*.ts', 'packages/{adapters,platform}/src/**/*.ts'], { cwd: root }).flatMap(
  (file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(begun)].map(([, module]) => join(file, '..', module ?? '')),
);

const Told = z.object({ packages: z.array(z.string()), builtIn: z.array(z.string()), error: z.string().nullable() });

async function packagesOf(module: string): Promise<z.infer<typeof Told>> {
  const child = fork(join(import.meta.dirname, 'imported-packages.ts'), [pathToFileURL(join(root, module)).href], {
    execArgv: [],
  });
  const [told] = await once(child, 'message');
  return Told.parse(told);
}

it('finds the modules of threads', () => {
  expect(
    modules.filter((module) => /\/store\/(?:sqlite\/|.*\.sqlite\.ts$)/.test(module)).length,
  ).toBeGreaterThanOrEqual(7);
  expect(modules).toContain('services/jobs/src/ingest/phones-worker.ts');
});

/** What a thread needs of others for its work. The table of scripts, by which names are compared, has 2 MB. */
const needed: Readonly<Record<string, string[]>> = {
  // What finds its program for this machine.
  'packages/adapters/src/embedded/faces/face-index-store.ts': [
    'bindings',
    'file-uri-to-path',
    'node-gyp-build',
    'usearch',
  ],
  // Begun with the first picture: what computes, and the models.
  'services/images/src/faces/encoder-worker.ts': [
    '@tensorflow/tfjs-backend-wasm',
    '@tensorflow/tfjs-core',
    '@vladmandic/face-api',
  ],
  // Tries an operator's own model at the start, where there is one.
  'services/images/src/faces/own-model-check.ts': ['onnxruntime-common', 'onnxruntime-node'],
  'services/profiles/src/store/sqlite/profile-store.ts': ['any-ascii'],
  // Begun with the first long document of a provider.
  'services/sources/src/connectors/http/formats/document-worker.ts': [
    '@nodable/entities',
    'anynum',
    'csv-parse',
    'fast-xml-builder',
    'fast-xml-parser',
    'is-unsafe',
    'path-expression-matcher',
    'strnum',
    'xml-naming',
  ],
  // Begun with the first import of a process, whose files it unpacks, parses and checks: a large row by the profile it would make.
  'services/profiles/src/store/import-reader.ts': [
    'any-ascii',
    'csv-parse',
    'pend',
    'saxes',
    'xmlchars',
    'yauzl',
    'zod',
  ],
};

// A thread has its own copy of all it imports: zod alone is 10 MB of memory in each.
it.each(modules)('%s runs in a thread, without a package of others that it does not need', async (module) => {
  const { packages, error } = await packagesOf(module);
  expect(packages).toEqual(needed[module] ?? []);
  expect(error === null || error.includes('runs in a worker thread only')).toBe(true);
});

// The single process stands on what it carries itself; the drivers of other engines would cost it memory for nothing.
it('the single process itself loads no driver and no client of others before they are needed', async () => {
  const { packages, builtIn } = await packagesOf('standalone/src/compose.ts');
  expect(packages).toContain('fastify');
  const others = [
    'openid-client',
    'saxes',
    'yauzl',
    'yazl',
    'kafkajs',
    'mongoose',
    'minio',
    '@elastic/elasticsearch',
    'undici',
    '@fastify/reply-from',
  ];
  expect(packages.filter((name) => others.includes(name))).toEqual([]);
  // Node.js has a copy of it built in, which it loads for whoever imports its module of HTTP.
  expect(builtIn).toContain('NativeModule http');
  expect(builtIn).not.toContain('NativeModule internal/deps/undici/undici');
});
