import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { messages } from '@numscope/contracts';
import { createLogger, SettingsError } from '@numscope/platform';
import { tempDir } from '@numscope/testing';
import { startStandalone } from '../src/compose.ts';
import { settingsFrom } from '../src/settings.ts';

const dir = tempDir();
afterAll(() => dir.remove());

const start = (given: Record<string, string>, env = given) =>
  startStandalone(settingsFrom(given), {
    log: createLogger('standalone', 'silent'),
    env,
    showOnce: () => undefined,
  });

it('tells at the first start all that is wrong with what settings name, and leaves nothing open', async () => {
  const env = {
    PORT: '0',
    DATA_DIR: join(dir.path, 'data'),
    SOURCES_FILE: join(dir.path, 'none.yaml'),
    AUTH_PRIVATE_KEY: join(dir.path, 'none.pem'),
    AUDIT_CHECKPOINT_KEY: join(dir.path, 'none-too.pem'),
    FACE_MODEL: dir.path,
    ADMIN_PASSWORD: 'short',
  };
  const error = await start(env).catch((fault: unknown) => fault);
  if (!(error instanceof SettingsError)) throw error;
  expect(error.faults).toEqual([
    expect.stringMatching(/^AUTH_PRIVATE_KEY: /),
    expect.stringMatching(/^AUDIT_CHECKPOINT_KEY: /),
    'none.yaml: is not there, though SOURCES_FILE names it',
    `ADMIN_PASSWORD: ${messages.passwordRule}`,
    expect.stringMatching(/^FACE_MODEL: /),
  ]);
  const { PORT, DATA_DIR } = env;
  const standalone = await start({ PORT, DATA_DIR, FACES: 'false' });
  expect(existsSync(join(DATA_DIR, 'token-key.pem'))).toBe(true);
  await standalone.shutdown.run();
});

it('reads the sources file once', async () => {
  const file = join(dir.path, 'sources.yaml');
  writeFileSync(
    file,
    [
      'sources:',
      '  OFFICE:',
      '    connector: http',
      '    request: { url: "http://127.0.0.1:9/{phone}" }',
      '    auth: { type: bearer, token: "${env:OFFICE_TOKEN}" }',
    ].join('\n'),
  );
  let filledIn = 0;
  const env = {
    get OFFICE_TOKEN() {
      filledIn++;
      return 'a token of the office';
    },
  };
  const standalone = await start(
    { PORT: '0', DATA_DIR: join(dir.path, 'once'), FACES: 'false', SOURCES_FILE: file },
    env,
  );
  await standalone.shutdown.run();
  expect(filledIn).toBe(1);
});
