import { createPrivateKey, randomBytes, X509Certificate } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { reasonOf } from '@numscope/platform';
import { type Certified, certify, isFor, makeAuthority } from './certificates.ts';
import { writeNew, writeOver } from './write-file.ts';

const DAY_MS = 86_400_000;
const AUTHORITY_DAYS = 3650;
const CERTIFICATE_DAYS = 825;
/** A certificate is renewed this long before it expires. */
const RENEWED_DAYS = 90;
const PASSWORD_BYTES = 32;

/** Who reads the files of an engine: the user of its image. */
interface Owner {
  uid: number;
  gid: number;
}

interface Engine {
  /** The host name by which services reach it; also the folder with the files that only it gets. */
  name: string;
  /** The folder with what the services are given that use it; as the prefix of their settings. */
  client: string;
  owner: Owner;
  /** Its certificate in the form that it takes: the key before the certificate, which is there last. */
  certificate(made: Certified): Record<string, string>;
  /** Files of further passwords, which nobody else is given. */
  own?: readonly string[];
  /** Its user's password in the form that it takes, where that is not a file of the password alone. */
  password?(password: string): Record<string, string>;
}

/** The engines of docker-compose.yml. Owners are those of their images. */
export const securedEngines: readonly Engine[] = [
  {
    name: 'kafka',
    client: 'bus',
    owner: { uid: 1000, gid: 1000 },
    certificate: ({ cert, key }) => ({ 'server.pem': `${key}${cert}` }),
    // As `kafka-configs.sh --add-config-file` reads it.
    password: (password) => ({ 'user.properties': `SCRAM-SHA-512=iterations=8192,password=${password}\n` }),
  },
  {
    name: 'mongodb',
    client: 'store',
    owner: { uid: 999, gid: 999 },
    own: ['administrator-password'],
    certificate: ({ cert, key }) => ({ 'server.pem': `${key}${cert}` }),
  },
  {
    name: 'elasticsearch',
    client: 'search',
    owner: { uid: 1000, gid: 0 },
    certificate: ({ cert, key }) => ({ 'server.key': key, 'server.crt': cert }),
  },
  {
    name: 'minio',
    client: 'blob',
    owner: { uid: 0, gid: 0 },
    certificate: ({ cert, key }) => ({ 'private.key': key, 'public.crt': cert }),
  },
];

/** What lies where: for each engine a folder, for each of its users one, and one for the authority alone. */
export const engineFiles = {
  authority: (folder: string): string => join(folder, 'authority', 'authority-key.pem'),
  authorityCertificate: (folder: string): string => join(folder, 'authority', 'ca.pem'),
  password: (folder: string, client: string): string => join(folder, client, 'password'),
  ca: (folder: string, of: string): string => join(folder, of, 'ca.pem'),
};

const CERTIFICATE = '-----BEGIN CERTIFICATE-----';

const daysLeft = ({ validToDate }: X509Certificate): number => (validToDate.getTime() - Date.now()) / DAY_MS;

/** Whether somebody else's files can be given to them: in a container, where this runs as root. */
const mayGive = process.getuid?.() === 0;

function give(path: string, owner: Owner | undefined): void {
  if (owner === undefined || !mayGive) return;
  const { uid, gid } = statSync(path);
  if (uid !== owner.uid || gid !== owner.gid) chownSync(path, owner.uid, owner.gid);
}

export interface EngineKeysOptions {
  /** Further names and addresses of an engine, beside its own and this machine's. */
  names: Readonly<Record<string, readonly string[]>>;
  /** The user whose the files of the services are, in a container; undefined: who runs this. */
  services?: Owner;
}

class Folder {
  readonly made: string[] = [];
  readonly #folder: string;
  readonly #options: EngineKeysOptions;

  constructor(folder: string, options: EngineKeysOptions) {
    this.#folder = folder;
    this.#options = options;
  }

