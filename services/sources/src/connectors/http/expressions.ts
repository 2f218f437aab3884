import { compile, TreeInterpreter } from '@jmespath-community/jmespath';
import type { HttpSource } from './http-source.ts';
import { type CallWatcher, SourceFault } from '../connector.port.ts';

type Data = Parameters<typeof TreeInterpreter.search>[1];
/** A JMESPath expression, compiled once. */
export type Expression = (data: unknown) => unknown;

/**
 * @throws what the parser says when the text is no JMESPath; evaluating throws SourceFault when the data do not fit a
 * function
 */
function expression(text: string): Expression {
  const tree = compile(text);
  return (data) => {
    try {
      return TreeInterpreter.search(tree, data as Data);
    } catch {
      throw new SourceFault('sent an answer that its mapping cannot read', { kind: 'MAPPING' });
    }
  };
}

/** Whether JMESPath calls a value true. */
export const isTrue = (value: unknown): boolean => {
  if (value === null || value === undefined || value === false || value === '') return false;
  return typeof value !== 'object' || Object.keys(value).length > 0;
};

export interface AnswerExpressions {
  notFound: Expression | null;
  /** Statuses that say 'nothing'. */
  notFoundStatus: readonly number[];
  failed: Expression | null;
  items: Expression | null;
  phone: Expression | null;
  observedAt: Expression | null;
  map: ReadonlyArray<readonly [field: string, read: Expression]> | null;
}

export function compileAnswer({
  notFound,
  notFoundStatus,
  failed,
  items,
  phone,
  observedAt,
  map,
}: HttpSource['answer']): AnswerExpressions {
  const optional = (text: string | null | undefined): Expression | null => (text ? expression(text) : null);
  return {
    notFound: optional(notFound),
    notFoundStatus,
    failed: optional(failed),
    items: optional(items),
    phone: optional(phone),
    observedAt: optional(observedAt),
    map: map ? Object.entries(map).map(([field, text]) => [field, expression(text)] as const) : null,
  };
}

/** The same expressions, of which each tells the watcher what it gave. */
export function watched(expressions: AnswerExpressions, watcher: CallWatcher): AnswerExpressions {
  const telling = (name: string, read: Expression): Expression => {
    return (data) => {
      const value = read(data);
      watcher.evaluated(name, value);
      return value;
    };
  };
  const optional = (name: string, read: Expression | null): Expression | null => read && telling(name, read);
  return {
    notFound: optional('notFound', expressions.notFound),
    notFoundStatus: expressions.notFoundStatus,
    failed: optional('failed', expressions.failed),
    items: optional('items', expressions.items),
    phone: optional('phone', expressions.phone),
    observedAt: optional('observedAt', expressions.observedAt),
    map: expressions.map?.map(([field, read]) => [field, telling(`map.${field}`, read)] as const) ?? null,
  };
}
