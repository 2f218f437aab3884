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

/**
 * A JSON text whose texts and numbers are cleaned one by one, and all else is as it was written: large numbers keep their
 * digits. What is no JSON is cleaned as it is.
 * @param clean answers the text as it was where there is nothing to clean
 */
export function cleanJsonText(json: string, clean: (text: string) => string): string {
  const ofText = (quoted: string): string => {
    try {
      const text = JSON.parse(quoted) as string;
      const cleaned = clean(text);
      return cleaned === text ? quoted : JSON.stringify(cleaned);
    } catch {
      return clean(quoted);
    }
  };
  const ofNumber = (number: string): string => {
    const cleaned = clean(number);
    return cleaned === number ? number : JSON.stringify(cleaned);
  };
  const parts: string[] = [];
  for (let at = 0; at < json.length;) {
    const quote = json.indexOf('"', at);
    const until = quote < 0 ? json.length : quote;
    parts.push(json.slice(at, until).replaceAll(/-?\d[\d.eE+-]*/g, ofNumber));
    if (quote < 0) break;
    at = endOfText(json, quote);
    parts.push(ofText(json.slice(quote, at)));
  }
  return parts.join('');
}
