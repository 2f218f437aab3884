import { isOfAnswer } from '../connectors/http/answer-values.ts';
import { isItem, type Item, itemOf, itemsOf, textOf } from '../domain/fields/field-shapes.ts';
import { placeholdersOf } from '../domain/template.ts';
import { checkAuth } from './check-auth.ts';
import { checkExpression, checkMap } from './check-expressions.ts';
import { needsOf } from './check-needs.ts';
import { checkHeaders, checkPlaceholders, checkProxy, checkRequest, checkUrl } from './check-request.ts';
import { checkNumbering, checkRoots, checkWholeExpression } from './check-roots.ts';
import { checkSecrets, type Fault } from './check-secrets.ts';
import { withoutReferences } from './references.ts';
import type { Path } from '@numscope/platform/yaml-lines';

function checkPoll(poll: Item, also: readonly string[], path: Path, faults: Fault[]): void {
  const { url, until, everyMs, atMostMs } = poll;
  checkWholeExpression(until, [...path, 'until'], faults);
  if (typeof everyMs === 'number' && typeof atMostMs === 'number' && everyMs > atMostMs)
    faults.push({ path: [...path, 'everyMs'], message: 'is longer than atMostMs' });
  if (typeof url !== 'string') return;
  checkSecrets(poll, path, faults);
  checkUrl(url, [...path, 'url'], faults);
  const names = placeholdersOf(withoutReferences(url));
  const ofAnswer = names.filter(isOfAnswer);
  for (const name of ofAnswer) checkExpression(name.slice('answer.'.length), [...path, 'url'], faults);
  checkPlaceholders(url, [...also, ...ofAnswer], [...path, 'url'], faults);
  if (names.length === 0)
    faults.push({ path: [...path, 'url'], message: 'must say what is asked for, as with {answer.id} or {phone}' });
}

/** What must hold of an HTTP source besides its shape. */
export function checkHttp(
  source: Item,
  path: Path,
  { proxies }: { proxies: readonly string[] },
  faults: Fault[],
): void {
  const answer = itemOf(source['answer']);
  const needs = needsOf(source);
  const also = source['next'] ? [...needs, 'next'] : needs;
  const request = itemOf(source['request']);
  const pollUrl = textOf(itemOf(source['poll'])['url']) ?? '';
  checkRequest({ request, answer, needs, also, pollUrl }, [...path, 'request'], faults);
  checkWholeExpression(source['next'], [...path, 'next'], faults);
  for (const name of ['notFound', 'failed', 'items', 'phone', 'observedAt', 'cost'])
    checkExpression(answer[name], [...path, 'answer', name], faults);
  checkMap(answer['map'], [...path, 'answer', 'map'], faults);
  checkRoots(answer, [...path, 'answer'], faults);
  checkNumbering(answer['map'], [...path, 'answer', 'map'], faults);
  for (const [field, text] of Object.entries(itemOf(answer['map'])))
    checkExpression(text, [...path, 'answer', 'map', field], faults);
  if (isItem(source['poll'])) checkPoll(source['poll'], needs, [...path, 'poll'], faults);
  checkAuth(source['auth'], [...path, 'auth'], faults);
  itemsOf(source['accounts']).forEach(({ auth, headers }, index) => {
    checkAuth(auth, [...path, 'accounts', index, 'auth'], faults);
    checkHeaders(headers, also, [...path, 'accounts', index, 'headers'], faults);
  });
  checkProxy(source, proxies, path, faults);
}
