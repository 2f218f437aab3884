import type { SourceInfo } from '@numscope/contracts';

/** A source that was never asked but for these changes. */
export const sourceOf = (name: string, changes: Partial<SourceInfo> = {}): SourceInfo => ({
  name,
  configured: true,
  connector: 'http',
  state: 'CLOSED',
  pausedBy: null,
  cause: null,
  keptAnswer: null,
  resumesAt: null,
  waitingEndedBy: null,
  quota: null,
  accounts: [],
  lastHour: { since: null, asked: 0, found: 0, nothing: 0, failed: 0, averageMs: null, answers: [] },
  limits: null,
  freshForDays: null,
  cost: null,
  trust: null,
  lastError: null,
  ...changes,
});
