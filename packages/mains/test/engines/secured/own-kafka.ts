import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@numscope/testing';
import { composeImage } from '@numscope/testing/compose-images';
import { GenericContainer, Wait } from 'testcontainers';
import { engineFiles } from '@numscope/mains/keys/make-engine-keys';
import type { TestCertificates } from './certificates.ts';
import { builtEngine, java, runOnce, startProgram, type OwnEngine } from './own-engine.ts';

export interface OwnKafka extends OwnEngine {
  /** By TLS with SCRAM-SHA-512 or PLAIN. */
  port: number;
  /** The same, for who shows a certificate besides. */
  mutualPort: number;
}

export const USER = 'numscope';

/** As `make-engine-keys` made it. */
export const passwordOf = ({ keys }: TestCertificates): string =>
  readFileSync(engineFiles.password(keys, 'bus'), 'utf8').trim();

/** What a secured broker is told, by the names of Kafka's own settings. */
const settings = (
  ports: Record<'secure' | 'mutual' | 'local' | 'controller', number>,
  outside: Record<'secure' | 'mutual', number>,
  files: { data: string; keys: string; trust: string },
  listen: string,
  password: string,
): Record<string, string> => {
  const jaas = (listener: string): Record<string, string> => ({
    [`listener.name.${listener}.scram-sha-512.sasl.jaas.config`]:
      'org.apache.kafka.common.security.scram.ScramLoginModule required;',
    [`listener.name.${listener}.plain.sasl.jaas.config`]: `org.apache.kafka.common.security.plain.PlainLoginModule required user_${USER}="${password}";`,
    [`listener.name.${listener}.sasl.enabled.mechanisms`]: 'SCRAM-SHA-512,PLAIN',
  });
  return {
    'process.roles': 'broker,controller',
    'node.id': '1',
    'controller.quorum.voters': `1@127.0.0.1:${ports.controller}`,
    listeners: `SECURE://${listen}:${ports.secure},MUTUAL://${listen}:${ports.mutual},LOCAL://127.0.0.1:${ports.local},CONTROLLER://127.0.0.1:${ports.controller}`,
    'advertised.listeners': `SECURE://localhost:${outside.secure},MUTUAL://localhost:${outside.mutual},LOCAL://127.0.0.1:${ports.local}`,
    'inter.broker.listener.name': 'LOCAL',
    'controller.listener.names': 'CONTROLLER',
    'listener.security.protocol.map': 'CONTROLLER:PLAINTEXT,LOCAL:PLAINTEXT,SECURE:SASL_SSL,MUTUAL:SASL_SSL',
    'ssl.keystore.type': 'PEM',
    'ssl.keystore.location': files.keys,
    'listener.name.mutual.ssl.client.auth': 'required',
    'ssl.truststore.type': 'PEM',
    'ssl.truststore.location': files.trust,
    ...jaas('secure'),
    ...jaas('mutual'),
    'log.dirs': files.data,
    'offsets.topic.replication.factor': '1',
    'offsets.topic.num.partitions': '4',
    'transaction.state.log.replication.factor': '1',
    'transaction.state.log.min.isr': '1',
    'transaction.state.log.num.partitions': '4',
    'group.initial.rebalance.delay.ms': '0',
    'auto.create.topics.enable': 'false',
  };
};

/** How docker-compose.yml has the user made. */
const userWords = (port: number, file: string): string[] => [
  '--bootstrap-server',
  `127.0.0.1:${port}`,
  '--entity-type',
  'users',
  '--entity-name',
  USER,
  '--alter',
  '--add-config-file',
  file,
];

/** As lines of a properties file, where a backslash is written twice. */
const lines = (all: Record<string, string>): string =>
  Object.entries(all)
    .map(([name, value]) => `${name}=${value.replaceAll('\\', '\\\\')}\n`)
    .join('');

async function built(folder: string, dir: string, certificates: TestCertificates): Promise<OwnKafka> {
  const [secure, mutual, local, controller] = [await freePort(), await freePort(), await freePort(), await freePort()];
  const own = join(certificates.keys, 'kafka');
  const files = { data: join(dir, 'kafka'), keys: join(own, 'server.pem'), trust: join(own, 'ca.pem') };
  mkdirSync(files.data);
  const config = join(dir, 'kafka.properties');
  const all = settings(
    { secure, mutual, local, controller },
    { secure, mutual },
    files,
    '127.0.0.1',
    passwordOf(certificates),
  );
  writeFileSync(config, lines(all));
  const log = join(dir, 'kafka.log');
  const words = ['-cp', 'lib/*', `-Dlog4j2.configurationFile=file:${folder}/conf/log4j2.xml`];
  const id = randomBytes(16).toString('base64url');
  await runOnce(java(), [...words, 'kafka.tools.StorageTool', 'format', '-t', id, '-c', config], { cwd: folder });
  const program = await startProgram(java(), ['-Xmx384m', ...words, 'kafka.Kafka', config], {
    cwd: folder,
    log,
    ports: [secure, mutual, local],
  });
  const making = ['kafka.admin.ConfigCommand', ...userWords(local, join(own, 'user.properties'))];
  await runOnce(java(), [...words, ...making], { cwd: folder });
  return { port: secure, mutualPort: mutual, ...program };
}

async function inDocker(certificates: TestCertificates): Promise<OwnKafka> {
  const [secure, mutual] = [await freePort(), await freePort()];
  const own = join(certificates.keys, 'kafka');
  const ports = { secure: 9092, mutual: 9093, local: 9094, controller: 9095 };
  const files = { data: '/tmp/kafka', keys: '/tmp/kafka.pem', trust: '/tmp/ca.pem' };
  const container = await new GenericContainer(composeImage('kafka'))
    .withExposedPorts({ container: ports.secure, host: secure }, { container: ports.mutual, host: mutual })
    .withCopyContentToContainer([
      { content: readFileSync(join(own, 'server.pem'), 'utf8'), target: files.keys },
      { content: readFileSync(join(own, 'user.properties'), 'utf8'), target: '/tmp/user.properties' },
      { content: certificates.server.ca, target: files.trust },
      {
        content: lines(settings(ports, { secure, mutual }, files, '0.0.0.0', passwordOf(certificates))),
        target: '/mnt/shared/config/server.properties',
      },
    ])
    .withWaitStrategy(Wait.forLogMessage(/Kafka Server started/))
    .start();
  const { exitCode, output } = await container.exec([
    '/opt/kafka/bin/kafka-configs.sh',
    ...userWords(ports.local, '/tmp/user.properties'),
  ]);
  if (exitCode !== 0) throw new Error(`the user was not made: ${output}`);
  return { port: secure, mutualPort: mutual, close: async () => void (await container.stop()) };
}

/** A Kafka of the test's own, entered by TLS and SASL alone. */
export function startKafka(dir: string, certificates: TestCertificates): Promise<OwnKafka> {
  const folder = builtEngine('kafka');
  return folder ? built(folder, dir, certificates) : inDocker(certificates);
}
