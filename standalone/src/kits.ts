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

const GATEWAY = 'gateway';

export async function createCommon(tokenKey: string, bus: EventBus, log: Logger): Promise<Common> {
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
      // The process as a whole is measured once, with the gateway.
      const metrics = createMetrics(name, name === GATEWAY);
      registries.push(metrics.registry);
      return { name, log: log.child({ service: name }), clock: systemClock, authenticator, audit, metrics };
    },
  };
}
