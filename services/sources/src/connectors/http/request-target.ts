const MOST_ORIGINS = 64;
/** As it was asked for, `http://host:80`, and what that is to an URL. */
const origins = new Map<string, string>();

/**
 * What an URL leaves as it is: no character that it writes otherwise, and no step of dots through the folders. A test
 * compares it with an URL's own reading.
 */
const plainPath = /^(?:\/(?!\.|%2e)[\w~!$&()*+,;=:@%.-]*)+(?:\?[\w~!$&()*+,;=:@%./?-]+)?$/i;

/**
 * Where a request goes. An URL is read once for each origin: the calls of a source differ in their paths, and reading all
 * of one takes a twentieth of what the main thread does for a call. The path has the query string, and no fragment.
 * @throws TypeError when it is no address
 */
export function targetOf(url: string): { origin: string; path: string } {
  const end = url.indexOf('/', url.indexOf('//') + 2);
  const before = end < 0 ? url : url.slice(0, end);
  const known = origins.get(before);
  const path = end < 0 ? '' : url.slice(end);
  if (known !== undefined && plainPath.test(path)) return { origin: known, path };
  const { origin, pathname, search } = new URL(url);
  if (origins.size >= MOST_ORIGINS) origins.clear();
  if (plainPath.test(path)) origins.set(before, origin);
  return { origin, path: pathname + search };
}
