import { noAccess } from '@numscope/adapters/engine-access';
import { describe, expect, it } from '@jest/globals';
import { createLogger } from '@numscope/platform';
import { settingsFaults } from '@numscope/testing';
import { addressName, addressNames, distributedSettings, type Env } from '@numscope/mains';
import { scannerFor } from '@numscope/mains/scanner';

const engines = ['BUS_URL', 'STORE_URL', 'SEARCH_URL', 'BLOB_URL'] as const;
const right = {
  BUS_URL: 'kafka://one:9092,two:9092',
  STORE_URL: 'mongodb://user:secret@one:27017,two:27017/numscope?replicaSet=a',
  SEARCH_URL: 'https://user:secret@one:9200',
  BLOB_URL: 's3+http://key:secret@one:9000/images',
};

describe('settings of a process that runs one service', () => {
  it('are read as far as they are needed', () => {
    const settings = distributedSettings(['STORE_URL', 'SESSION_HOURS'], {
      ...right,
      PORT: 'nonsense',
      SESSION_HOURS: '3',
    });
    expect(settings).toEqual({ STORE_URL: { url: right.STORE_URL, access: noAccess }, SESSION_HOURS: 3 });
  });

  it('name the instances of other services, with commas between', () => {
    const env = { JOBS_URL: 'http://127.0.0.1:4001/, https://jobs.example' };
    expect(distributedSettings(['JOBS_URL'], env)).toEqual({
      JOBS_URL: ['http://127.0.0.1:4001', 'https://jobs.example'],
    });
    expect(addressNames).toContain(addressName('jobs'));
  });

  it.each([
    ['http://auth:80', 'http://auth'],
    ['https://auth:443/', 'https://auth'],
    ['HTTP://Auth:8081', 'http://auth:8081'],
    ['http://[::1]:8081', 'http://[::1]:8081'],
  ])('name a service as URLs compare: %s is %s', (text, origin) => {
    expect(distributedSettings(['AUTH_URL'], { AUTH_URL: text })).toEqual({ AUTH_URL: [origin] });
  });

  it.each([
    [
      'readPreference=secondaryPreferred',
      /^STORE_URL: has the setting readPreference, which must be primary or left out/,
    ],
    ['replicaSet=a&READPREFERENCE=nearest', /READPREFERENCE, which must be primary/],
    ['readPreferenceTags=dc:ny', /readPreferenceTags, which must be left out/],
    ['readConcernLevel=available', /readConcernLevel, which must be left out/],
    ['w=1', /setting w, which must be majority/],
    ['tls=true&journal=false', /setting journal, which must be true/],
  ])('leave nothing of what MongoDB promises to its address: %s', (query, said) => {
    const faults = (STORE_URL: string) => settingsFaults(() => distributedSettings(['STORE_URL'], { STORE_URL }));
    expect(faults(`mongodb://u:secret@one/numscope?${query}`)).toEqual([expect.stringMatching(said)]);
    expect(faults(`mongodb+srv://one/?${query}`)).toHaveLength(1);
    expect(faults('mongodb+srv://one/?retryWrites=true&w=majority&journal=true&readPreference=primary')).toEqual([]);
  });

  it('say that a % in a password of Elasticsearch begins nothing', () => {
    const faults = (SEARCH_URL: string) => settingsFaults(() => distributedSettings(['SEARCH_URL'], { SEARCH_URL }));
    expect(faults('https://u:100%zz@h:9200')).toEqual([expect.stringMatching(/^SEARCH_URL: has .* write %25 for it/)]);
    expect(faults('https://u:100%25zz@h:9200')).toEqual([]);
  });

  it('must name what is shared with others, and say how, all faults together', () => {
    const faults = settingsFaults(() =>
      distributedSettings([...engines, 'AUTH_PRIVATE_KEY', 'SERVICE_KEY', 'SERVICE_KEYS', 'AUTH_URL'], {
        SEARCH_URL: 'embedded',
      }),
    );
    expect(faults).toHaveLength(8);
    expect(faults[0]).toMatch(/^BUS_URL: is not set: .*kafka\+ssl:\/\//);
    expect(faults[2]).toMatch(/^SEARCH_URL: cannot be embedded: .*https:\/\//);
    expect(faults[4]).toMatch(/^AUTH_PRIVATE_KEY: is not set: .*make-keys/);
    expect(faults[5]).toMatch(/^SERVICE_KEY: is not set: .*make-keys/);
    expect(faults[6]).toMatch(/^SERVICE_KEYS: is not set: .*make-keys/);
    expect(faults[7]).toMatch(/^AUTH_URL: is not set: .*http:\/\/host:port/);
  });

  it.each([
    ['BUS_URL', 'kafka://one'],
    ['BUS_URL', 'one:9092'],
    ['STORE_URL', 'http://u:secret@one:27017'],
    ['SEARCH_URL', 'one:9200:secret'],
    ['SEARCH_URL', 'ftp://secret@one'],
    ['SEARCH_URL', 'http://one:9200?prefix=Secret'],
    ['SEARCH_URL', 'http://one:9200?index=secret'],
    ['BLOB_URL', 'http://key:secret@one/bucket'],
    ['BLOB_URL', 's3+http://key:secret@one:9000'],
    ['AUTH_URL', 'http://u:secret@one/path'],
    ['AUTH_URL', 'http://one:1,two:2'],
    ['AUTH_URL', ' , '],
    ['AUTH_URL', 'http://one?'],
    ['AUTH_URL', 'http://one#x'],
    ['AUTH_URL', 'http:one'],
  ] as const)('refuse %s=%s without repeating it', (name, value) => {
    const faults = settingsFaults(() => distributedSettings([name], { [name]: value }));
    expect(faults).toEqual([expect.stringMatching(new RegExp(`^${name}: .*must look like`))]);
    expect(faults[0]).not.toContain('u:secret');
    expect(faults[0]).not.toContain('secret-');
  });

  it.each([
    ['TRUSTED_PROXIES', '10.0.0.0/8, ::1,uniquelocal', true],
    ['TRUSTED_PROXIES', '10.0.0.0/33', false],
    ['TRUSTED_PROXIES', 'everybody', false],
    ['TRUSTED_PROXIES', '10.0.0', false],
    ['METRICS_FROM', '10.0.0.0/8, ::1', true],
    ['METRICS_FROM', 'uniquelocal', false],
    ['METRICS_FROM', 'monitoring', false],
  ] as const)('take addresses and ranges for %s: %s', (name, text, isRight) => {
    expect(settingsFaults(() => distributedSettings([name], { [name]: text })).length === 0).toBe(isRight);
  });

  it('take right addresses of engines as they are', () => {
    expect(distributedSettings(engines, right)).toEqual(
      Object.fromEntries(Object.entries(right).map(([name, url]) => [name, { url, access: noAccess }])),
    );
  });

  it('take contacts for security.txt as URIs alone', () => {
    const contacts = (SECURITY_CONTACT: string) => distributedSettings(['SECURITY_CONTACT'], { SECURITY_CONTACT });
    expect(contacts('mailto:a@b.example, https://b.example/x, tel:+1-201-555-0123').SECURITY_CONTACT).toHaveLength(3);
    for (const wrong of ['a@b.example', 'http://b.example', 'mailto:a@b.example\nExpires: now', 'javascript:1'])
      expect(settingsFaults(() => contacts(wrong))).toEqual([expect.stringMatching(/^SECURITY_CONTACT: must be/)]);
  });

  it('take one malware scanner, not two, and none unless said', async () => {
    const names = ['UPLOAD_SCAN_COMMAND', 'UPLOAD_SCAN_ICAP', 'UPLOAD_SCAN_SECONDS'] as const;
    const log = createLogger('test', 'silent');
    const scanner = async (env: Env) => scannerFor(distributedSettings(names, env), log);
    const both = { UPLOAD_SCAN_COMMAND: 'clamdscan -', UPLOAD_SCAN_ICAP: 'icap://scanner.example/avscan' };
    expect(await scanner({})).toBeNull();
    expect(await scanner({ UPLOAD_SCAN_ICAP: both.UPLOAD_SCAN_ICAP })).not.toBeNull();
    await expect(scanner(both)).rejects.toThrow(/UPLOAD_SCAN_ICAP: cannot be set beside UPLOAD_SCAN_COMMAND/);
    expect(settingsFaults(() => distributedSettings(names, { UPLOAD_SCAN_ICAP: 'http://scanner.example' }))).toEqual([
      expect.stringMatching(/^UPLOAD_SCAN_ICAP: must be an address as icap:/),
    ]);
  });
});
