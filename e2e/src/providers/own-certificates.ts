import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A pair of keys and certificates, of the provider and of who asks, each its own authority. */
export function ownCertificates(dir: string): Record<'server' | 'client', { key: string; cert: string }> {
  const made = (name: string) => {
    const [key, cert] = [join(dir, `${name}.key`), join(dir, `${name}.pem`)];
    const subject = ['-subj', `/CN=${name}`, '-addext', 'subjectAltName=IP:127.0.0.1', '-days', '2'];
    const pair = ['-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert];
    execFileSync('openssl', ['req', '-x509', ...pair, ...subject], { stdio: 'ignore' });
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
  };
  return { server: made('server'), client: made('client') };
}
