// Logins at a steady rate. Each costs the users service a password hash of 25 ms and 19 MB, so a few a second are a lot.
import { check } from 'k6';
import { logIn } from './session.js';

export const options = {
  scenarios: {
    logins: {
      executor: 'constant-arrival-rate',
      rate: Number(__ENV.RATE || 5),
      timeUnit: '1s',
      duration: __ENV.DURATION || '30s',
      preAllocatedVUs: 20,
    },
  },
  thresholds: { checks: ['rate==1'], http_req_duration: ['p(95)<1000'] },
};

export default function () {
  check(logIn(), {
    'answers a token': (answer) => answer.status === 200 && answer.json('accessToken').split('.').length === 3,
  });
}
