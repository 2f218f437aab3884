import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbeddedFaceIndex } from '@numscope/adapters/embedded';
import { createLogger } from '@numscope/platform';
import { VECTOR_LENGTH } from '@numscope/testing/face-vectors';
import { Index, MetricKind, ScalarKind } from 'usearch';
import type { Row } from '../report.ts';
import { mb, measureFaceSearch, NEAREST } from './face-search.ts';

/** usearch alone in this thread, on the very file. Who asks waits for those before, as in the thread of the product. */
function bareSearch(folder: string): (vector: Float32Array) => Promise<unknown> {
  const bare = new Index({
    dimensions: VECTOR_LENGTH,
    metric: MetricKind.L2sq,
    quantization: ScalarKind.F16,
    connectivity: 16,
    expansion_add: 128,
    expansion_search: 128,
    multi: false,
  });
  bare.load(join(folder, readdirSync(folder).find((name) => name.endsWith('.usearch')) ?? ''));
  let line: Promise<unknown> = Promise.resolve();
  return (vector) => (line = line.then(() => bare.search(vector, NEAREST, 1)));
}

function watchMemory(): () => string {
  const before = process.memoryUsage().rss;
  return () => `${mb(Math.max(process.memoryUsage().rss - before, 0))} of memory`;
}

/** The index of the installation in one process. */
export async function measureFaces(count: number): Promise<Row> {
  const folder = mkdtempSync(join(tmpdir(), 'numscope-faces-'));
  const log = createLogger('bench', 'silent');
  try {
    return await measureFaceSearch(count, {
      engine: 'usearch',
      open: () => openEmbeddedFaceIndex({ folder, model: 'bench', length: VECTOR_LENGTH, log }),
      bare: async () => bareSearch(folder),
      settled: async () => undefined,
      diskBytes: async () => readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0),
      watchMemory,
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
