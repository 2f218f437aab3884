import { isOfAnswer } from '../connectors/http/answer-values.ts';
import { isForEach, isForm } from '../connectors/http/request-body.ts';
import { isItem, type Item } from '../domain/fields/field-shapes.ts';
import { isOfNumber, placeholdersOf, takesBatch, unknownPlaceholders } from '../domain/template.ts';
import { isWebAddress } from './web-address.ts';
import { checkSecrets, type Fault } from './check-secrets.ts';
import { replaceBraced, withoutReferences } from './references.ts';
import type { Path } from '@numscope/platform/yaml-lines';

const textOfBody = (body: unknown): string =>
  typeof body === 'string' ? body : body === undefined || body === null ? '' : JSON.stringify(body);

/** The body without its `forEach` parts, which are repeated for each number of a batch. */
const sharedBody = (body: unknown): string =>
  typeof body === 'string'
    ? body
    : textOfBody(
        JSON.parse(JSON.stringify(body ?? null, (_key, value: unknown) => (isForEach(value) ? 'each' : value))),
      );

/** An address that is filled in for each call. */
export function checkUrl(url: unknown, path: Path, faults: Fault[]): void {
  if (typeof url !== 'string' || url === '') return;
  const plain = replaceBraced(replaceBraced(url, '${', 'x'), '{', 'x');
  if (!isWebAddress(plain)) faults.push({ path, message: 'must be an http or https URL' });
  // A user and password within an address are never sent.
  if (/^[a-z]+:\/\/[^/?#]*@/i.test(url))
    faults.push({ path, message: 'holds credentials, which are not sent from there: use `auth`' });
  if (/^[a-z]+:\/\/[^/?#]*(?<!\$)\{/i.test(url))
    faults.push({ path, message: 'a placeholder may not stand in the host' });
}

/** @param also further placeholders that are known here */
export function checkPlaceholders(text: string, also: readonly string[], path: Path, faults: Fault[]): void {
  const known = ['e164', 'phone', 'national', 'country', 'phones', 'e164s', ...also].map((name) => `{${name}}`);
  for (const name of unknownPlaceholders(withoutReferences(text), (one) => also.includes(one)))
    faults.push({
      path,
      message: `{${name}} is not known: ${known.slice(0, -1).join(', ')} and ${known.at(-1)} are${/^[a-z][A-Za-z]+$/.test(name) ? '; a field that another source finds must stand in needs' : ''}`,
    });
}

function checkForm(body: unknown, path: Path, faults: Fault[]): void {
  if (!isForm(body)) return;
  for (const [name, value] of Object.entries(body.form)) {
    const text = isForEach(value) ? value.forEach : value;
    if (!['string', 'number', 'boolean'].includes(typeof text))
      faults.push({ path: [...path, 'form', name], message: 'must be a text, a number, or forEach with a text' });
  }
}

/** A batch says with one placeholder what belongs to all of its numbers. */
function checkBatch(request: Item, answer: Item, needs: readonly string[], path: Path, faults: Fault[]): void {
  const url = String(request['url'] ?? '');
  const { body } = request;
  const isBatch = typeof request['batchSize'] === 'number' && request['batchSize'] > 1;
  const shared = sharedBody(body);
  const forEach = isItem(body) || Array.isArray(body) ? shared !== textOfBody(body) : false;
  const lists = takesBatch(url) || takesBatch(textOfBody(body)) || forEach;
  if (isBatch && !lists)
    faults.push({
      path: [...path, 'batchSize'],
      message: 'a batch needs {phones} or {e164s} in the url or the body, or forEach in the body',
    });
  if (lists && !(answer['items'] && answer['phone']))
    faults.push({
      path: [...path.slice(0, -1), 'answer'],
      message: `${forEach ? 'forEach' : '{phones}'} needs items and phone, to tell whose answer is whose`,
    });
  if (!isBatch) return;
  const ofOne = placeholdersOf(withoutReferences(`${url} ${shared}`)).find((name) =>
    ['e164', 'phone', 'national', ...needs].includes(name),
  );
  if (ofOne !== undefined)
    faults.push({
      path: [...path, 'batchSize'],
      message: `{${ofOne}} is of one number: in a batch it stands within forEach`,
    });
}

/** Headers are the same in all calls. */
export function checkHeaders(headers: unknown, also: readonly string[], path: Path, faults: Fault[]): void {
  for (const [name, text] of Object.entries(isItem(headers) ? headers : {})) {
    const names = typeof text === 'string' ? placeholdersOf(withoutReferences(text)) : [];
    const filled = names.find((one) => isOfNumber(one) || also.includes(one));
    if (filled !== undefined)
      faults.push({
        path: [...path, name],
        message: `{${filled}} is not filled in here, headers are the same in all calls: put it into the url or the body`,
      });
  }
}

/** Whether a placeholder is of the call and not of the number: the page, or the provider's id of its work. */
const isOfCall = (name: string): boolean => name === 'next' || isOfAnswer(name);

/** A request without the number would be answered alike for all numbers. */
function checkAsksOfNumber({ url, body }: Item, pollUrl: string, path: Path, faults: Fault[]): void {
  if (typeof url !== 'string' || url === '') return;
  if (placeholdersOf(withoutReferences([url, textOfBody(body), pollUrl].join(' '))).every(isOfCall))
    faults.push({
      path: [...path, 'url'],
      message:
        'asks the same for all numbers: put {phone}, {e164} or {national}, or what it needs, into the url or the body',
    });
}

interface CheckedRequest {
  request: Item;
  answer: Item;
  /** The fields that the source needs. */
  needs: readonly string[];
  /** Placeholders of the whole source: what it needs, and `next` where it has pages. */
  also: readonly string[];
  /** The address that is polled until the work is done; empty where the source is not polled. */
  pollUrl: string;
}

export function checkRequest(
  { request, answer, needs, also, pollUrl }: CheckedRequest,
  path: Path,
  faults: Fault[],
): void {
  checkSecrets(request, path, faults);
  const { url, body, headers } = request;
  checkUrl(url, [...path, 'url'], faults);
  checkPlaceholders(typeof url === 'string' ? url : '', also, [...path, 'url'], faults);
  checkPlaceholders(textOfBody(body), also, [...path, 'body'], faults);
  checkHeaders(headers, also, [...path, 'headers'], faults);
  checkAsksOfNumber(request, pollUrl, path, faults);
  if (textOfBody(body) !== '' && (request['method'] ?? 'GET') === 'GET')
    faults.push({ path: [...path, 'body'], message: 'GET carries no body: choose POST' });
  checkForm(body, [...path, 'body'], faults);
  checkBatch(request, answer, needs, path, faults);
}
