import {
  AuditRecorder,
  type Clock,
  createAuthenticator,
  createLogger,
  createMetrics,
  type EventBus,
  noTracer,
  RevocationList,
  systemClock,
} from '@numscope/platform';
import { createTestTokens } from './test-tokens.ts';

interface KitOptions {
  /** What it tells the audit by. */
  bus: EventBus;
  tokens?: ReturnType<typeof createTestTokens>;
  revocations?: RevocationList;
  clock?: Clock;
}

/** What each service stands on, with a logger that says nothing unless TEST_LOG_LEVEL tells it to. */
export function createTestServiceKit(
  name: string,
  { bus, tokens = createTestTokens(), revocations = new RevocationList(), clock = systemClock }: KitOptions,
) {
  const log = createLogger(name, process.env['TEST_LOG_LEVEL'] ?? 'silent');
  return {
    name,
    log,
    clock,
    authenticator: createAuthenticator(tokens, revocations),
    audit: new AuditRecorder(bus, log, clock),
    metrics: createMetrics(name, false),
    tracer: noTracer,
  };
}
