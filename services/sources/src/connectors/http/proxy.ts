import type { Proxy } from '../../config/source-config.ts';

/** As undici's ProxyAgent wants it. */
export interface ProxyOptions {
  uri: string;
  token?: string;
}

/** `auth` is `user:password`, or a whole header value (`Basic ...`). */
export function proxyOptions({ url, auth }: Proxy): ProxyOptions {
  if (!auth) return { uri: url };
  return { uri: url, token: /^\w+ \S/.test(auth) ? auth : `Basic ${Buffer.from(auth).toString('base64')}` };
}
