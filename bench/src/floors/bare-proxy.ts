// The floor of the gateway before services of their own: a Fastify with @fastify/http-proxy and nothing else. Its
// argument is where to; prints its port.
import proxy from '@fastify/http-proxy';
import Fastify from 'fastify';

const [upstream = ''] = process.argv.slice(2);
const app = Fastify();
await app.register(proxy, { upstream });
const address = await app.listen({ host: '127.0.0.1', port: 0 });
console.log(new URL(address).port);
