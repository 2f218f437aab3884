import { faceProviders } from '@numscope/contracts';
import { isItem, type Item, itemOf } from '../domain/fields/field-shapes.ts';
import { placeholdersOf } from '../domain/template.ts';
import { matchFields } from '../providers/provider-config.ts';
import { ofAnswer, pictureForms } from '../providers/picture-body.ts';
import { checkAuth } from './check-auth.ts';
import { checkExpression } from './check-expressions.ts';
import { checkProxy, checkUrl } from './check-request.ts';
import { checkRoots, checkWholeExpression } from './check-roots.ts';
import { checkSecrets, type Fault } from './check-secrets.ts';
import { withoutReferences } from './references.ts';
import type { Path } from '@numscope/platform/yaml-lines';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? ''));

function checkPlaceholders(text: string, hasAnswer: boolean, path: Path, faults: Fault[]): void {
  const plain = withoutReferences(text);
  for (const [, found = ''] of plain.matchAll(ofAnswer)) {
    if (hasAnswer) checkExpression(found, path, faults);
    else faults.push({ path, message: `{answer.${found}} is of the answer to this very request` });
  }
  const known: readonly string[] = pictureForms;
  for (const name of placeholdersOf(plain.replaceAll(ofAnswer, '')))
    if (!known.includes(name))
      faults.push({
        path,
        message: `{${name}} is not known: ${pictureForms.map((one) => `{${one}}`).join(', ')} and {answer...} are`,
      });
}

function checkCall(call: Item, hasAnswer: boolean, path: Path, faults: Fault[]): void {
  checkSecrets(call, path, faults);
  const { url, body, method } = call;
  checkUrl(url, [...path, 'url'], faults);
  const address = typeof url === 'string' ? withoutReferences(url) : '';
  for (const name of ['image', 'dataUrl'])
    if (address.includes(`{${name}}`))
      faults.push({ path: [...path, 'url'], message: `{${name}} is too long for an address: send it in the body` });
  checkPlaceholders(address, hasAnswer, [...path, 'url'], faults);
  if (body === undefined || body === null) return;
  checkPlaceholders(textOf(body), hasAnswer, [...path, 'body'], faults);
  if (hasAnswer && (method ?? 'GET') === 'GET')
    faults.push({ path: [...path, 'body'], message: 'GET carries no body: choose POST' });
}

/** What must hold of a provider of face search besides its shape. */
export function checkProvider(
  name: string,
  provider: unknown,
  { proxies }: { proxies: readonly string[] },
  faults: Fault[],
): void {
  const path = ['providers', name];
  const known: readonly string[] = faceProviders;
  if (!known.includes(name))
    faults.push({ path, message: `is no provider that is asked: ${faceProviders.join(' and ')} are` });
  if (!isItem(provider)) return;
  const request = itemOf(provider['request']);
  checkCall(request, false, [...path, 'request'], faults);
  if (!/\{(?:image|dataUrl)\}/.test(textOf(request['body'])))
    faults.push({ path: [...path, 'request', 'body'], message: 'must hold the picture: {image} or {dataUrl}' });
  const { poll } = provider;
  if (isItem(poll)) {
    checkCall(poll, true, [...path, 'poll'], faults);
    checkWholeExpression(poll['until'], [...path, 'poll', 'until'], faults);
  }
  const answer = itemOf(provider['answer']);
  for (const part of ['notFound', 'failed', 'items']) checkExpression(answer[part], [...path, 'answer', part], faults);
  const map = itemOf(answer['map']);
  for (const [field, text] of Object.entries(map)) {
    checkExpression(text, [...path, 'answer', 'map', field], faults);
    if (!matchFields.some((one) => one === field))
      faults.push({
        path: [...path, 'answer', 'map', field],
        message: `is nothing that is shown of a match: ${matchFields.join(', ')} are`,
      });
  }
  checkRoots(answer, [...path, 'answer'], faults);
  checkAuth(provider['auth'], [...path, 'auth'], faults);
  checkProxy(provider, proxies, path, faults);
}
