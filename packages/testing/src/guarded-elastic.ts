import { createServer } from 'node:http';
import { listenLocally } from './local-server.ts';

export interface GuardedElastic {
  /** The address, with the name and password of a user that it knows. */
  url: string;
  close(): Promise<void>;
}

/**
 * What Elasticsearch answers who asks for its own rights, for an engine that has security: the one that tests run on has
 * none. All else it answers with nothing.
 * @param may whether the user has a right on the indices of such names; null: it has no security, or is too old to say
 */
export async function guardedElastic(may: ((right: string, names: string) => boolean) | null): Promise<GuardedElastic> {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    response.setHeader('x-elastic-product', 'Elasticsearch');
    response.setHeader('content-type', 'application/vnd.elasticsearch+json;compatible-with=9');
    if (request.url !== '/_security/user/_has_privileges') return void response.end('{}');
    if (may === null) {
      response.statusCode = 400;
      return void response.end(JSON.stringify({ error: `no handler found for uri [${request.url}]` }));
    }
    const { index } = JSON.parse(body) as { index: Array<{ names: string[]; privileges: string[] }> };
    const told = index.flatMap(({ names, privileges }) =>
      names.map((name) => [name, Object.fromEntries(privileges.map((right) => [right, may(right, name)]))] as const),
    );
    response.end(JSON.stringify({ username: 'numscope', index: Object.fromEntries(told) }));
  });
  const { host, close } = await listenLocally(server);
  return { url: `http://numscope:secret@${host}`, close };
}
