import { withoutEndSlashes } from './end-slashes.ts';

/**
 * Matches a path such as `/ext/job/{id}`.
 * @returns the parameters, decoded, or null when the path is another one
 */
export function matchPath(pattern: string, pathname: string): Record<string, string> | null {
  const expected = pattern.split('/');
  // No more parts than tell that it is another one.
  const given = withoutEndSlashes(pathname).split('/', expected.length + 1);
  if (expected.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [i, part] of expected.entries()) {
    const value = given[i] ?? '';
    if (part.startsWith('{')) {
      if (value === '') return null;
      params[part.slice(1, -1)] = safeDecode(value);
    } else if (part !== value) return null;
  }
  return params;
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
