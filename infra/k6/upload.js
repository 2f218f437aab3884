// Files of phones, handed in one after the other as held jobs, so that no source is asked; the jobs are deleted in the end.
import http from 'k6/http';
import { check } from 'k6';
import { as, baseUrl, token } from './session.js';

const files = Number(__ENV.FILES || 5);
const phones = Number(__ENV.PHONES || 10_000);
const run = Date.now().toString(36);

export const options = {
  scenarios: { uploads: { executor: 'shared-iterations', vus: 1, iterations: files, maxDuration: '10m' } },
  thresholds: { checks: ['rate==1'] },
};

export const setup = () => ({ accessToken: token() });

const file = () => `phone\n${Array.from({ length: phones }, (_, i) => `99890${String(1_000_000 + i)}`).join('\n')}\n`;

export default function ({ accessToken }) {
  const form = { name: `k6 ${run}`, hold: 'true', file: http.file(file(), 'phones.csv', 'text/csv') };
  const answer = http.post(`${baseUrl}/api/v2/job/file`, form, { ...as(accessToken, 'upload'), timeout: '120s' });
  check(answer, {
    'the job is there': () => answer.status === 201,
    'with all phones': () => answer.json('totalPhoneNumbers') === phones,
  });
}

export function teardown({ accessToken }) {
  const list = http.get(
    `${baseUrl}/api/v2/job/list?batch=1000&skip=0&name=${encodeURIComponent('k6 ')}`,
    as(accessToken, 'list'),
  );
  for (const job of list.json()) {
    if (job.name.startsWith('k6 ') && job.actions.includes('DELETE')) {
      http.post(`${baseUrl}/api/v2/job/id/${job.id}/status/DELETED`, null, as(accessToken, 'delete'));
    }
  }
}
