import { inspect } from 'node:util';
import { parseExactJson } from '../domain/json/exact-json.ts';
import type { Trial } from './trial.ts';

const SHOWN_CHARS = 4000;

const shown = (value: unknown): string =>
  typeof value === 'string' ? value : inspect(value, { depth: 8, breakLength: 110, maxStringLength: 500 });

const indented = (text: string): string => text.replaceAll(/^/gm, '    ');

function readable(body: string): string {
  try {
    return JSON.stringify(parseExactJson(body), null, 2);
  } catch {
    return body;
  }
}

function exchangeText({ request, answer }: Trial['exchanges'][number], isRaw: boolean): string[] {
  const headers = Object.entries(request.headers).map(([name, value]) => `  ${name}: ${value}`);
  const body = request.body === null ? [] : [indented(request.body)];
  const lines = [`> ${request.method} ${request.url}`, ...headers, ...body];
  if (!answer) return [...lines, '< no answer'];
  const text = isRaw ? answer.body : readable(answer.body);
  const isLonger = !isRaw && text.length > SHOWN_CHARS;
  return [
    ...lines,
    `< ${answer.status}`,
    indented(isLonger ? `${text.slice(0, SHOWN_CHARS)} ...` : text),
    ...(isLonger || answer.isCut ? ['  (cut)'] : []),
  ];
}

/** A trial as a terminal shows it. `isRaw`: the bodies as they came, instead of laid out and cut. */
export function showTrial(trial: Trial, isRaw: boolean): string {
  const { source, phone, status, kind, message, ms, cost, exchanges, expressions, fields } = trial;
  const found = fields ? Object.entries(fields).map(([name, value]) => `  ${name}: ${shown(value)}`) : ['  nothing'];
  return [
    `${source} ${phone}`,
    ...exchanges.flatMap((exchange) => exchangeText(exchange, isRaw)),
    ...(expressions.length > 0 ? ['', 'What each expression gave'] : []),
    ...expressions.map(({ name, value }) => `  ${name}: ${shown(value)}`),
    '',
    'What would be kept',
    ...found,
    '',
    `${status}${kind === null ? '' : ` (${kind})`}${message === null ? '' : `: ${message}`}, in ${ms} ms, cost ${cost}`,
  ].join('\n');
}
