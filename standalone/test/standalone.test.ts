import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AllHealth, AuditPage, Job, LoginAnswer, ProfilePage } from '@numscope/contracts';
import { createLogger } from '@numscope/platform';
import { tempDir } from '@numscope/testing';
import { askUntil } from '@numscope/testing/ask-until';
import { type Standalone, startStandalone } from '../src/compose.ts';
import { settingsFrom } from '../src/settings.ts';

const dir = tempDir();
const log = createLogger('standalone', process.env['TEST_LOG_LEVEL'] ?? 'silent');
const shown: Array<{ userName: string; password: string }> = [];
let standalone: Standalone;
let token = '';

const start = () =>
  startStandalone(
    settingsFrom({ PORT: '0', DATA_DIR: dir.path, SOURCES_FILE: `${dir.path}/none.yaml`, SANDBOX: 'true' }),
    {
      log,
      env: {},
      showOnce: (administrator) => void shown.push(administrator),
    },
  );

async function call(method: string, path: string, body?: unknown): Promise<unknown> {
  const headers = {
    authorization: `Bearer ${token}`,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  };
  const answer = await fetch(standalone.url + path, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}

beforeAll(async () => {
  standalone = await start();
  const [first] = shown;
  token = LoginAnswer.parse(
    await call('POST', '/api/auth/login', { username: first?.userName, password: first?.password }),
  ).accessToken;
});
afterAll(async () => {
  await standalone.shutdown.run();
  dir.remove();
});

describe('the whole product in one process', () => {
  it('is UP in all its parts', async () => {
    const health = AllHealth.parse(await call('GET', '/api/health-checker/all'));
    expect(health.status).toBe('UP');
    expect(health.services.map(({ name }) => name).sort()).toEqual([
      'audit',
      'auth',
      'gateway',
      'images',
      'jobs',
      'profiles',
      'sources',
      'users',
    ]);
  });

  it('takes a job from its creation to profiles that can be found, and records who did it', async () => {
    const made = Job.parse(
      await call('POST', '/api/v2/job/range', { name: 'first', from: '998901234500', to: '998901234519' }),
    );
    const job = await askUntil(
      async () => Job.parse(await call('GET', `/api/v2/job/${made.number}`)),
      ({ status }) => status === 'DONE',
    );
    expect(job).toMatchObject({ totalPhoneNumbers: 20, progress: 100 });
    const filter = { filters: { jobId: { values: [String(job.number)], and: true } } };
    const found = ProfilePage.parse(await call('POST', '/api/v2/profile/search', filter));
    expect(found.totalElements).toBe(job.counts.FOUND);
    expect(found.totalElements).toBeGreaterThan(0);
    const audit = await askUntil(
      async () => AuditPage.parse(await call('POST', '/api/audit/search', { actionTypes: ['CREATE_RANGE_JOB'] })),
      ({ totalElements }) => totalElements > 0,
    );
    expect(audit.content).toMatchObject([{ username: 'admin', ip: '127.0.0.1', outcome: 'OK' }]);
  });

  it('joins the metrics of all its services', async () => {
    const text = await (await fetch(`${standalone.url}/metrics`)).text();
    expect(text).toContain('service="jobs"');
    expect(text).toContain('service="auth"');
    expect(text.match(/^# TYPE numscope_http_request_seconds/gm)).toHaveLength(1);
  });

  it('keeps its data folder to itself', async () => {
    await expect(start()).rejects.toThrow(/another process is using/);
    expect((await fetch(`${standalone.url}/api/health-checker`)).status).toBe(200);
  });

  it('comes back with everything, shows no password again, and old tokens still count', async () => {
    await standalone.shutdown.run();
    standalone = await start();
    expect(shown).toHaveLength(1);
    const found = ProfilePage.parse(await call('POST', '/api/v2/profile/search', {}));
    expect(found.totalElements).toBeGreaterThan(0);
  });
});
