import { Client } from '@elastic/elasticsearch';
import { type EngineAccess, noAccess, tlsOptionsOf } from '../access/engine-access.ts';
import { explained } from '../access/explained.ts';
import { elasticDiagnosis } from './elastic-diagnosis.ts';
import { requireRights } from './elastic-rights.ts';

const REQUEST_MS = 30_000;

/**
 * A client of one cluster. It asks no node for others (sniffing): behind a balancer or in a container their own
 * addresses are of no use.
 * @param url `http(s)://[user:password@]host:port`
 * @param access as whom, where the address does not say it
 * @throws Error when it is no such address; it never repeats what may hold a password
 */
export function openElasticClient(url: string, access: EngineAccess = noAccess): Client {
  const address = URL.canParse(url) ? new URL(url) : null;
  if (!address || !/^https?:$/.test(address.protocol)) {
    throw new Error(
      'the address of Elasticsearch (SEARCH_URL) must look like http(s)://host:port or http(s)://user:password@host:port',
    );
  }
  const username = access.username ?? decodeURIComponent(address.username);
  const password = access.password ?? decodeURIComponent(address.password);
  address.username = '';
  address.password = '';
  return new Client({
    node: address.href,
    ...(username ? { auth: { username, password } } : {}),
    ...(address.protocol === 'https:' ? { tls: tlsOptionsOf(access) } : {}),
    requestTimeout: REQUEST_MS,
    // What may be repeated is repeated by `asked`: the client's own pauses are too long for callers who wait.
    maxRetries: 0,
    sniffOnStart: false,
    sniffOnConnectionFault: false,
    sniffInterval: false,
    enableMetaHeader: false,
  });
}

interface Cluster {
  /** `http(s)://[user:password@]host:port` */
  url: string;
  /** As whom, where the address does not say it. */
  access?: EngineAccess;
}

/**
 * Opens what is kept in a cluster: a client, and what `begin` makes of it.
 * @param names a pattern of the names of its indices, for which the user must have all rights that it takes; null: where
 *   there may be none, nor rights on any
 * @throws Error for a wrong address; SettingsError for what of certificates, users and rights is to be mended;
 *   TransientError when the cluster does not answer
 */
export async function openWith<R>(
  { url, access = noAccess }: Cluster,
  names: string | null,
  begin: (client: Client) => Promise<R>,
): Promise<R> {
  const client = openElasticClient(url, access);
  const diagnosis = elasticDiagnosis(url, access);
  try {
    return await explained(diagnosis, async () => {
      const isInAddress = diagnosis.userInAddress;
      if (names !== null && (isInAddress || access.username !== null))
        await requireRights({ client, setting: isInAddress ? 'SEARCH_URL' : 'SEARCH_USERNAME' }, names);
      return begin(client);
    });
  } catch (error) {
    await client.close();
    throw error;
  }
}
