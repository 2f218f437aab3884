import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { messages } from '@numscope/contracts';
import { createLogger, SettingsError } from '@numscope/platform';
import { tempDir } from '@numscope/testing';
import { startStandalone } from '../src/compose.ts';
import { settingsFrom } from '../src/settings.ts';

const dir = tempDir();
afterAll(() => dir.remove());

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
  const start = (given: Record<string, string>) =>
    startStandalone(settingsFrom(given), {
      log: createLogger('standalone', 'silent'),
      env: given,
      showOnce: () => undefined,
    });
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
