import { rspack } from '@rspack/core';
import { consoleConfig } from './config.ts';
import type { ConsolePart } from './parts.ts';

/**
 * Builds one part of the console into a folder.
 * @throws Error with the compiler's own words when anything does not build
 */
export function compilePart(part: ConsolePart, root: string, outDir: string): Promise<void> {
  const compiler = rspack(consoleConfig(part, root, { alone: false, dev: false, outDir }));
  return new Promise((resolve, reject) => {
    compiler.run((failure, stats) => {
      compiler.close(() => {
        if (failure) return reject(failure);
        if (stats === undefined || stats.hasErrors()) {
          return reject(new Error(`${part} does not build:\n${stats?.toString({ all: false, errors: true, colors: false })}`));
        }
        resolve();
      });
    });
  });
}

/** Builds one part alone, with a page of its own, again on every change of its sources. */
export function watchPart(part: ConsolePart, root: string, outDir: string, tell: (message: string) => void): void {
  const compiler = rspack(consoleConfig(part, root, { alone: true, dev: true, outDir }));
  compiler.watch({ aggregateTimeout: 100 }, (failure, stats) => {
    if (failure) tell(failure.message);
    else tell(stats?.toString({ all: false, errors: true, timings: true, colors: false }) ?? '');
  });
}
