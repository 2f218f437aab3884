import { apiError, limits } from '@numscope/contracts';
import type { FastifyInstance } from 'fastify';

const [QUOTE, BACKSLASH, COMMA, COLON] = [34, 92, 44, 58];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [91, 93, 123, 125];

/** The place of the quote that ends a text whose first quote is at `from`, or the end. */
function endOfText(json: string, from: number): number {
  for (let at = from + 1; at < json.length; at++) {
    const letter = json.charCodeAt(at);
    if (letter === QUOTE) return at;
    if (letter === BACKSLASH) at++;
  }
  return json.length;
}

/**
 * What JSON holds too much of for whoever works on it, or null: found by one look over its letters, before anything is
 * made of it, because what recurses into lists ends at thousands of them within each other. Whether it is JSON at all
 * is not asked.
 */
export function excessOf(json: string, mostValues: number = limits.jsonValues): string | null {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < json.length; at++) {
    const letter = json.charCodeAt(at);
    if (letter === QUOTE) at = endOfText(json, at);
    else if (letter === OPEN_LIST || letter === OPEN_OBJECT) {
      if (++depth > limits.jsonDepth)
        return `lists and objects may be ${limits.jsonDepth} deep within each other, not more`;
    } else if (letter === CLOSE_LIST || letter === CLOSE_OBJECT) depth--;
    else if ((letter === COMMA || letter === COLON) && ++values > mostValues) {
      return `there may be ${mostValues} values, not more`;
    }
  }
  return null;
}

/**
 * Takes JSON bodies alone, none that is deeper or fuller than any call needs, and none that names an object's
 * prototype.
 */
export function acceptJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    const excess = excessOf(body);
    if (excess !== null) done(apiError('INVALID', { details: [{ field: 'requestBody', message: excess }] }));
    else parse(request, body, done);
  });
}
