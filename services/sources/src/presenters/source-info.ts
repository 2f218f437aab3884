import { NUMBERING_PLAN, type SourceInfo, type SourceState, specifiedSources } from '@numscope/contracts';
import type { AskingContext } from '../asking/context.ts';
import type { PlanSource } from '../asking/plan-source.ts';
import type { SourceRunner } from '../asking/source-runner.ts';
import { nextDay } from '../domain/limits/periods.ts';
import { type HourFigures, sumOf } from '../domain/health/last-hour.ts';
import type { SourceFigures } from '../store/shared-records.port.ts';

const nothingYet = { since: null, asked: 0, found: 0, nothing: 0, failed: 0, averageMs: null, answers: [] };

const notConfigured = (name: string): SourceInfo => ({
  name,
  configured: false,
  connector: null,
  needs: [],
  state: 'NOT_CONFIGURED',
  pausedBy: null,
  cause: null,
  keptAnswer: null,
  resumesAt: null,
  waitingEndedBy: null,
  quota: null,
  accounts: [],
  lastHour: nothingYet,
  limits: null,
  freshForDays: null,
  cost: null,
  trust: null,
  lastError: null,
});

function lastHour(all: readonly HourFigures[]): SourceInfo['lastHour'] {
  const { calls, ms, ...sums } = sumOf(all);
  const asked = sums.found + sums.nothing + sums.failed;
  return { ...sums, asked, averageMs: calls > 0 ? Math.round(ms / calls) : null };
}

/**
 * Of the states of a source's health, the worst that any instance knows. What is ordered or used up holds for all
 * alike.
 */
function worstState(own: SourceState, others: readonly SourceFigures[]): SourceState {
  if (own === 'PAUSED' || own === 'REFUSED' || own === 'WAITING_QUOTA') return own;
  const states = [own, ...others.map(({ state }) => state)];
  return (['OPEN', 'HALF_OPEN'] as const).find((state) => states.includes(state)) ?? own;
}

/** @param others the same source at the other instances */
function askedSource(runner: SourceRunner, others: readonly SourceFigures[], now: number): SourceInfo {
  const { config, quota } = runner;
  const { perDay, used, left } = quota.state(now);
  const errors = [runner.lastError, ...others.map((other) => other.lastError)].filter((error) => error !== null);
  const standing = errors.filter(({ isStanding = false }) => isStanding);
  const newest = (standing.length > 0 ? standing : errors).toSorted((a, b) => b.at - a.at)[0];
  return {
    name: runner.name,
    configured: true,
    connector: config.connector,
    needs: config.needs ?? [],
    state: worstState(runner.state, others),
    pausedBy: runner.stop?.by ?? null,
    cause: runner.stop?.cause ?? null,
    keptAnswer: runner.stop?.answer ?? null,
    resumesAt: runner.resumesAt,
    waitingEndedBy: runner.resumesAt !== null && runner.waitsUntil === null ? (runner.endedWaiting?.by ?? null) : null,
    quota: { perDay, used, left, resetsAt: nextDay(now) },
    accounts: config.accounts.map((account) => ({
      name: account.name,
      perMinute: account.perMinute,
      perDay: account.perDay,
      perMonth: account.perMonth,
      used: quota.used(account.name, now),
    })),
    lastHour: lastHour([runner.figures, ...others].map(({ hour }) => hour)),
    limits: config.limits,
    freshForDays: config.freshForDays,
    cost: config.cost,
    trust: config.trust,
    lastError: newest ? { ...newest, kind: newest.kind ?? null } : null,
  };
}

/** @param others the same at the other instances */
const numberingPlan = ({ trust, pausedBy, figures }: PlanSource, others: readonly SourceFigures[]): SourceInfo => ({
  ...notConfigured(NUMBERING_PLAN),
  configured: true,
  connector: 'numbering-plan',
  state: figures.state,
  pausedBy,
  lastHour: lastHour([figures, ...others].map(({ hour }) => hour)),
  limits: { concurrency: 0, perSecond: 0, perMinute: 0, perDay: 0, perMonth: 0 },
  freshForDays: 0,
  cost: 0,
  trust,
});

const isUnbound = (name: string, { bound }: Pick<AskingContext, 'bound'>): boolean =>
  bound.off.has(name) || specifiedSources.some((specified) => specified === name);

/** How a source stands, without all that is told beside it. Null for a name that is no source. */
export function stateOf(name: string, context: AskingContext): SourceState | null {
  const { runners, planSource, peers } = context;
  const runner = runners.get(name);
  if (runner) return worstState(runner.state, peers?.figuresOf(name) ?? []);
  if (name === NUMBERING_PLAN) return planSource?.state ?? 'NOT_CONFIGURED';
  return isUnbound(name, context) ? 'NOT_CONFIGURED' : null;
}

/** One source as everybody may see it: nothing of its address or its secrets. Null for a name that is no source. */
export function presentSource(name: string, context: AskingContext): SourceInfo | null {
  const { runners, planSource, kit, peers } = context;
  const runner = runners.get(name);
  const others = peers?.figuresOf(name) ?? [];
  if (runner) return askedSource(runner, others, kit.clock.now());
  if (name === NUMBERING_PLAN) return planSource ? numberingPlan(planSource, others) : notConfigured(name);
  return isUnbound(name, context) ? notConfigured(name) : null;
}

/** The built-in ones, the operator's, and those that nobody configured. */
export const sourceNames = ({ runners, bound }: Pick<AskingContext, 'runners' | 'bound'>): Set<string> =>
  new Set([NUMBERING_PLAN, ...runners.keys(), ...bound.off.keys(), ...specifiedSources]);

export const presentSources = (context: AskingContext): SourceInfo[] =>
  [...sourceNames(context)].map((name) => presentSource(name, context)).filter((info) => info !== null);
