import { rewriteJson } from '../../domain/json/rewrite-json.ts';

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
  return rewriteJson(json, { ofText, ofRest: (rest) => rest.replaceAll(/-?\d[\d.eE+-]*/g, ofNumber) });
}
