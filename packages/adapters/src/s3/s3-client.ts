import * as http from 'node:http';
import * as https from 'node:https';
import { codeOf, isError, reasonOf, TransientError } from '@numscope/platform';
import { Client } from 'minio';
import { type EngineAccess, tlsOptionsOf } from '../access/engine-access.ts';
import type { S3Address } from './s3-url.ts';

/** A store that is silent for so long counts as away. */
const SILENCE_MS = 15_000;
const SOCKETS = 64;

type Answer = (response: http.IncomingMessage) => void;

/**
 * A client and how to hang up. The client has no time limits of its own, so they are set on each request, its body
 * included.
 */
export function s3Client(
  { host, port, secure, accessKey, secretKey, region }: S3Address,
  access: EngineAccess,
): {
  client: Client;
  hangUp(): void;
} {
  const { Agent, request } = secure ? https : http;
  const transportAgent = new Agent({ keepAlive: true, maxSockets: SOCKETS, ...(secure ? tlsOptionsOf(access) : {}) });
  const limited = (
    to: http.RequestOptions | string | URL,
    options?: http.RequestOptions | Answer,
    answer?: Answer,
  ): http.ClientRequest => {
    const sent = typeof options === 'object' ? request(to.toString(), options, answer) : request(to, options);
    return sent.setTimeout(SILENCE_MS, () => sent.destroy(new Error(`the blob store was silent for ${SILENCE_MS} ms`)));
  };
  const client = new Client({
    endPoint: host.replace(/^\[|\]$/g, ''),
    port,
    useSSL: secure,
    accessKey: access.username ?? accessKey ?? '',
    secretKey: access.password ?? secretKey ?? '',
    region,
    transportAgent,
    transport: { request: limited },
    // It would write its retries to the console; who asked tries again anyway.
    retryOptions: { disableRetry: true },
  });
  return { client, hangUp: () => transportAgent.destroy() };
}

/** What the client makes of a refusal that says nothing more. */
export const isRefused = (error: unknown): boolean => codeOf(error) === 'AccessDenied';

/** What a store answers that does not know this call. */
export const isUnknownCall = (error: unknown): boolean =>
  ['NotImplemented', 'MethodNotAllowed'].includes(String(codeOf(error)));

/** What the store answered when there is no such blob. */
export const isAbsent = (error: unknown): boolean => ['NoSuchKey', 'NotFound'].includes(String(codeOf(error)));

/** What the store answered to the second of two who make the same bucket. */
export const isMadeAlready = (error: unknown): boolean =>
  ['BucketAlreadyOwnedByYou', 'BucketAlreadyExists'].includes(String(codeOf(error)));

/** Answers of a store that is there but cannot just now. */
const passing = /^(?:InternalError|ServiceUnavailable|SlowDown\w*|RequestTimeout|XMinio(?:Server|Storage)\w*|5\d\d)$/;

/**
 * What is handed on: a store that is away or overloaded is a passing fault, whose work is tried again; a refusal stays
 * what it is.
 */
export function faultOf(error: unknown): unknown {
  const isRefusal = isError(error) && error.name === 'S3Error' && !passing.test(String(codeOf(error)));
  return isRefusal ? error : new TransientError(`the blob store did not do it: ${reasonOf(error)}`, { cause: error });
}
