import { clientMessages } from '@numscope/client';
import { messages, sessionEndTexts } from '@numscope/contracts/constants';
import { errorCatalogue, reasonTexts } from '@numscope/contracts/errors';
import { formatCount } from '../format/numbers.ts';
import type { ServerTexts } from './server-texts.ts';

const numbers = /\d+(?:,\d{3})*/g;
const blanked = (text: string): string => text.replaceAll(numbers, '0');
/** Stands for a value that is words. */
const WORDS = '\u0001';

/** English texts with words in them, and the keys of their translations. */
const withWords = (
  [
    [messages.columnsOfOneName(WORDS), 'columnsOfOneName'],
    [messages.wentWrong(WORDS), 'wentWrong'],
    [messages.requiredParameter(WORDS, WORDS), 'requiredParameter'],
  ] as const
).map(([text, key]) => [new RegExp(`^${text.replaceAll(WORDS, '(.+)')}$`), key] as const);

const withNumbers = new Map<string, keyof ServerTexts>([
  // A code that says a message of the contracts goes by the message: ServerTexts has no key of that code.
  ...Object.entries(errorCatalogue).map(
    ([code, { message }]) => [blanked(message), code as keyof ServerTexts] as const,
  ),
  ...Object.entries({
    ...messages,
    ...sessionEndTexts,
    ...reasonTexts,
    ...clientMessages,
    criteriaTooMany: messages.criteriaTooMany(0),
    failedStatus: clientMessages.failedStatus(0),
  }).flatMap(([key, text]) => (typeof text === 'string' ? [[blanked(text), key as keyof ServerTexts] as const] : [])),
]);

const filled = (text: string, values: readonly string[]): string =>
  text.replaceAll(/\{(\d)\}/g, (whole, index: string) => values[Number(index)] ?? whole);

/**
 * What a language says for an English text of the server, the contracts or the client; null for any other text.
 * Numbers of the text are its values, so that one translation serves whatever limit it names.
 */
export function translated(texts: ServerTexts, text: string): string | null {
  const key = withNumbers.get(blanked(text));
  if (key !== undefined) {
    const values = (text.match(numbers) ?? []).map((number) => formatCount(Number(number.replaceAll(',', ''))));
    return filled(texts[key], values);
  }
  for (const [pattern, of] of withWords) {
    const found = pattern.exec(text);
    if (found !== null) return filled(texts[of], found.slice(1));
  }
  return null;
}

/** The same for a refused call: one whose words its code does not always have keeps them behind what the code means. */
export function translatedFailure(texts: ServerTexts, code: string, message: string): string | null {
  const whole = translated(texts, message);
  if (whole !== null) return whole;
  const general = Object.entries(errorCatalogue).find(([known]) => known === code)?.[1].message;
  const meaning = general === undefined ? null : translated(texts, general);
  return meaning === null ? null : `${meaning}: ${message}`;
}
