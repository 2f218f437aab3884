import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

/** A certificate with its key, as PEM. */
export interface CertifiedKey {
  cert: string;
  key: string;
}

/** Whoever certifies keys of a test. */
export interface TestAuthority {
  cert: string;
  certify(name: string, options?: { ofServer?: boolean }): CertifiedKey;
}

const DAY_MS = 86_400_000;

/** A value of DER (X.690): its tag, its length, and what it is made of. */
function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
const sequence = (...parts: Uint8Array[]): Buffer => der(0x30, ...parts);
const identifier = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'));
const integer = (value: number): Buffer => der(0x02, Buffer.from([value]));
const time = (at: number): Buffer =>
  der(0x17, Buffer.from(`${new Date(at).toISOString().slice(2, 19).replaceAll(/\D/g, '')}Z`));

const ecdsaWithSha256 = sequence(identifier('2a8648ce3d040302'));
const nameOf = (text: string): Buffer =>
  sequence(der(0x31, sequence(identifier('550403'), der(0x0c, Buffer.from(text)))));
const yes = der(0x01, Buffer.from([255]));
/** `basicConstraints`: it may certify others. */
const mayCertify = sequence(identifier('551d13'), yes, der(0x04, sequence(yes)));
/** `subjectAltName`: it is of this machine. */
const ofThisMachine = sequence(identifier('551d11'), der(0x04, sequence(der(0x87, Buffer.from([127, 0, 0, 1])))));

interface Certified {
  subject: string;
  key: KeyObject;
  extensions: Uint8Array[];
}

/** An X.509 certificate of today (RFC 5280), signed by `by`. */
function certificate({ subject, key, extensions }: Certified, by: { name: string; key: KeyObject }): string {
  const body = sequence(
    der(0xa0, integer(2)),
    integer(1 + Math.floor(Math.random() * 126)),
    ecdsaWithSha256,
    nameOf(by.name),
    sequence(time(Date.now() - DAY_MS), time(Date.now() + DAY_MS)),
    nameOf(subject),
    key.export({ type: 'spki', format: 'der' }),
    ...(extensions.length > 0 ? [der(0xa3, sequence(...extensions))] : []),
  );
  const signature = der(0x03, Buffer.from([0]), sign('sha256', body, by.key));
  const text = sequence(body, ecdsaWithSha256, signature).toString('base64');
  const lines = text.match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}

const newKeys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });

export function testAuthority(name: string): TestAuthority {
  const own = newKeys();
  const by = { name, key: own.privateKey };
  return {
    cert: certificate({ subject: name, key: own.publicKey, extensions: [mayCertify] }, by),
    certify(subject, { ofServer = false } = {}) {
      const { publicKey, privateKey } = newKeys();
      return {
        cert: certificate({ subject, key: publicKey, extensions: ofServer ? [ofThisMachine] : [] }, by),
        key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      };
    },
  };
}
