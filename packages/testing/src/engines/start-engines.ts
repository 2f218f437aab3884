import { connect } from 'node:net';
import { chooseEngines } from './choose-engines.ts';
import { dockerAnswers } from './docker-answers.ts';
import type { EngineAddresses } from './engine-names.ts';

export interface Engines {
  /** Environment variables to be set for the tests. */
  addresses: EngineAddresses;
  stop(): Promise<void>;
}

const ANSWER_MS = 5000;

/** The first host and port of an address, whatever its form. */
function hostAndPortOf(address: string): { host: string; port: number } {
  const [, host = '', port = ''] = /^(?:[a-z0-9+]+:\/\/)?(?:[^@/]*@)?([^:,/]+):(\d+)/.exec(address) ?? [];
  return { host, port: Number(port) };
}

/** @throws Error that names the variable, not its value, which may hold a secret */
function answers(variable: string, address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const { host, port } = hostAndPortOf(address);
    const fault = (why: string): void =>
      reject(new Error(`nothing answers where ${variable} says (${host}:${port}): ${why}`));
    const socket = connect({ host, port, timeout: ANSWER_MS });
    socket.on('connect', () => resolve());
    socket.on('timeout', () => fault(`silence for ${ANSWER_MS} ms`));
    socket.on('error', (error) => fault(error.message));
    socket.on('connect', () => socket.destroy());
    socket.on('timeout', () => socket.destroy());
  });
}

/**
 * Provides the engines for a suite as `ENGINES` says.
 * @returns null, after a loud line, when there are none
 * @throws Error when one is missing, does not start or does not answer
 */
export async function startEngines(tell: (line: string) => void): Promise<Engines | null> {
  const choice = await chooseEngines(process.env, () => dockerAnswers(process.env));
  switch (choice.from) {
    case 'none':
      tell(
        `SKIPPED: the suites that need real engines (Kafka, MongoDB, Elasticsearch, S3) did not run. ${choice.why}.`,
      );
      return null;
    case 'local':
      await Promise.all(Object.entries(choice.addresses).map(([variable, address]) => answers(variable, address)));
      tell('engines: those at the addresses that are set');
      return { addresses: choice.addresses, stop: async () => undefined };
    case 'docker': {
      tell('engines: in Docker, which takes a minute to start them');
      // Loaded only here: it is large, and of no use without Docker.
      return (await import('./docker-engines.ts')).startDockerEngines();
    }
  }
}
