import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { makeTokenKey } from '../../packages/mains/src/keys/token-key.ts';
import { planFrom } from '../../scripts/distributed/plan.ts';

const engines = {
  BUS_URL: 'kafka://127.0.0.1:9092',
  STORE_URL: 'mongodb://127.0.0.1:27017',
  SEARCH_URL: 'http://127.0.0.1:9200',
  BLOB_URL: 's3+http://key:secret@127.0.0.1:9000/numscope',
};

it('names each setting that any of the processes would end for, before one of them is begun', async () => {
  const wrong = {
    METRICS_FROM: 'nobody',
    SECURITY_CONTACT: 'somebody',
    FACE_THREADS: 'many',
    AUDIT_RETENTION_DAYS: '3',
    AUDIT_SYSLOG_URL: 'http://syslog',
    UPLOAD_SCAN_SECONDS: '0',
    OTEL_TRACES_SAMPLER_ARG: '2',
    BUS_SASL_MECHANISM: 'none',
  };
  const planned = planFrom(['--scale', 'nobody=2'], { ...engines, ...wrong });
  const { message } = await planned.then(
    () => new Error('nothing was refused'),
    (error: Error) => error,
  );
  expect([...Object.keys(wrong), '--scale'].filter((name) => !message.includes(`${name}:`))).toEqual([]);
});

it('looks at the files of keys that are given', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'numscope-plan-'));
  const wrong = join(dir, 'wrong.pem');
  const right = join(dir, 'right.pem');
  writeFileSync(wrong, 'no key');
  makeTokenKey(right);
  const given = (file: string) =>
    planFrom([], { ...engines, PORT: 'none', AUTH_PRIVATE_KEY: file, AUDIT_CHECKPOINT_KEY: file }).catch(
      (error: Error) => error.message,
    );
  const [said, ofRight] = [await given(wrong), await given(right)];
  rmSync(dir, { recursive: true });
  for (const name of ['AUTH_PRIVATE_KEY', 'AUDIT_CHECKPOINT_KEY', 'PORT'])
    expect(said).toMatch(new RegExp(`${name}: ${name === 'PORT' ? '' : wrong}`));
  expect(ofRight).not.toMatch(/_KEY/);
});

it('sees that the ways to sign in go together', async () => {
  await expect(planFrom([], { ...engines, OIDC_ISSUER: 'https://idp.example' })).rejects.toThrow(/OIDC_CLIENT_ID: /);
});

it('asks a gateway where it listens, also by IPv6', async () => {
  const { processes } = await planFrom(['--scale', 'gateway=2'], { ...engines, HOST: '::1', PORT: '8080' });
  const gateways = processes.filter(({ name }) => name === 'gateway');
  expect(gateways.map(({ url, env }) => [url, env['HOST']])).toEqual([
    ['http://[::1]:8080', '::1'],
    ['http://[::1]:8081', '::1'],
  ]);
});
