import {
  AuditRecorder,
  createAuthenticator,
  createMetrics,
  type EventBus,
  type FileScanner,
  type Logger,
  type Registry,
  RevocationList,
  type ServiceKit,
  type ServiceKey,
  systemClock,
  TokenVerifier,
  type Tracer,
} from '@numscope/platform';

/** What all services of this process share. */
export interface ProcessParts {
  verifier: TokenVerifier;
  revocations: RevocationList;
  audit: AuditRecorder;
  /** The kit of one service; its metrics are added to `registries`. */
  kitFor(name: string): ServiceKit;
  registries: readonly Registry[];
}

export interface ProcessPartsOptions {
  /** The keys by which services know each other. */
  serviceKeys: readonly ServiceKey[];
  bus: EventBus;
  log: Logger;
  /** The service whose metrics tell of the process as a whole. */
  measuredBy: string;
  trustedProxies: readonly string[];
  tracer: Tracer;
  /** Each export must say what it is for. */
  requirePurpose: boolean;
  /** Scans the files that people upload; null: nobody does. */
  scanner: FileScanner | null;
}

/** What the services of one process share, and the kit of each. */
export function createProcessParts(options: ProcessPartsOptions): ProcessParts {
  const { serviceKeys, bus, log, measuredBy, trustedProxies, tracer, requirePurpose, scanner } = options;
  const verifier = new TokenVerifier(serviceKeys);
  const revocations = new RevocationList();
  const authenticator = createAuthenticator(verifier, revocations);
  const audit = new AuditRecorder(bus, log);
  const registries: Registry[] = [];
  return {
    verifier,
    revocations,
    audit,
    registries,
    kitFor(name) {
      const metrics = createMetrics(name, name === measuredBy);
      registries.push(metrics.registry);
      return {
        name,
        log: log.child({ service: name }),
        clock: systemClock,
        authenticator,
        audit,
        metrics,
        tracer,
        trustedProxies,
        requirePurpose,
        ...(scanner ? { scanner } : {}),
      };
    },
  };
}
