import { isItem } from '../../domain/fields/field-shapes.ts';
import { type AskedNumber, fillJson, fillText, type Values } from '../../domain/template.ts';
import type { HttpSource } from './http-source.ts';

type Fill = (numbers: readonly AskedNumber[], values: Values) => string;

/** What a call carries. */
export interface BodyTemplate {
  contentType: string;
  fill: Fill;
}

/** `{ forEach: item }` and nothing else: a list with that item for each number of the batch. */
export const isForEach = (value: unknown): value is { forEach: unknown } =>
  isItem(value) && 'forEach' in value && Object.keys(value).length === 1;

/** `{ form: { name: value } }` and nothing else. */
export const isForm = (body: unknown): body is { form: Readonly<Record<string, unknown>> } =>
  isItem(body) && Object.keys(body).length === 1 && isItem(body['form']);

// A NUL never stands in a sources file, so that no text of the operator's looks like this.
const MARK = '\u0000each';
const markPattern = /"\\u0000each(\d+)"/;

/** The body is written as text once; only what differs is filled in for each call. */
function jsonTemplate(body: unknown): Fill {
  const items: string[] = [];
  const text = JSON.stringify(body, (_key, value: unknown) =>
    isForEach(value) ? `${MARK}${items.push(JSON.stringify(value.forEach)) - 1}` : value,
  );
  if (items.length === 0) return (numbers, values) => fillJson(text, numbers, values);
  // Split by the marks: every second part is the index of an item.
  const parts = text.split(markPattern);
  return (numbers, values) =>
    parts
      .map((part, index) => {
        if (index % 2 === 0) return fillJson(part, numbers, values);
        const item = items[Number(part)] ?? 'null';
        return `[${numbers.map((number) => fillJson(item, [number], values)).join(',')}]`;
      })
      .join('');
}

/** Percent-encoded as browsers do it; `forEach` repeats its name for each number. */
function formTemplate(form: Readonly<Record<string, unknown>>): Fill {
  const fields = Object.entries(form);
  return (numbers, values) => {
    const filled = new URLSearchParams();
    for (const [name, value] of fields) {
      if (isForEach(value))
        for (const number of numbers) filled.append(name, fillText(String(value.forEach), [number], values));
      else filled.append(name, fillText(String(value), numbers, values));
    }
    return filled.toString();
  };
}

/** What the sources file says that calls carry; null: nothing. */
export function bodyTemplate(body: HttpSource['request']['body']): BodyTemplate | null {
  if (body === undefined || body === null) return null;
  if (isForm(body)) return { contentType: 'application/x-www-form-urlencoded', fill: formTemplate(body.form) };
  const fill: Fill =
    typeof body === 'string' ? (numbers, values) => fillJson(body, numbers, values) : jsonTemplate(body);
  return { contentType: 'application/json', fill };
}
