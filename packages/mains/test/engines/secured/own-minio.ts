import { mkdirSync, readFileSync } from 'node:fs';
import { engineFiles } from '@numscope/mains/keys/make-engine-keys';
import { join } from 'node:path';
import { freePort } from '@numscope/testing';
import { composeImage } from '@numscope/testing/compose-images';
import { GenericContainer, Wait } from 'testcontainers';
import type { TestCertificates } from './certificates.ts';
import { builtEngine, startProgram, type OwnEngine } from './own-engine.ts';

export interface OwnMinio extends OwnEngine {
  port: number;
}

export const USER = 'numscope';

/** As `make-engine-keys` made it. */
export const secretOf = ({ keys }: TestCertificates): string =>
  readFileSync(engineFiles.password(keys, 'blob'), 'utf8').trim();

/** A MinIO of the test's own, by TLS alone. Its user and password come by files, as in compose. */
export async function startMinio(dir: string, certificates: TestCertificates): Promise<OwnMinio> {
  const folder = builtEngine('minio');
  const certs = join(certificates.keys, 'minio');
  const textOf = (file: string): string => readFileSync(join(certs, file), 'utf8');
  if (!folder) {
    const container = await new GenericContainer(composeImage('minio'))
      .withExposedPorts(9000)
      .withCommand(['server', '--quiet', '--certs-dir', '/tmp/certs', '/data'])
      .withCopyContentToContainer([
        { content: textOf('public.crt'), target: '/tmp/certs/public.crt' },
        { content: textOf('private.key'), target: '/tmp/certs/private.key' },
        { content: textOf('password'), target: '/tmp/password' },
      ])
      .withEnvironment({ MINIO_ROOT_USER: USER, MINIO_ROOT_PASSWORD_FILE: '/tmp/password', MINIO_BROWSER: 'off' })
      .withWaitStrategy(Wait.forListeningPorts())
      .start();
    return { port: container.getMappedPort(9000), close: async () => void (await container.stop()) };
  }
  const port = await freePort();
  const data = join(dir, 'minio');
  mkdirSync(data);
  const words = ['server', '--quiet', '--certs-dir', certs, '--address', `127.0.0.1:${port}`, data];
  const program = await startProgram(join(folder, 'minio'), words, {
    cwd: folder,
    log: join(dir, 'minio.log'),
    ports: [port],
    env: {
      MINIO_ROOT_USER: USER,
      MINIO_ROOT_PASSWORD_FILE: join(certs, 'password'),
      MINIO_BROWSER: 'off',
      MINIO_UPDATE: 'off',
      MINIO_CALLHOME_ENABLE: 'off',
    },
  });
  return { port, ...program };
}
