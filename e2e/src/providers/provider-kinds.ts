import { mkdirSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { createServer as createSecureServer } from 'node:https';
import { basename } from 'node:path';
import { listenLocally } from '@numscope/testing/local-server';
import { KindAnswers } from './kind-answers.ts';
import { kindSecrets, mailOf, otherKinds, plainKinds } from './kinds.ts';
import { kindsFile } from './kinds-file.ts';
import { ownCertificates } from './own-certificates.ts';
import { serveTables } from './served-tables.ts';
import { tableKinds, tableSources, writeTables } from './table-kinds.ts';

/** One provider of every kind, over real HTTP. */
export interface KindsProvider {
  /** All of them: also databases and an index that real servers hold, as far as they are on this machine. */
  kinds: string[];
  /** The sources file that binds all of them. */
  sources: string;
  env: Record<string, string>;
  /** How often each kind answered each number. */
  answered: Map<string, Map<string, number>>;
  /** How often ACCOUNTS was asked by each way to prove who asks. */
  proofs: Map<string, number>;
  /** Whatever was asked wrongly: without proof of who asks, or in another form than the kind's. */
  faults: string[];
  close(): Promise<void>;
}

/** @param dir for the files of those that read tables; they know `phones`, the others everybody */
export async function startKindsProvider(dir: string, phones: readonly string[]): Promise<KindsProvider> {
  mkdirSync(dir, { recursive: true });
  const [served] = await Promise.all([
    serveTables(basename(dir).toLowerCase(), phones, mailOf),
    writeTables(dir, phones, mailOf),
  ]);
  const { server, client } = ownCertificates(dir);
  const answers = new KindAnswers();
  const listener: RequestListener = (request, response) =>
    void text(request)
      .then((body) => answers.of(request, new URL(request.url ?? '', 'http://provider'), body))
      .then(({ status = 200, type = 'application/json', body }) => {
        response.writeHead(status, { 'content-type': type, 'x-elastic-product': 'Elasticsearch' });
        response.end(typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body));
      })
      .catch((error: unknown) => {
        answers.faults.push(`${request.method} ${request.url}: ${String(error)}`);
        response.destroy();
      });
  const open = await listenLocally(createServer(listener));
  const secure = await listenLocally(
    createSecureServer({ ...server, ca: client.cert, requestCert: true, rejectUnauthorized: false }, listener),
  );
  return {
    kinds: [...plainKinds, ...otherKinds, ...tableKinds, ...served.sources.map(([kind]) => kind)],
    sources: kindsFile(open.url, `https://${secure.host}`, [...tableSources(dir), ...served.sources]),
    env: { ...kindSecrets, ...served.env, CERT: client.cert, CERT_KEY: client.key, AUTHORITY: server.cert },
    answered: answers.answered,
    proofs: answers.proofs,
    faults: answers.faults,
    close: async () => void (await Promise.all([open.close(), secure.close(), served.close()])),
  };
}
