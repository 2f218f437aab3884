// The floor of the gateway: a Fastify that answers one small object and does nothing else. Prints its port.
import Fastify from 'fastify';

const app = Fastify();
const answer = async () => ({ userName: 'admin', roles: ['ADMIN'], modules: ['Profiler', 'Webint'], expiresAt: 0 });
app.get('/', answer);
app.get('/api/auth/me', answer);
const address = await app.listen({ host: '127.0.0.1', port: 0 });
console.log(new URL(address).port);
