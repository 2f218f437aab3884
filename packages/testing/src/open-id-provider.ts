import { createServer, type IncomingMessage, type Server } from 'node:http';
import { once } from 'node:events';
import { Provider } from 'oidc-provider';

/** What the provider tells of somebody besides `sub`. */
export type Person = Readonly<Record<string, unknown>>;

export interface TestProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Who can sign in there, by login; may be changed at any time. */
  people: Map<string, Person>;
  /**
   * Goes the way of a browser from the address of an authorization request to the redirect, as `login` who agrees to
   * all, or as one who turns back. Answers the parameters of the redirect.
   */
  walk(url: string, login: string | null): Promise<URLSearchParams>;
  /** Answers nothing any more, until `comeBack`. */
  goAway(): void;
  comeBack(): void;
  close(): Promise<void>;
}

const CLIENT_ID = 'numscope';
const CLIENT_SECRET = 'a-secret-of-the-tests-alone-1234';

/** A jar for the cookies of one browser at one site. */
class Cookies {
  readonly #values = new Map<string, string>();

  take(response: Response): void {
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '') this.#values.delete(name);
      else this.#values.set(name, value);
    }
  }

  get header(): string {
    return [...this.#values].map(([name, value]) => `${name}=${value}`).join('; ');
  }
}

/**
 * A real OpenID provider on 127.0.0.1, with pages to sign in at.
 * @param redirectUri where it may send browsers back to
 */
export async function openTestProvider(redirectUri: string): Promise<TestProvider> {
  const people = new Map<string, Person>();
  const server: Server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the provider listens on no port');
  const issuer = `http://127.0.0.1:${address.port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        redirect_uris: [redirectUri],
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    pkce: { required: () => true },
    cookies: { keys: ['of-the-tests'] },
    claims: { openid: ['sub'], profile: ['preferred_username', 'groups', 'realm_access'], email: ['email'] },
    findAccount: (_context, login) =>
      people.has(login) ? { accountId: login, claims: async () => ({ sub: login, ...people.get(login) }) } : undefined,
  });
  const answer = provider.callback();
  let isAway = false;
  server.on('request', (request: IncomingMessage, response) => {
    if (isAway) request.socket.destroy();
    else void answer(request, response);
  });

  const walk: TestProvider['walk'] = async (begin, login) => {
    const cookies = new Cookies();
    let url = begin;
    let form: string | null = null;
    for (let steps = 0; steps < 12; steps++) {
      if (url.startsWith(redirectUri)) return new URL(url).searchParams;
      const response: Response = await fetch(url, {
        redirect: 'manual',
        headers: {
          cookie: cookies.header,
          ...(form === null ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
        },
        ...(form === null ? {} : { method: 'POST', body: form }),
      });
      cookies.take(response);
      form = null;
      const location = response.headers.get('location');
      if (location !== null) {
        url = new URL(location, url).href;
        continue;
      }
      const page = await response.text();
      const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
      if (prompt === undefined) throw new Error(`the provider answered ${response.status}: ${page.slice(0, 300)}`);
      if (login === null) url = `${url}/abort`;
      else form = new URLSearchParams({ prompt, login, password: 'any' }).toString();
    }
    throw new Error('the provider leads nowhere');
  };

  return {
    issuer,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    people,
    walk,
    goAway: () => void (isAway = true),
    comeBack: () => void (isAway = false),
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
