/** Where the text that begins with the quote at `from` ends: after its closing quote. */
function endOfText(json: string, from: number): number {
  for (let at = from; ;) {
    const quote = json.indexOf('"', at + 1);
    if (quote < 0) return json.length;
    let slashes = 0;
    while (json[quote - 1 - slashes] === '\\') slashes++;
    if (slashes % 2 === 0) return quote + 1;
    at = quote;
  }
}

export interface JsonRewriting {
  /** Called with each text, in its quotation marks. */
  ofText(quoted: string): string;
  /** Called with what stands between two texts: numbers and punctuation. */
  ofRest(rest: string): string;
}

/** A JSON text of which the texts and what stands between them are rewritten one by one, without parsing it. */
export function rewriteJson(json: string, { ofText, ofRest }: JsonRewriting): string {
  const parts: string[] = [];
  for (let at = 0; at < json.length;) {
    const quote = json.indexOf('"', at);
    const until = quote < 0 ? json.length : quote;
    parts.push(ofRest(json.slice(at, until)));
    if (quote < 0) break;
    at = endOfText(json, quote);
    parts.push(ofText(json.slice(quote, at)));
  }
  return parts.join('');
}
