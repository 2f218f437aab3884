import { createInjectClient, createLogger, Registry } from '@numscope/platform';
import { createHttpClient } from '@numscope/platform/http/http-client';
import { serviceClientSuite } from '@numscope/testing/suites';

serviceClientSuite('within the process', async (app, caller) => ({
  client: createInjectClient(caller, () => app),
  close: async () => undefined,
}));

serviceClientSuite('over HTTP', async (app, caller) => {
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  const all = { auth: [origin], users: [origin], jobs: [origin], images: [origin] };
  const client = createHttpClient({
    caller,
    addresses: all,
    log: createLogger('client', 'silent'),
    registry: new Registry(),
  });
  return { client, close: () => client.close() };
});
