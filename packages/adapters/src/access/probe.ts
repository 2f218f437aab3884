import { connect as connectTcp, isIP } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { type EngineAccess, tlsOptionsOf } from './engine-access.ts';

export interface Endpoint {
  host: string;
  port: number;
}

const WAIT_MS = 3000;
/** By TLS 1.3 a server says only after the handshake that it does not take its client's certificate. */
const AFTERWARDS_MS = 500;

/** What an endpoint speaks. Null: nothing answers there, or not in time. */
export type Spoken =
  /** It answers what is no TLS; or it hangs up without a word, as one does that speaks none, or is about to end. */
  | { tls: false; silent: boolean }
  | {
      tls: true;
      /** As Node.js names what is wrong with the certificate, `CERT_HAS_EXPIRED`; null: nothing is. */
      wrong: string | null;
      /** Until when it counts, and for which names. */
      validTo: string;
      names: string;
      /** It ends the connection for want of a certificate of ours, or because of the one it got. */
      refusesClient: boolean;
    }
  | null;

const isOpen = ({ host, port }: Endpoint): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connectTcp({ host, port, timeout: WAIT_MS });
    const end = (open: boolean): void => {
      socket.destroy();
      resolve(open);
    };
    socket.once('connect', () => end(true));
    socket.once('timeout', () => end(false));
    socket.once('error', () => end(false));
  });

/** What came back was none of TLS. */
const isNoTls =
  /^(?:EPROTO|ERR_SSL_(?:WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST|UNSUPPORTED_PROTOCOL|INVALID_\w+))$/;
const aboutClients = /certificate required|bad certificate|unknown ca|handshake failure|certificate_required/i;

/**
 * Shakes hands by TLS and looks at the certificate; sends nothing besides. It is for finding out why an engine could not
 * be used: the engines' own clients say it each in its own way, or not at all.
 */
export async function spokenAt({ host, port }: Endpoint, access: EngineAccess): Promise<Spoken> {
  if (!(await isOpen({ host, port }))) return null;
  return new Promise((resolve) => {
    let seen: Exclude<Spoken, null> = { tls: false, silent: true };
    let timer: NodeJS.Timeout | undefined;
    const socket = connectTls({
      host,
      port,
      ...(isIP(host) === 0 ? { servername: host } : {}),
      ...tlsOptionsOf(access),
      // A certificate that is not right is looked at, not believed: nothing is sent.
      rejectUnauthorized: false,
      timeout: WAIT_MS,
    });
    const end = (spoken: Spoken): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(spoken);
    };
    socket.once('secureConnect', () => {
      const { valid_to: validTo, subjectaltname: names = '' } = socket.getPeerCertificate();
      // Typed as an error, it is the code of one.
      const wrong = socket.authorized ? null : String(socket.authorizationError);
      seen = { tls: true, wrong, validTo, names, refusesClient: false };
      timer = setTimeout(() => end(seen), AFTERWARDS_MS);
    });
    socket.once('timeout', () => end(seen.tls ? seen : null));
    socket.once('error', ({ message, code }: NodeJS.ErrnoException) => {
      if (seen.tls) end({ ...seen, refusesClient: aboutClients.test(message) });
      else if (aboutClients.test(message)) end({ tls: true, wrong: null, validTo: '', names: '', refusesClient: true });
      else end({ tls: false, silent: !isNoTls.test(code ?? '') });
    });
    socket.once('close', () => end(seen));
  });
}
