import { noAccess } from '@numscope/adapters/engine-access';
import { describe, expect, it } from '@jest/globals';
import { SettingsError } from '@numscope/platform';
import { settingsFrom } from '../src/settings.ts';

describe('settings', () => {
  it('work unset, with the specified defaults', () => {
    expect(settingsFrom({})).toMatchObject({
      port: 8080,
      host: '127.0.0.1',
      dataDir: expect.stringMatching(/\/data$/),
      adminUsername: 'admin',
      adminPassword: null,
      sessionHours: 12,
      sourcesFile: expect.stringMatching(/\/sources\.yaml$/),
      sandbox: false,
      maxRunningJobs: 8,
      rateLimit: 1000,
      costlyPerMinute: 600,
      mainJobStoppable: false,
      languages: ['en'],
      defaultRegion: null,
      requirePurpose: false,
    });
  });

  it('count as unset when empty', () => {
    expect(settingsFrom({ PORT: '', ADMIN_PASSWORD: '', SANDBOX: '' })).toMatchObject({
      port: 8080,
      adminPassword: null,
      sandbox: false,
    });
  });

  it('are read with their units', () => {
    const env = { PORT: '0', SANDBOX: 'true', ENABLED_LANGUAGES: 'en, uz_cyrl', DEFAULT_REGION: 'UZ', RATE_LIMIT: '5' };
    expect(settingsFrom(env)).toMatchObject({
      port: 0,
      sandbox: true,
      languages: ['en', 'uz_cyrl'],
      defaultRegion: 'UZ',
      rateLimit: 5,
    });
  });

  it('list all their faults together, by name', () => {
    const read = () =>
      settingsFrom({
        PORT: '99999',
        SANDBOX: 'yes',
        DEFAULT_REGION: 'uz',
        ENABLED_LANGUAGES: 'xx',
        BUS_URL: 'kafka://x',
      });
    expect(read).toThrow(SettingsError);
    expect(read).toThrow(/PORT: .*\n.*SANDBOX: .*\n.*ENABLED_LANGUAGES: .*\n.*DEFAULT_REGION: .*\n.*BUS_URL: /);
  });

  it('let each engine be another than the embedded one, alone', () => {
    const embedded = { busUrl: null, storeUrl: null, searchUrl: null, blobUrl: null };
    expect(settingsFrom({ BUS_URL: 'embedded' })).toMatchObject(embedded);
    expect(settingsFrom({ BUS_URL: 'kafka://a:9092,b:9092' })).toMatchObject({
      ...embedded,
      busUrl: { url: 'kafka://a:9092,b:9092', access: noAccess },
    });
    expect(settingsFrom({ SEARCH_URL: 'http://a:9200' })).toMatchObject({
      ...embedded,
      searchUrl: { url: 'http://a:9200', access: noAccess },
    });
  });
});
