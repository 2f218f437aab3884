import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbeddedFaceIndex } from '@numscope/adapters/embedded';
import { createLogger } from '@numscope/platform';
import { VECTOR_LENGTH } from '@numscope/testing/face-vectors';
import { Index, MetricKind, ScalarKind } from 'usearch';
import { percentile, type Row } from '../report.ts';
import { measureFaceSearch, NEAREST, type Sought } from './face-search.ts';

/** usearch alone in this thread, on the very file: what a search takes that waits for nobody. */
function bareSearch(folder: string, sought: readonly Sought[]): number {
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
  const taken = sought.map(({ vector }) => {
    const began = performance.now();
    bare.search(vector, NEAREST, 1);
    return performance.now() - began;
  });
  return percentile(taken, 0.95);
}

/** The index of the installation in one process. */
export async function measureFaces(count: number): Promise<Row> {
  const folder = mkdtempSync(join(tmpdir(), 'numscope-faces-'));
  const log = createLogger('bench', 'silent');
  try {
    return await measureFaceSearch(count, {
      engine: 'usearch',
      open: () => openEmbeddedFaceIndex({ folder, model: 'bench', length: VECTOR_LENGTH, log }),
      bare: async (sought) => bareSearch(folder, sought),
      diskBytes: async () => readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0),
      memoryBytes: () => process.memoryUsage().rss,
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
