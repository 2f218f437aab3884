import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
// What the library keeps its kinds of keys and signatures by; must come first.
import 'reflect-metadata';
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  PublicKey,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const DAY_MS = 86_400_000;
const [DNS, IP] = ['dns', 'ip'] as const;
/** Clocks of other machines may be a little behind. */
const BEFORE_MS = 3_600_000;

/** A certificate and its key, PEM. */
export interface Certified {
  cert: string;
  key: string;
}

const pair = () => crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);

const pemOf = async (key: CryptoKey): Promise<string> =>
  `${PemConverter.encode(await crypto.subtle.exportKey('pkcs8', key), 'PRIVATE KEY')}\n`;

const publicOf = async (key: CryptoKey): Promise<PublicKey> =>
  new PublicKey(await crypto.subtle.exportKey('spki', key));

const keyFrom = (pem: string): Promise<CryptoKey> =>
  crypto.subtle.importKey('pkcs8', PemConverter.decodeFirst(pem), ALGORITHM, true, ['sign']);

/** Positive, and of other bits than anybody can foresee. */
const serialNumber = (): string => `01${randomBytes(15).toString('hex')}`;

/** An authority of the installation's own, which signs the certificates of its engines and nothing else. */
export async function makeAuthority(days: number): Promise<Certified> {
  const now = Date.now();
  const keys = await pair();
  const cert = await X509CertificateGenerator.createSelfSigned(
    {
      serialNumber: serialNumber(),
      name: 'CN=Numscope engines',
      notBefore: new Date(now - BEFORE_MS),
      notAfter: new Date(now + days * DAY_MS),
      keys,
      signingAlgorithm: ALGORITHM,
      extensions: [
        new BasicConstraintsExtension(true, 0, true),
        new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
        await SubjectKeyIdentifierExtension.create(await publicOf(keys.publicKey), false, crypto),
      ],
    },
    crypto,
  );
  return { cert: `${cert.toString('pem')}\n`, key: await pemOf(keys.privateKey) };
}

const alternatives = (names: readonly string[]): SubjectAlternativeNameExtension =>
  new SubjectAlternativeNameExtension(
    names.map((value) => (isIP(value) === 0 ? { type: DNS, value } : { type: IP, value })),
    false,
  );

/** The names that it tells, each once, written as they are in a certificate whoever wrote them how. */
const namesIn = ({ rawData }: SubjectAlternativeNameExtension): Set<string> => {
  const { names } = new SubjectAlternativeNameExtension(rawData);
  return new Set(names.toJSON().map(({ type, value }) => `${type} ${value.toLowerCase()}`));
};

/** Whether a certificate (PEM) is for these names and no others, in whatever order. */
export function isFor(cert: string, names: readonly string[]): boolean {
  const told = new X509Certificate(cert).getExtension(SubjectAlternativeNameExtension);
  if (!told) return false;
  const [there, wanted] = [namesIn(told), namesIn(alternatives(names))];
  return there.symmetricDifference(wanted).size === 0;
}

/**
 * A certificate for a server of these names (host names or addresses), or for a client, signed by an authority.
 * @param until Unix milliseconds; it counts from an hour before `from`
 */
export async function certify(
  authority: Certified,
  names: readonly string[],
  until: number,
  from = Date.now(),
): Promise<Certified> {
  const keys = await pair();
  const issuer = new X509Certificate(authority.cert);
  const cert = await X509CertificateGenerator.create(
    {
      serialNumber: serialNumber(),
      subject: `CN=${names[0]}`,
      issuer: issuer.subject,
      notBefore: new Date(from - BEFORE_MS),
      notAfter: new Date(until),
      publicKey: keys.publicKey,
      signingKey: await keyFrom(authority.key),
      signingAlgorithm: ALGORITHM,
      extensions: [
        new BasicConstraintsExtension(false, undefined, true),
        new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
        new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth, ExtendedKeyUsage.clientAuth]),
        alternatives(names),
        await AuthorityKeyIdentifierExtension.create(issuer.publicKey, false, crypto),
        await SubjectKeyIdentifierExtension.create(await publicOf(keys.publicKey), false, crypto),
      ],
    },
    crypto,
  );
  return { cert: `${cert.toString('pem')}\n`, key: await pemOf(keys.privateKey) };
}
