import { type CallerName, callerNames, modules as allModules, type Module, type Role } from '@numscope/contracts';
import { generateServiceKeys, RevocationList, type ServiceKeyRing, type ServiceKit } from '@numscope/platform';
import { RecordingBus } from './recording-bus.ts';
import { createTestServiceKit } from './service-kit.ts';
import { tempDir } from './temp-dir.ts';
import { TestClock } from './test-clock.ts';
import { createTestTokens, type TestTokens } from './test-tokens.ts';

/** All that a service under test stands on, real but for the bus, which is in memory. */
export interface TestKit {
  kit: ServiceKit;
  tokens: TestTokens;
  revocations: RevocationList;
  bus: RecordingBus;
  clock: TestClock;
  /** A temp folder, deleted by `close`. */
  dir: string;
  /**
   * A token for an hour; the user is called `admin` or `user`, has the id `id-of-<name>`, and all modules unless said.
   */
  tokenFor(role: Role, userName?: string, modules?: readonly Module[]): string;
  /** A token of one of our own services: of the one under test unless said. */
  serviceToken(name?: CallerName): string;
  /** Cleans up at `close`, the last first. */
  defer(cleanup: () => Promise<void>): void;
  /** Call it after the service is closed. */
  close(): Promise<void>;
}

const HOUR_S = 3600;

/** Shared by all kits of this process: making keys takes longer than many a test. */
let serviceKeys: ServiceKeyRing | undefined;

export async function createTestKit(name: string): Promise<TestKit> {
  serviceKeys ??= generateServiceKeys();
  const tokens = createTestTokens(undefined, serviceKeys);
  const revocations = new RevocationList();
  const bus = new RecordingBus();
  const clock = new TestClock();
  const dir = tempDir();
  const deferred: Array<() => Promise<void>> = [];
  const kit = createTestServiceKit(name, { bus, tokens, revocations, clock });
  return {
    kit,
    tokens,
    revocations,
    bus,
    clock,
    dir: dir.path,
    tokenFor: (role, userName = role.toLowerCase(), modules = allModules) =>
      tokens.sign({ id: `id-of-${userName}`, userName, roles: [role], modules }, HOUR_S),
    serviceToken: (service = callerNames.find((known) => known === name) ?? 'gateway') =>
      tokens.credentialsOf(service).token(),
    defer: (cleanup) => void deferred.push(cleanup),
    async close() {
      await kit.audit.close();
      for (const cleanup of deferred.reverse()) await cleanup();
      await bus.close();
      revocations.close();
      dir.remove();
    },
  };
}
