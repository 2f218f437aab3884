import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { openBus } from '@numscope/mains';
import { engineFiles } from '@numscope/mains/keys/make-engine-keys';
import { createLogger, type EventBus, newId } from '@numscope/platform';
import { tempDir, testEngine, userChangedEvent } from '@numscope/testing';
import { type TestCertificates, testCertificates } from './secured/certificates.ts';
import { addressFrom, faultOf, passwordFile } from './secured/kit.ts';
import { type OwnKafka, passwordOf, startKafka, USER } from './secured/own-kafka.ts';
import { type TlsProxy, tlsProxy } from './secured/tls-proxy.ts';

// A broker of its own is started.
jest.setTimeout(180_000);
const log = createLogger('bus', 'silent');
const dir = tempDir();
let certificates: TestCertificates;
let kafka: OwnKafka;
let right: Record<string, string>;
let wrongPassword: string;
const [sharedHost = '', sharedPort = ''] = testEngine('kafka').split(',')[0]?.split(':') ?? [];

beforeAll(async () => {
  certificates = await testCertificates(dir.path);
  kafka = await startKafka(dir.path, certificates);
  wrongPassword = passwordFile(dir.path, 'wrong', 'hunter2');
  right = {
    BUS_URL: `kafka+ssl://localhost:${kafka.port}?prefix=secured.&partitions=1`,
    BUS_USERNAME: USER,
    BUS_PASSWORD_FILE: engineFiles.password(certificates.keys, 'bus'),
    BUS_CA_FILE: certificates.ca,
  };
});
afterAll(async () => {
  await kafka?.close();
  dir.remove();
});

const open = (env: Record<string, string>, startWithinMs = 60_000): Promise<EventBus> =>
  openBus(addressFrom('BUS_URL', env), log, startWithinMs);
const fault = (env: Record<string, string>): Promise<string> =>
  faultOf(open(env), [passwordOf(certificates), 'hunter2']);

/** What is published comes to who subscribed. */
async function expectWorks(env: Record<string, string>): Promise<void> {
  const bus = await open(env);
  const name = newId();
  const heard = new Promise<void>((resolve, reject) => {
    const handle = async (events: ReadonlyArray<{ data: { userName: string } }>): Promise<void> => {
      if (events.some(({ data }) => data.userName === name)) resolve();
    };
    bus
      .subscribe({ topic: 'user.changed', group: `reader-${name}`, handle })
      .then(() => bus.publish([userChangedEvent(name)]))
      .catch(reject);
  });
  await heard;
  await bus.close();
}

describe('Kafka by TLS and SASL', () => {
  it('serves who knows the password, by SCRAM-SHA-512 unless said', () => expectWorks(right));

  it('serves who knows the password, by PLAIN where that was said', () =>
    expectWorks({ ...right, BUS_SASL_MECHANISM: 'plain' }));

  it('that wants a certificate besides serves who shows it', () =>
    expectWorks({
      ...right,
      BUS_URL: right['BUS_URL']?.replace(String(kafka.port), String(kafka.mutualPort)) ?? '',
      BUS_CERT_FILE: certificates.client.cert,
      BUS_KEY_FILE: certificates.client.key,
    }));
});

describe('a start at once says which setting to mend, where Kafka', () => {
  it('does not take the password', async () => {
    expect(await fault({ ...right, BUS_PASSWORD_FILE: wrongPassword })).toMatch(
      /^BUS_USERNAME, BUS_PASSWORD_FILE: .*does not take/,
    );
  });

  it('does not take the mechanism', async () => {
    expect(await fault({ ...right, BUS_SASL_MECHANISM: 'scram-sha-256' })).toMatch(
      /^BUS_SASL_MECHANISM: .*scram-sha-256/,
    );
  });

  it('has a certificate of another authority than that of the file', async () => {
    expect(await fault({ ...right, BUS_CA_FILE: certificates.otherCa })).toMatch(
      /^BUS_CA_FILE: none of the authorities/,
    );
  });

  it('has a certificate of an authority that is not known', async () => {
    expect(await fault({ ...right, BUS_CA_FILE: '' })).toMatch(/^BUS_CA_FILE: is not set/);
  });

  it('wants a certificate of who comes', async () => {
    const BUS_URL = right['BUS_URL']?.replace(String(kafka.port), String(kafka.mutualPort)) ?? '';
    expect(await fault({ ...right, BUS_URL })).toMatch(/^BUS_CERT_FILE: is not set, and localhost:\d+ wants/);
  });

  it('speaks TLS and the address says none', async () => {
    const BUS_URL = right['BUS_URL']?.replace('kafka+ssl', 'kafka') ?? '';
    expect(await fault({ BUS_URL })).toMatch(/^BUS_URL: localhost:\d+ speaks TLS, .*write kafka\+ssl:/);
  });
});

describe('a certificate', () => {
  let proxy: TlsProxy;
  const at = async (which: 'expired' | 'elsewhere'): Promise<string> => {
    proxy = await tlsProxy(certificates[which], { host: sharedHost, port: Number(sharedPort) });
    try {
      return await fault({ ...right, BUS_URL: `kafka+ssl://localhost:${proxy.port}` });
    } finally {
      await proxy.close();
    }
  };

  it('that has expired is told with its day', async () => {
    expect(await at('expired')).toMatch(/^BUS_URL: the certificate of localhost:\d+ expired on \w+ .*\d{4} GMT/);
  });

  it('for another host is told with its names', async () => {
    expect(await at('elsewhere')).toMatch(/^BUS_URL: .* is for other names \(DNS:kafka\.example\)/);
  });
});

describe('what a broker does that starts or ends as well is waited for, and said', () => {
  it('when it hangs up on who comes without a user', async () => {
    const env = { BUS_URL: right['BUS_URL'] ?? '', BUS_CA_FILE: certificates.ca };
    await expect(open(env, 1)).rejects.toThrow(/perhaps BUS_USERNAME: the engine wants a user/);
  });

  it('when it hangs up on who begins by TLS', async () => {
    const BUS_URL = `kafka+ssl://${sharedHost}:${sharedPort}`;
    await expect(open({ ...right, BUS_URL }, 1)).rejects.toThrow(/perhaps BUS_URL: the address says TLS/);
  });
});
