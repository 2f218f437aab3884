// A provider that answers every number after a while; prints its port. Argument: milliseconds to wait.
import { createServer } from 'node:http';

const delay = Number(process.argv[2]);
const server = createServer((request, response) => {
  const answer = (): void => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(`{"names":[{"name":"Person ${request.url?.slice(-6)}","type":"OK"}]}`);
  };
  if (delay > 0) setTimeout(answer, delay);
  else answer();
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`);
});
