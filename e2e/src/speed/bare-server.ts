// A server that does nothing, in a process of its own: what an answer takes on this machine at this moment. And how many
// times longer than alone a calculation takes here, from the start until it is asked for `/stretch`.
import { createServer } from 'node:http';

const BURN_MS = 20;
const EVERY_MS = 200;

const spent = { ms: 0, processorMs: 0 };
/** Longer than a turn that the system gives a process, so that it waits for its turns as any other does. */
function burn(): void {
  const begun = performance.now();
  const from = process.cpuUsage();
  let used = 0;
  while (used < BURN_MS) {
    const { user, system } = process.cpuUsage(from);
    used = (user + system) / 1000;
  }
  spent.ms += performance.now() - begun;
  spent.processorMs += used;
}
burn();
setInterval(burn, EVERY_MS);

const server = createServer((request, response) =>
  response.end(request.url === '/stretch' ? String(spent.ms / spent.processorMs) : '{}'),
);
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address !== null && typeof address === 'object') console.log(address.port);
});
