import type * as z from 'zod';
import type { KeyScopeGroup } from '../lists.ts';
import type { AuditType, CallerName, Module, ServiceName } from '../schemas/vocabulary.ts';

/** Who may call: everybody, any signed-in user, administrators only, or only our own services. */
export type Access = 'public' | 'signed-in' | 'ADMIN' | 'service';

/** One call of the product: from this come its route, its checks, its client function and its description. */
export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /**
   * With `{name}` for parameters. `/api/v2/...` paths also answer under `/api/...`, and `aliases` lists other twins.
   */
  path: string;
  aliases?: readonly string[];
  service: ServiceName | 'gateway';
  access: Access;
  /** The module that the caller must have, administrators too; null, said on purpose: none. */
  module: Module | null;
  /** Which of our own services may make it in their own name; absent: none. */
  services?: readonly CallerName[];
  /**
   * What an API key must be made for to make it; unless said, what its service is about. `any`: every key may make it,
   * `none`: no key may.
   */
  scope?: KeyScopeGroup | 'any' | 'none';
  /** A key for reading alone may make it. Unless said, GET is such a call and the others are not. */
  reads?: boolean;
  /** How the audit names it; absent: not recorded (it touches neither personal data nor settings). */
  audit?: AuditType;
  /**
   * What it answers leaves the product: its query takes a `purpose`, which the audit keeps, and where the operator
   * requires one it is refused without.
   */
  exports?: true;
  /**
   * It takes much of us or asks others: each caller has few of them under way, and few a minute. Of a call that anybody
   * may make the caller is an address, which a whole house may share: it has few under way, and its service counts.
   */
  costly?: true;
  /** Fields of the body of which the audit keeps no value, as people may write secrets into them. */
  unrecorded?: readonly string[];
  /** What the body carries: JSON unless said; `bytes` is the thing itself with its own content type. */
  accepts?: 'json' | 'multipart' | 'bytes';
  /** What the error calls a body that is missing: `requestBody` unless the specification has a name of its own. */
  bodyName?: string;
  /** Most bytes of a JSON body, where the usual megabyte is too little. */
  bodyBytes?: number;
  /** What comes back: JSON by `answer` unless said; `events` is a stream without an end. */
  returns?: 'json' | 'stream' | 'events';
  /** The media types of a stream, the usual one first. */
  mediaTypes?: readonly string[];
  /** A JSON answer comes as a page, too, for whoever accepts `text/html`. */
  page?: true;
  /** Its answer has an ETag: whoever names that in If-None-Match is answered 304. */
  tagged?: true;
  /** For a multipart call: its text fields, and the names of its files, which come after them. */
  form?: z.ZodType;
  files?: readonly string[];
  /** For a multipart call: it may come without files. */
  filesOptional?: boolean;
  params?: z.ZodType;
  query?: z.ZodObject;
  body?: z.ZodType;
  answer: z.ZodType;
  /** What 503 answers beside an error, where it says in the call's own words that something is not ready. */
  notReady?: z.ZodType;
  /** Success status, 200 unless said. */
  status?: 201 | 204;
  /**
   * HEAD answers what GET would, without the body. Only where said: some GET calls change things, many are audited as
   * readings.
   */
  head?: true;
  /**
   * Asking twice does no more than asking once, so that a call that was lost on its way is made again. Unless said, a
   * GET that reads is and the others are not.
   */
  repeatable?: boolean;
  summary: string;
}

/** Whether a call that was lost on its way is made again, by its own declaration. */
export const isRepeatable = ({ repeatable, method, reads }: Pick<Call, 'repeatable' | 'method' | 'reads'>): boolean =>
  repeatable ?? (method === 'GET' && reads !== false);

/** What the error calls a body that is missing; the same from the client and from the server. */
export const bodyNameOf = ({ bodyName = 'requestBody' }: Call): string => bodyName;

/** A call as it is, with the types of its own schemas. */
export const call = <const C extends Call>(definition: C): C => definition;
