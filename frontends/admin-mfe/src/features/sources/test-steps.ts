import type { CallAnswer } from '@numscope/client';
import type { FaultKind, SourceInfo } from '@numscope/contracts';

export type TestStep = 'reached' | 'admitted' | 'answered' | 'read';

/** How far a test got that met a fault of this kind: what went well before it, as far as the fault says so. */
const metAt: Readonly<Record<FaultKind, { well: readonly TestStep[]; failed: TestStep }>> = {
  NETWORK: { well: [], failed: 'reached' },
  WRONG_KEY: { well: ['reached'], failed: 'admitted' },
  NO_CREDIT: { well: ['reached'], failed: 'admitted' },
  // Whoever answers so has not always looked at the key.
  QUOTA: { well: ['reached'], failed: 'answered' },
  PROVIDER: { well: ['reached'], failed: 'answered' },
  NO_COVERAGE: { well: ['reached', 'admitted'], failed: 'answered' },
  MAPPING: { well: ['reached', 'admitted', 'answered'], failed: 'read' },
};

const all: readonly TestStep[] = ['reached', 'admitted', 'answered', 'read'];

/** The steps of a test that are known to have gone well, and the one that did not. None of a source that is no other machine. */
export function stepsOf(
  { connector }: Pick<SourceInfo, 'connector'>,
  { ok, kind }: Pick<CallAnswer<'testSource'>, 'ok' | 'kind'>,
): Array<{ step: TestStep; ok: boolean }> {
  if (connector !== 'http' && connector !== 'sql' && connector !== 'elasticsearch') return [];
  if (ok) return all.map((step) => ({ step, ok: true }));
  if (kind === null) return [];
  const { well, failed } = metAt[kind];
  return [...well.map((step) => ({ step, ok: true })), { step: failed, ok: false }];
}
