import { type Authenticator, type Identity, identifyBearer, toApiError } from '@numscope/platform';

/** By what a line was opened: a token or an API key, and from where it came. */
export interface Credential {
  bearer: string;
  address: string;
}

/** Who a websocket belongs to now; unknown while that cannot be asked. */
export type Holder = Identity | 'ended' | 'unknown';

/** Whose a line is now that was opened by this: its token may have run out, its key may be revoked. */
export async function holderOf({ bearer, address }: Credential, authenticator: Authenticator): Promise<Holder> {
  try {
    return await identifyBearer(bearer, address, authenticator);
  } catch (error) {
    const { statusCode } = toApiError(error);
    return statusCode === 401 || statusCode === 403 ? 'ended' : 'unknown';
  }
}
