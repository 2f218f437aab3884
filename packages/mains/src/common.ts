import {
  AuditRecorder,
  createAuthenticator,
  createMetrics,
  createTokens,
  type EventBus,
  type Logger,
  type Registry,
  RevocationList,
  type ServiceKit,
  systemClock,
  type Tokens,
  type Tracer,
} from '@numscope/platform';

/** What all services of this process share. */
export interface Common {
  tokens: Tokens;
  revocations: RevocationList;
  audit: AuditRecorder;
  /** The kit of one service; its metrics are added to `registries`. */
  kitFor(name: string): ServiceKit;
  registries: readonly Registry[];
}

export interface CommonOptions {
  /** PEM of the key that signs tokens. */
  tokenKey: string;
  bus: EventBus;
  log: Logger;
  /** Whose metrics tell of the process as a whole. */
  measuredBy: string;
  trustedProxies: readonly string[];
  tracer: Tracer;
}

/** What the services of one process share, and the kit of each. */
export async function createCommon({ tokenKey, bus, log, measuredBy, trustedProxies, tracer }: CommonOptions): Promise<Common> {
  const tokens = await createTokens(tokenKey);
  const revocations = new RevocationList();
  const authenticator = createAuthenticator(tokens, revocations);
  const audit = new AuditRecorder(bus, log);
  const registries: Registry[] = [];
  return {
    tokens,
    revocations,
    audit,
    registries,
    kitFor(name) {
      const metrics = createMetrics(name, name === measuredBy);
      registries.push(metrics.registry);
      return { name, log: log.child({ service: name }), clock: systemClock, authenticator, audit, metrics, tracer, trustedProxies };
    },
  };
}
