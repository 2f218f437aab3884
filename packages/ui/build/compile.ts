import { rm } from 'node:fs/promises';
import { type Configuration, rspack, type StatsChunk } from '@rspack/core';
import { consoleConfig } from './config.ts';
import type { ConsolePart } from './parts.ts';
import { writePreloads } from './preloads.ts';
import { compileWorkers } from './workers.ts';

/**
 * Builds one part of the console into a folder.
 * @throws Error with the compiler's own words when anything does not build
 */
export async function compilePart(part: ConsolePart, root: string, outDir: string): Promise<void> {
  const workers = `${outDir}-workers`;
  try {
    await compileWorkers(part, root, workers);
    await writePreloads(
      part,
      outDir,
      await run(part, consoleConfig(part, root, { alone: false, dev: false, outDir, workers })),
    );
  } finally {
    await rm(workers, { recursive: true, force: true });
  }
}

/**
 * @returns its chunks, and what asked for each
 * @throws Error with the compiler's own words
 */
export function run(name: string, config: Configuration): Promise<StatsChunk[]> {
  const compiler = rspack(config);
  return new Promise((resolve, reject) => {
    compiler.run((failure, stats) => {
      // Before the compiler closes, and its memory with it.
      const chunks =
        stats?.toJson({ all: false, ids: true, chunks: true, chunkRelations: true, chunkOrigins: true }).chunks ?? [];
      compiler.close(() => {
        if (failure) return reject(failure);
        if (stats === undefined || stats.hasErrors()) {
          return reject(
            new Error(`${name} does not build:\n${stats?.toString({ all: false, errors: true, colors: false })}`),
          );
        }
        resolve(chunks);
      });
    });
  });
}

/** Builds one part alone, with a page of its own, again on every change of its sources. */
export async function watchPart(
  part: ConsolePart,
  root: string,
  outDir: string,
  tell: (message: string) => void,
): Promise<void> {
  const workers = `${outDir}-workers`;
  await compileWorkers(part, root, workers);
  const compiler = rspack(consoleConfig(part, root, { alone: true, dev: true, outDir, workers }));
  compiler.watch({ aggregateTimeout: 100 }, (failure, stats) => {
    if (failure) tell(failure.message);
    else tell(stats?.toString({ all: false, errors: true, timings: true, colors: false }) ?? '');
  });
}
