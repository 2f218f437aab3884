import { provide } from './each-test.ts';
import { type FakeProvider, json, phoneOf, type SeenCall } from './fake-provider.ts';

/** A provider that wants a token of OAuth 2 client credentials (RFC 6749, 4.4). */
export interface TokenProvider {
  url: string;
  /** Every time that a token was asked for. */
  grants: SeenCall[];
  /** How often each number was answered. */
  answered: Map<string, number>;
  /** Calls that came with a token that is not taken any more. */
  refused(): number;
  /** Takes no token any more that was given so far. */
  revoke(): void;
}

export interface TokenProviderOptions {
  lifeSeconds: number;
  /** Gives nobody a token. */
  refuses?: boolean;
  /** The status that it refuses the given one with, which count from 1; null: it gives one. */
  statusOf?: (grant: number) => number | null;
  /** Sends back what it was sent. */
  echoes?: boolean;
}

/** Until the test ends. */
export async function startTokenProvider({
  lifeSeconds,
  refuses = false,
  statusOf = () => (refuses ? 401 : null),
  echoes,
}: TokenProviderOptions): Promise<TokenProvider> {
  const grants: SeenCall[] = [];
  const answered = new Map<string, number>();
  let refused = 0;
  let oldest = 1;
  const provider: FakeProvider = await provide((call, response) => {
    if (call.url === '/token') {
      grants.push(call);
      const status = statusOf(grants.length);
      const token = { access_token: `granted-${grants.length}`, token_type: 'Bearer', expires_in: lifeSeconds };
      // Slow enough that many callers wait for the same one.
      return void setTimeout(() => {
        if (status === null) return json(response, token);
        if (status === 429) response.setHeader('retry-after', '1');
        return json(response, { error: status === 401 ? 'invalid_client' : 'slow_down' }, status);
      }, 30);
    }
    const { authorization } = call.headers;
    const number = Number(/^Bearer granted-(\d+)$/.exec(authorization ?? '')?.[1]);
    if (!(number >= oldest && number <= grants.length)) {
      refused++;
      return json(response, { error: 'invalid_token' }, 401);
    }
    const phone = phoneOf(call);
    answered.set(phone, (answered.get(phone) ?? 0) + 1);
    return json(response, { names: [`Person ${phone}`], ...(echoes ? { about: `you sent ${authorization}` } : {}) });
  });
  return {
    url: provider.url,
    grants,
    answered,
    refused: () => refused,
    revoke: () => void (oldest = grants.length + 1),
  };
}
