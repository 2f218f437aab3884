import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { askUntil } from '@numscope/testing/ask-until';
import { freePort, root } from '../product/installation.ts';

const PROGRAM = '/usr/sbin/nginx';

/** Whether the real program is on this machine. */
export const hasNginx = (): boolean => existsSync(PROGRAM);

export interface Proxy {
  port: number;
  plainPort: number;
  /** The authority of the certificate that it shows, which is self-signed. */
  ca: string;
  close(): Promise<void>;
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

/** Runs nginx with the example of infra/proxy, of which only ports and files are replaced, before a gateway. */
export async function startNginx(gatewayPort: number): Promise<Proxy> {
  const folder = mkdtempSync(join(tmpdir(), 'numscope-proxy-'));
  const [port, plainPort] = [await freePort(), await freePort()];
  const files = { certificate: join(folder, 'certificate.pem'), key: join(folder, 'key.pem') };
  const self = ['-subj', '/CN=numscope.example', '-addext', 'subjectAltName=DNS:numscope.example,IP:127.0.0.1'];
  const ofKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  const out = ['-keyout', files.key, '-out', files.certificate, '-days', '2'];
  execFileSync('openssl', ['req', '-x509', ...ofKey, ...self, ...out], { stdio: 'ignore' });
  const site = readFileSync(join(root, 'infra/proxy/nginx.conf'), 'utf8')
    .replace('listen 80;', `listen 127.0.0.1:${plainPort};`)
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port} ssl;`)
    .replace('127.0.0.1:8080', `127.0.0.1:${gatewayPort}`)
    .replace('/etc/ssl/numscope/certificate.pem', files.certificate)
    .replace('/etc/ssl/numscope/key.pem', files.key);
  mkdirSync(join(folder, 'temp'));
  const temps = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, 'temp', name)};`,
  );
  const main = ['daemon off;', 'worker_processes 1;', `pid ${join(folder, 'pid')};`, 'error_log stderr warn;'];
  const config = [...main, 'events {}', 'http {', 'access_log off;', ...temps, site, '}'].join('\n');
  writeFileSync(join(folder, 'nginx.conf'), config);
  const child = spawn(PROGRAM, ['-p', folder, '-c', join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let told = '';
  child.stderr.on('data', (text: Buffer) => (told += text.toString()));
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await askUntil(async () => child.exitCode !== null || (await answers(port)));
  if (child.exitCode !== null) throw new Error(`nginx does not take the example: ${told}`);
  return {
    port,
    plainPort,
    ca: readFileSync(files.certificate, 'utf8'),
    async close() {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
