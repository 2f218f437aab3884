import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Configuration, rspack } from '@rspack/core';
import type { ConsolePart } from './parts.ts';
import { scripts } from './scripts.ts';
import { runRspack } from './run-rspack.ts';

/** The workers of a part of the console, one for each file of its `src/workers`. */
function workersOf(part: ConsolePart, root: string): Record<string, string> {
  const folder = join(root, 'frontends', part, 'src', 'workers');
  if (!existsSync(folder)) return {};
  return Object.fromEntries(readdirSync(folder).map((file) => [basename(file, '.ts'), join(folder, file)]));
}

/**
 * The files of a part's workers, by the name under which `new URL(name, import.meta.url)` finds them: `profiles-pdf.ts` is
 * `profiles-pdf-worker`.
 */
export const workerAliases = (part: ConsolePart, root: string, folder: string): Record<string, string> =>
  Object.fromEntries(Object.keys(workersOf(part, root)).map((name) => [`${name}-worker`, `${folder}/${name}.js`]));

/**
 * Workers are built by themselves, each into one file: within a federated part they would ask for the federation's
 * runtime, which is on the page and not in a worker. Fonts are within, because a worker may fetch nothing.
 */
function workersConfig(entry: Record<string, string>, root: string, folder: string): Configuration {
  return {
    name: 'workers',
    context: root,
    mode: 'production',
    target: ['webworker', 'es2022'],
    devtool: false,
    entry,
    output: { path: folder, filename: '[name].js' },
    resolve: { extensions: ['.ts', '.js'] },
    module: {
      rules: [scripts(false), { test: /\.ttf$/, type: 'asset/bytes' }],
    },
    optimization: { splitChunks: false },
    performance: false,
    plugins: [new rspack.optimize.LimitChunkCountPlugin({ maxChunks: 1 })],
    infrastructureLogging: { level: 'error' },
  };
}

/**
 * Builds the workers of a part into a folder.
 * @throws Error with the compiler's own words
 */
export async function compileWorkers(part: ConsolePart, root: string, folder: string): Promise<void> {
  // Each entry is a build of its own: one chunk at most would join several entries into one.
  for (const [name, file] of Object.entries(workersOf(part, root)))
    await runRspack(`${name} of ${part}`, workersConfig({ [name]: file }, root, folder));
}
