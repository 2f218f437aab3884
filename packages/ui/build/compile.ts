import { rm } from 'node:fs/promises';
import { rspack } from '@rspack/core';
import { consoleConfig } from './config.ts';
import type { ConsolePart } from './parts.ts';
import { writePreloads } from './preloads.ts';
import { runRspack } from './run-rspack.ts';
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
      await runRspack(part, consoleConfig(part, root, { alone: false, dev: false, outDir, workers })),
    );
  } finally {
    await rm(workers, { recursive: true, force: true });
  }
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
