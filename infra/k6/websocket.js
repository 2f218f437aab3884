// Open websockets that hear how a job gets on. The job asks whatever sources the installation has: mind the costs, or use the sandbox.
import http from 'k6/http';
import { check } from 'k6';
import { Counter, Trend } from 'k6/metrics';
import { WebSocket } from 'k6/websockets';
import { as, baseUrl, token } from './session.js';

const sockets = Number(__ENV.SOCKETS || 200);
const phones = Number(__ENV.PHONES || 5000);
const duration = __ENV.DURATION || '30s';
const heard = new Counter('job_messages');
const age = new Trend('message_age', true);

export const options = {
  scenarios: {
    sockets: { executor: 'per-vu-iterations', vus: sockets, iterations: 1, maxDuration: '5m', exec: 'listen' },
    job: { executor: 'shared-iterations', vus: 1, iterations: 1, startTime: '5s', exec: 'work' },
  },
  thresholds: { checks: ['rate==1'], job_messages: [`count>=${sockets}`], message_age: ['p(99)<2000'] },
};

export const setup = () => ({ accessToken: token() });

const milliseconds = (text) => Number.parseFloat(text) * (text.endsWith('m') ? 60_000 : 1000);

export function listen({ accessToken }) {
  const socket = new WebSocket(`${baseUrl.replace(/^http/, 'ws')}/api/mm-websocket`);
  let messages = 0;
  socket.addEventListener('open', () => {
    socket.send(JSON.stringify({ type: 'auth', token: accessToken }));
    setTimeout(() => socket.close(), milliseconds(duration));
  });
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(data);
    if (!message.type.startsWith('job.')) return;
    messages++;
    heard.add(1);
    age.add(Date.now() - message.at);
  });
  socket.addEventListener('close', () => check(messages, { 'heard of the job': (count) => count > 0 }));
}

export function work({ accessToken }) {
  const text = Array.from({ length: phones }, (_, i) => `99890${String(2_000_000 + i)}`).join('\n');
  const form = { name: `k6 lines ${Date.now().toString(36)}`, file: http.file(text, 'phones.csv', 'text/csv') };
  check(http.post(`${baseUrl}/api/v2/job/file`, form, as(accessToken, 'upload')), {
    'the job is there': ({ status }) => status === 201,
  });
}
