import { compile } from '@fastify/proxy-addr';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * How a request came: straight from its sender (`direct`), from a trusted proxy that told the sender (`told`) or did
 * not (`untold`), or by way of something that passed it on and is not trusted (`doubtful`), whose own address says
 * nothing about the sender.
 */
export type Sender = 'direct' | 'told' | 'untold' | 'doubtful';

declare module 'fastify' {
  interface FastifyRequest {
    sender: Sender;
  }
}

/** What whoever passes a request on writes into it; what a caller may not tell us about itself. */
const told: ReadonlySet<string> = new Set([
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-port',
  'x-forwarded-server',
  'x-real-ip',
  'x-client-ip',
  'true-client-ip',
  'cf-connecting-ip',
  'forwarded',
  'via',
]);

/** A year, and for this name alone: what else lives below it is not ours to say. */
const STRICT_TRANSPORT = 'max-age=31536000';

/** Whether an address is one of the operator's proxies. */
export type Trust = (address: string | undefined) => boolean;

export function trustOf(proxies: readonly string[] = []): Trust {
  if (proxies.length === 0) return () => false;
  const trusts = compile([...proxies]);
  return (address) => address !== undefined && trusts(address, 0);
}

/** Addresses alone: some proxies name the port as well, by which each connection would be another sender. */
const withoutPorts = (addresses: string): string =>
  addresses
    .split(',')
    .map((address) =>
      address
        .trim()
        .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
        .replace(/^\[([^\]]*)\](?::\d+)?$/, '$1'),
    )
    .join(', ');

/**
 * Finds out how a request came. Only what a trusted proxy said of the sender's address is left of all such claims;
 * `request.ip` is made from it whenever somebody asks. Where that proxy says that the connection outside is encrypted,
 * browsers are told to keep to that.
 */
export function knowSender(request: FastifyRequest, reply: FastifyReply, trusts: Trust): void {
  const { headers, socket } = request.raw;
  const trusted = trusts(socket.remoteAddress);
  if (trusted) {
    const addresses = headers['x-forwarded-for'];
    request.sender = addresses === undefined ? 'untold' : 'told';
    if (typeof addresses === 'string') headers['x-forwarded-for'] = withoutPorts(addresses);
    const protocol = headers['x-forwarded-proto'];
    if (typeof protocol === 'string' && protocol.split(',').at(-1)?.trim().toLowerCase() === 'https')
      reply.raw.setHeader('strict-transport-security', STRICT_TRANSPORT);
  }
  const ip = request.sender === 'told' ? request.ip : undefined;
  for (const name of Object.keys(headers)) {
    if (!told.has(name)) continue;
    delete headers[name];
    if (!trusted) request.sender = 'doubtful';
  }
  if (ip !== undefined && ip !== socket.remoteAddress) headers['x-forwarded-for'] = ip;
}
