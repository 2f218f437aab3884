const summary = /\bsummary:\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"),?/g;

/**
 * A loader for the declarations of calls: what each does is told by the API's description, which the server makes; no
 * page shows it, and all of them together are 2 KB of each page.
 * @public rspack takes it by the file's name
 */
export default function withoutSummaries(source: string): string {
  return source.replaceAll(summary, '');
}
