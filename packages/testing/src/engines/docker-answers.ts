import { get, type RequestOptions } from 'node:http';

const WAIT_MS = 3000;

/** Where the Docker of this machine listens. */
function addressOf(host: string): RequestOptions {
  if (host.startsWith('unix://')) return { socketPath: host.slice('unix://'.length) };
  const { hostname, port } = new URL(host.replace(/^tcp:/, 'http:'));
  return { host: hostname, port };
}

/** Whether there is a Docker that would start containers. */
export function dockerAnswers(env: Readonly<Record<string, string | undefined>>): Promise<boolean> {
  const address = addressOf(env['DOCKER_HOST'] || 'unix:///var/run/docker.sock');
  return new Promise((resolve) => {
    const asked = get({ ...address, path: '/_ping', timeout: WAIT_MS }, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    });
    asked.on('timeout', () => asked.destroy());
    asked.on('error', () => resolve(false));
    asked.on('close', () => resolve(false));
  });
}
