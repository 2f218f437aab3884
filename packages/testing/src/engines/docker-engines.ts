import { createServer } from 'node:net';
import { GenericContainer, type StartedTestContainer, Wait, type WaitStrategy } from 'testcontainers';
import { composeImage } from './compose-images.ts';
import { type EngineAddresses, type EngineName, engineVariables } from './engine-names.ts';

const START_MS = 180_000;
const USER = 'engines';
const SECRET = 'engines-secret';

interface Started {
  container: StartedTestContainer;
  address: string;
}

const start = (container: GenericContainer, ready: WaitStrategy): Promise<StartedTestContainer> =>
  container.withWaitStrategy(ready).withStartupTimeout(START_MS).start();

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** Kafka tells its clients where it is, so its port outside must be known before it starts. */
async function kafka(): Promise<Started> {
  const port = await freePort();
  const host = process.env['DOCKER_HOST']?.startsWith('tcp:')
    ? new URL(process.env['DOCKER_HOST']).hostname
    : '127.0.0.1';
  const container = await start(
    new GenericContainer(composeImage('kafka')).withExposedPorts({ container: 9092, host: port }).withEnvironment({
      KAFKA_NODE_ID: '1',
      KAFKA_PROCESS_ROLES: 'broker,controller',
      KAFKA_LISTENERS: 'PLAINTEXT://:9092,CONTROLLER://:9093',
      KAFKA_ADVERTISED_LISTENERS: `PLAINTEXT://${host}:${port}`,
      KAFKA_CONTROLLER_LISTENER_NAMES: 'CONTROLLER',
      KAFKA_LISTENER_SECURITY_PROTOCOL_MAP: 'CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT',
      KAFKA_CONTROLLER_QUORUM_VOTERS: '1@localhost:9093',
      KAFKA_OFFSETS_TOPIC_REPLICATION_FACTOR: '1',
      KAFKA_TRANSACTION_STATE_LOG_REPLICATION_FACTOR: '1',
      KAFKA_TRANSACTION_STATE_LOG_MIN_ISR: '1',
      KAFKA_GROUP_INITIAL_REBALANCE_DELAY_MS: '0',
      KAFKA_AUTO_CREATE_TOPICS_ENABLE: 'false',
    }),
    Wait.forLogMessage(/Kafka Server started/),
  );
  return { container, address: `${host}:${port}` };
}

async function mongodb(): Promise<Started> {
  const container = await start(
    new GenericContainer(composeImage('mongodb')).withExposedPorts(27017).withTmpFs({ '/data/db': 'rw' }),
    Wait.forLogMessage(/Waiting for connections/),
  );
  return { container, address: `mongodb://${container.getHost()}:${container.getMappedPort(27017)}` };
}

async function elasticsearch(): Promise<Started> {
  const container = await start(
    new GenericContainer(composeImage('elasticsearch')).withExposedPorts(9200).withEnvironment({
      'discovery.type': 'single-node',
      'xpack.security.enabled': 'false',
      'cluster.routing.allocation.disk.threshold_enabled': 'false',
      ES_JAVA_OPTS: '-Xms1g -Xmx1g',
    }),
    Wait.forHttp('/_cluster/health?wait_for_status=yellow&timeout=1s', 9200).forStatusCode(200),
  );
  return { container, address: `http://${container.getHost()}:${container.getMappedPort(9200)}` };
}

async function s3(): Promise<Started> {
  const container = await start(
    new GenericContainer(composeImage('minio'))
      .withExposedPorts(9000)
      .withCommand(['server', '--quiet', '/data'])
      .withEnvironment({ MINIO_ROOT_USER: USER, MINIO_ROOT_PASSWORD: SECRET, MINIO_BROWSER: 'off' }),
    Wait.forHttp('/minio/health/ready', 9000).forStatusCode(200),
  );
  return { container, address: `s3+http://${USER}:${SECRET}@${container.getHost()}:${container.getMappedPort(9000)}` };
}

const starters: Readonly<Record<EngineName, () => Promise<Started>>> = { kafka, mongodb, elasticsearch, s3 };

/**
 * Starts the real images of all engines.
 * @throws Error when one does not start; those that did are stopped again
 */
export async function startDockerEngines(): Promise<{ addresses: EngineAddresses; stop(): Promise<void> }> {
  const containers: StartedTestContainer[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all(containers.map((container) => container.stop()));
  };
  const addresses: EngineAddresses = {};
  const begun = (Object.keys(starters) as EngineName[]).map(async (name) => {
    const { container, address } = await starters[name]();
    containers.push(container);
    addresses[engineVariables[name]] = address;
  });
  const faults = (await Promise.allSettled(begun)).filter((result) => result.status === 'rejected');
  if (faults.length === 0) return { addresses, stop };
  await stop();
  const reasons = new Set(faults.map(({ reason }) => String(reason)));
  throw new Error(`not all engines could be started in Docker: ${[...reasons].join('; ')}`);
}
