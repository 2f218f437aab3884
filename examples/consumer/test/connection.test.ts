import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { connectionFrom } from '../src/connection.ts';

const dir = mkdtempSync(join(tmpdir(), 'numscope-consumer-'));
afterAll(() => rmSync(dir, { recursive: true }));

function file(name: string, text: string): string {
  const path = join(dir, name);
  writeFileSync(path, text);
  return path;
}

it('comes as nobody and without TLS where nothing else is said', () => {
  expect(connectionFrom({})).toEqual({ brokers: ['localhost:9092'] });
});

it('comes as the user of its files, and believes the authority of the broker', () => {
  const env = {
    KAFKA_BROKERS: 'one:9093,two:9093',
    BUS_USERNAME: 'reader',
    BUS_PASSWORD_FILE: file('password', 's3cret\n'),
    BUS_CA_FILE: file('ca.pem', 'PEM'),
  };
  expect(connectionFrom(env)).toEqual({
    brokers: ['one:9093', 'two:9093'],
    ssl: { ca: 'PEM' },
    sasl: { mechanism: 'scram-sha-512', username: 'reader', password: 's3cret' },
  });
  expect(connectionFrom({ KAFKA_TLS: 'true' })).toMatchObject({ ssl: true });
});

it('names the setting whose file is missing', () => {
  expect(() => connectionFrom({ BUS_USERNAME: 'reader' })).toThrow(/^BUS_PASSWORD_FILE: /);
  expect(() => connectionFrom({ BUS_CA_FILE: join(dir, 'none') })).toThrow(/^BUS_CA_FILE: /);
});
