const MOST_CHARS = 2048;

/** Parameters of a path are as long as the path at most; whether there is such a thing is the call's business. */
export const routerOptions = { maxParamLength: MOST_CHARS };

/** Where requests with a path that nothing can be made of end up: no route has this name. */
export const UNREADABLE_PATH = '/unreadable-path';

/** Most paths by far: words of letters that say nothing but themselves. */
const plain = /^(?:\/[\w-]+)+$/;

const dotSegment = /\/\.{1,2}(?:\/|$)/;

function isReadable(path: string): boolean {
  if (path.length > MOST_CHARS) return false;
  if (!path.includes('%')) return !dotSegment.test(path);
  try {
    return decodeURIComponent(path) !== '' && !dotSegment.test(path.replaceAll(/%2e/gi, '.'));
  } catch {
    return false;
  }
}

/**
 * The address of a request as routes are looked up by, with the query: without a host before it, and `UNREADABLE_PATH`
 * where the path is over-long, is not UTF-8 after its percent signs, or has dots that whoever passes it on would take
 * for folders.
 */
export function requestPath(url: string): string {
  if (url.length <= MOST_CHARS && plain.test(url)) return url;
  const relative = url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?#]*/i, '') || '/';
  const end = relative.search(/[?#]/);
  return isReadable(end < 0 ? relative : relative.slice(0, end)) ? relative : UNREADABLE_PATH;
}
