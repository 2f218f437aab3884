// Analysts searching, each as fast as answers come.
import http from 'k6/http';
import { check } from 'k6';
import { as, baseUrl, json, token } from './session.js';

export const options = {
  scenarios: {
    searches: { executor: 'constant-vus', vus: Number(__ENV.CLIENTS || 20), duration: __ENV.DURATION || '30s' },
  },
  thresholds: { checks: ['rate==1'], 'http_req_duration{name:search}': ['p(95)<500'] },
};

export const setup = () => ({ accessToken: token() });

const letters = 'abdefgijklmnorstuvz';
const some = (list) => list[Math.floor(Math.random() * list.length)];
const value = (text) => ({ values: [text], and: true });

const searches = [
  () => ({ name: value(some(letters) + some(letters)) }),
  () => ({ name: value(some(['Anvar', 'Olga', 'Timur', 'Maria', 'Ivan', 'Dilnoza'])) }),
  () => ({ phone: value(`99890${Math.floor(Math.random() * 10_000)}`) }),
  () => ({ name: value(some(letters)), socialNetwork: value(some(['TELEGRAM', 'FACEBOOK', 'LINKEDIN'])) }),
];

export default function ({ accessToken }) {
  const filter = { page: 0, size: 20, filters: some(searches)() };
  const answer = http.post(`${baseUrl}/api/v2/profile/search`, JSON.stringify(filter), as(accessToken, 'search', json));
  check(answer, { 'answers a page': () => answer.status === 200 && Array.isArray(answer.json('content')) });
}
