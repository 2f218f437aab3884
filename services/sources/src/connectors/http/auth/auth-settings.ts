import { createSecureContext } from 'node:tls';
import * as z from 'zod';
import { headerName, headers } from '../../../config/common-settings.ts';
import { isWebAddress } from '../../../config/web-address.ts';

const text = z.string().min(1);
const httpUrl = z.string().refine(isWebAddress, 'must be an http or https URL');

const Certificate = z
  .strictObject({
    type: z.literal('certificate'),
    /** PEM, with its chain. */
    cert: text,
    key: text,
    passphrase: text.nullish(),
    /** PEM of the authority that the provider's own certificate comes from, where it is no public one. */
    ca: text.nullish(),
  })
  .check(({ value, issues }) => {
    try {
      createSecureContext(secureOptions(value));
    } catch {
      issues.push({ code: 'custom', input: value.type, path: ['cert'], message: 'cert and key are no PEM pair' });
    }
  });

/** How a provider is told who asks. Each account may have its own. */
export const Auth = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('basic'), user: text, password: z.string() }),
  z.strictObject({ type: z.literal('bearer'), token: text }),
  z.strictObject({ type: z.literal('header'), name: headerName, value: text }),
  z.strictObject({ type: z.literal('query'), name: text, value: text }),
  z.strictObject({
    type: z.literal('oauth2'),
    tokenUrl: httpUrl,
    clientId: text,
    clientSecret: text,
    scope: text.nullish(),
    audience: text.nullish(),
    /** Where the token's giver wants the client's own name and secret. */
    clientAuth: z.enum(['basic', 'body']).default('basic'),
  }),
  z.strictObject({
    type: z.literal('hmac'),
    algorithm: z.enum(['sha1', 'sha256', 'sha384', 'sha512']).default('sha256'),
    secret: text,
    /** What is signed, with the placeholders of `signedParts`. */
    over: text,
    header: headerName,
    /** What that header says, with `{signature}`. */
    value: text.default('{signature}'),
    encoding: z.enum(['hex', 'base64', 'base64url']).default('hex'),
    /** Further headers of the same moment, as `X-Timestamp: "{timestamp}"`. */
    headers,
  }),
  Certificate,
]);
export type Auth = z.infer<typeof Auth>;
export type AuthOf<T extends Auth['type']> = Extract<Auth, { type: T }>;

/** The TLS options of a client certificate. */
export const secureOptions = ({ cert, key, passphrase, ca }: Omit<z.infer<typeof Certificate>, 'type'>) => ({
  cert,
  key,
  ...(passphrase ? { passphrase } : {}),
  ...(ca ? { ca } : {}),
});
