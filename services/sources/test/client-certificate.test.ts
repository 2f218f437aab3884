import { createServer, type Server } from 'node:https';
import type { TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { listenLocally } from '@numscope/testing';
import { start } from './support/each-test.ts';
import { httpYaml, officeAnswer, officeAnswers } from './support/office.ts';
import { phones } from './support/sources-under-test.ts';
import { type CertifiedKey, testAuthority } from './support/test-certificates.ts';

const ours = testAuthority('Authority of the test');
const foreign = testAuthority('Another authority');

describe('a provider that wants a certificate', () => {
  /** Whose certificate each answered call showed. */
  let callers: string[];
  let server: Server;
  let url: string;
  let close: () => Promise<void>;

  beforeAll(async () => {
    const own = ours.certify('provider', { ofServer: true });
    server = createServer(
      { ...own, ca: ours.cert, requestCert: true, rejectUnauthorized: true },
      (request, response) => {
        callers.push(String((request.socket as TLSSocket).getPeerCertificate().subject.CN));
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"names":["Anvar"]}');
      },
    );
    const listening = await listenLocally(server);
    url = listening.url.replace('http:', 'https:');
    close = listening.close;
  });
  afterAll(() => close());

  const filesOf = ({ cert, key }: CertifiedKey, name = 'client') => ({ [`${name}.pem`]: cert, [`${name}.key`]: key });
  const authOf = (name = 'client', ca = '${file:ca.pem}'): string =>
    `{ type: certificate, cert: "\${file:${name}.pem}", key: "\${file:${name}.key}", ca: "${ca}" }`;
  const bind = (lines: readonly string[], files: Record<string, string>) => {
    callers = [];
    const yaml = httpYaml([`request: { url: "${url}/{phone}" }`, 'retries: 0', ...lines]);
    return start({ yaml, files: { 'ca.pem': ours.cert, ...files } });
  };

  it('is shown the one that the sources file names', async () => {
    const sources = await bind([`auth: ${authOf()}`], filesOf(ours.certify('office')));
    expect(await officeAnswer(sources)).toMatchObject({
      status: 'FOUND',
      observation: { fields: { names: [{ name: 'Anvar' }] } },
    });
    expect(callers).toEqual(['office']);
  });

  it('is shown that of the account in whose name it is asked', async () => {
    const accounts = `accounts: [{ name: a, perDay: 1, auth: ${authOf('a')} }, { name: b, perDay: 1, auth: ${authOf('b')} }]`;
    const sources = await bind([accounts], {
      ...filesOf(ours.certify('of a'), 'a'),
      ...filesOf(ours.certify('of b'), 'b'),
    });
    const answers = await officeAnswers(sources, phones(2));
    expect(answers.map(({ status }) => status)).toEqual(['FOUND', 'FOUND']);
    expect(callers.toSorted()).toEqual(['of a', 'of b']);
  });

  it.each([
    ['of an authority that it does not know', () => [`auth: ${authOf()}`], () => filesOf(foreign.certify('office'))],
    ['at all', () => ['accounts: [{ name: a }]'], () => ({})],
    [
      'that it takes, unless it proves itself by the authority that was named',
      () => [`auth: ${authOf('client', '${file:foreign.pem}')}`],
      () => ({ ...filesOf(ours.certify('office')), 'foreign.pem': foreign.cert }),
    ],
  ])('answers nothing to whoever shows none %s', async (_which, lines, files) => {
    const sources = await bind(lines(), files());
    const { status, message, observation } = await officeAnswer(sources);
    expect([status, message]).toEqual(['FAILED', expect.stringMatching(/^cannot be reached/)]);
    expect(observation.fields ?? null).toBeNull();
    expect(callers).toEqual([]);
  });
});
