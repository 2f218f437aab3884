// The gateway as a process of its own before one service. Its arguments are where that answers and the key of the
// tokens; prints its port.
import { type ServiceName, serviceNames } from '@numscope/contracts';
import { createGateway } from '@numscope/gateway';
import { remoteBackends } from '@numscope/gateway/remote';
import { createAuthenticator, RevocationList } from '@numscope/platform';
import { consoleSettings, createTestKit, createTestTokens, stubClient } from '@numscope/testing';

const [upstream = '', tokenKey = ''] = process.argv.slice(2);
const { kit, bus } = await createTestKit('gateway');
const addresses = Object.fromEntries(serviceNames.map((name) => [name, [upstream]])) as Record<ServiceName, string[]>;
const gateway = await createGateway({
  kit: { ...kit, authenticator: createAuthenticator(createTestTokens(tokenKey), new RevocationList()) },
  bus,
  client: stubClient(),
  backends: remoteBackends(addresses).backends,
  settings: { rateLimit: 1_000_000, costlyPerMinute: 1_000_000, console: consoleSettings, consoleDir: null },
  metrics: () => kit.metrics.registry.metrics(),
});
const address = await gateway.app.listen({ host: '127.0.0.1', port: 0 });
gateway.setReady();
console.log(new URL(address).port);
