import { textOf } from '../../domain/fields/field-shapes.ts';
import { placeholdersOf, type Values } from '../../domain/template.ts';
import { SourceFault } from '../connector.port.ts';
import { expression } from './expressions.ts';
import type { Envelope } from './page.ts';

const VALUE_CHARS = 2048;
const PREFIX = 'answer.';

/** Whether a placeholder stands for a value of the answer: `answer.id`, `answer.data.id`. */
export const isOfAnswer = (name: string): boolean => name.startsWith(PREFIX);

/**
 * The values of a body that a URL has placeholders for.
 * @throws SourceFault when one is not there
 */
export function valuesOfAnswer(url: string, { body }: Envelope): Values {
  const names = placeholdersOf(url).filter(isOfAnswer);
  return Object.fromEntries(
    names.map((name) => {
      const path = name.slice(PREFIX.length);
      const value = textOf(expression(path)(body));
      if (value === null || value.length > VALUE_CHARS)
        throw new SourceFault(`took the number, but its answer has no ${path} to ask on with`, { kind: 'MAPPING' });
      return [name, value] as const;
    }),
  );
}