  /** Writes a file unless it holds that already. */
  write(file: string, content: string, owner?: Owner): void {
    const path = join(this.#folder, file);
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    give(dirname(path), owner);
    const isNew = !existsSync(path);
    const isOther = !isNew && readFileSync(path, 'utf8') !== content;
    if (isNew) writeNew(path, content, 0o400);
    else if (isOther) writeOver(path, content, 0o400);
    // Who was stopped here had written it, and not yet given it away.
    give(path, owner);
    if (isNew || isOther) this.made.push(path);
  }

  async authority(): Promise<Certified> {
    const [keyFile, certFile] = [engineFiles.authority(this.#folder), engineFiles.authorityCertificate(this.#folder)];
    if (!existsSync(keyFile) || !existsSync(certFile)) {
      const made = await makeAuthority(AUTHORITY_DAYS);
      this.write('authority/authority-key.pem', made.key);
      this.write('authority/ca.pem', made.cert);
    }
    const [key, cert] = [readFileSync(keyFile, 'utf8'), readFileSync(certFile, 'utf8')];
    try {
      if (!new X509Certificate(cert).checkPrivateKey(createPrivateKey(key)))
        throw new Error('key and certificate are no pair');
    } catch (error) {
      throw new Error(
        `the authority in ${dirname(keyFile)} cannot be used: ${reasonOf(error)}. Delete that folder to have a new one made, and restart all that has certificates of the former`,
        { cause: error },
      );
    }
    return { key, cert };
  }

  /** A password, made up unless it is there. */
  #password(file: string, owner: Owner | undefined): string {
    const path = join(this.#folder, file);
    const known = existsSync(path) ? readFileSync(path, 'utf8') : '';
    const password = known.trim() || randomBytes(PASSWORD_BYTES).toString('base64url');
    this.write(file, known.trim() ? known : `${password}\n`, owner);
    return password;
  }

  /** Its certificate with the key, where both are there, belong together, are of this authority, for these names and good for long enough. */
  #current({ name, certificate }: Engine, authority: Certified, names: readonly string[]): Certified | null {
    const paths = Object.keys(certificate({ cert: '', key: '' })).map((file) => join(this.#folder, name, file));
    if (!paths.every((path) => existsSync(path))) return null;
    const pem = paths.map((path) => readFileSync(path, 'utf8')).join('');
    try {
      const known = new X509Certificate(pem);
      const isGood =
        daysLeft(known) > RENEWED_DAYS &&
        known.checkIssued(new X509Certificate(authority.cert)) &&
        known.checkPrivateKey(createPrivateKey(pem));
      const begin = pem.indexOf(CERTIFICATE);
      const [key, cert] = [pem.slice(0, begin), pem.slice(begin)];
      return isGood && isFor(cert, names) ? { key, cert } : null;
    } catch {
      // No certificate, or no key.
      return null;
    }
  }

  async engine(engine: Engine, authority: Certified): Promise<void> {
    const { name, client, owner, certificate } = engine;
    const { names, services } = this.#options;
    const password = this.#password(join(client, 'password'), services);
    for (const file of engine.own ?? []) this.#password(join(name, file), owner);
    this.write(join(client, 'ca.pem'), authority.cert, services);
    this.write(join(name, 'ca.pem'), authority.cert, owner);
    const forms = engine.password?.(password) ?? { password: `${password}\n` };
    for (const [file, content] of Object.entries(forms)) this.write(join(name, file), content, owner);
    const all = [name, 'localhost', '127.0.0.1', ...(names[name] ?? [])];
    const made =
      this.#current(engine, authority, all) ?? (await certify(authority, all, Date.now() + CERTIFICATE_DAYS * DAY_MS));
    for (const [file, content] of Object.entries(certificate(made))) this.write(join(name, file), content, owner);
  }
}

/**
 * Makes what engines and services need to believe each other, as far as it is missing in a folder: an authority, a
 * certificate of it for each engine (anew 90 days before its end, and when the names are others), and a password for each.
 * @returns the files that were written
 */
export async function makeEngineKeys(folder: string, options: EngineKeysOptions): Promise<string[]> {
  const keys = new Folder(folder, options);
  const authority = await keys.authority();
  for (const engine of securedEngines) await keys.engine(engine, authority);
  return keys.made;
}
