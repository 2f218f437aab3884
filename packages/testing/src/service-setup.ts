import type { Service } from '@numscope/platform';
import type { Caller } from './authed.ts';
import type { StubClient } from './stub-client.ts';
import type { TestKit } from './test-kit.ts';

/** A running service on a kit of its own. */
export interface ServiceSetup extends TestKit {
  service: Service;
  client: StubClient;
  admin: Caller;
  /** Ends the service and begins it anew on the same folder. */
  restart(): Promise<void>;
}

/** Ends the service of a set-up and begins another in its place. */
export async function restartService(setup: { service: Service }, begin: () => Promise<Service>): Promise<void> {
  await setup.service.close();
  setup.service = await begin();
}
