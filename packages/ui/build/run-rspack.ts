import { type Configuration, rspack, type StatsChunk } from '@rspack/core';

/**
 * Builds once.
 * @param name what is built, for the message of an error
 * @returns its chunks, and what asked for each
 * @throws Error with the compiler's own words
 */
export function runRspack(name: string, config: Configuration): Promise<StatsChunk[]> {
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
