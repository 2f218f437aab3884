import { type Authenticator, type Identity, identifyBearer, toApiError } from '@numscope/platform';

/** What a websocket was opened with: a token or an API key, and the address it came from. */
export interface Credential {
  bearer: string;
  address: string;
}

/** Who a websocket belongs to now; unknown while that cannot be asked. */
export type Holder = Identity | 'ended' | 'unknown';

/** Who a websocket opened with this belongs to now: its token may have expired, its key may be revoked. */
export async function holderOf({ bearer, address }: Credential, authenticator: Authenticator): Promise<Holder> {
  try {
    return await identifyBearer(bearer, address, authenticator);
  } catch (error) {
    const { statusCode } = toApiError(error);
    return statusCode === 401 || statusCode === 403 ? 'ended' : 'unknown';
  }
}
