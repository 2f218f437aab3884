import { compile, TreeInterpreter } from '@jmespath-community/jmespath';
import type { Format } from './formats/formats.ts';
import type { HttpSource } from './http-source.ts';
import type { SecretMask } from './secret-mask.ts';
import { fieldsIn } from '../../config/expression-roots.ts';
import { mappableFields } from '../../domain/fields/sanitise-fields.ts';
import { type CallWatcher, SourceFault } from '../connector.port.ts';

type Data = Parameters<typeof TreeInterpreter.search>[1];
/** A JMESPath expression, compiled once. */
export type Expression = (data: unknown) => unknown;

/**
 * One expression of the sources file.
 * @throws what the parser says when the text is no JMESPath; evaluating throws SourceFault when the data do not fit a
 * function
 */
export function expression(text: string): Expression {
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

/** What a source's answers are read by. */
export interface AnswerExpressions {
  /** Takes secrets out of what is kept or shown of them. */
  mask: SecretMask;
  format: Format;
  /** The columns of a table that are read. */
  columns: ReadonlySet<string>;
  notFound: Expression | null;
  /** Statuses that say 'nothing'. */
  notFoundStatus: readonly number[];
  failed: Expression | null;
  items: Expression | null;
  phone: Expression | null;
  /** When it was so. */
  observedAt: Expression | null;
  /** What the call cost. */
  cost: Expression | null;
  /** The next page's address or token. */
  next: Expression | null;
  /** Whether what is polled is done. */
  until: Expression | null;
  map: ReadonlyArray<readonly [field: string, read: Expression]> | null;
}

/** The expressions that a source may do without. */
const optional = ['notFound', 'failed', 'items', 'phone', 'observedAt', 'cost', 'next', 'until'] as const;
type Optional = (typeof optional)[number];

const eachOptional = (read: (name: Optional) => Expression | null): Pick<AnswerExpressions, Optional> =>
  Object.fromEntries(optional.map((name) => [name, read(name)])) as Pick<AnswerExpressions, Optional>;

export function compileAnswer(
  { answer, next, poll }: Pick<HttpSource, 'answer' | 'next' | 'poll'>,
  mask: SecretMask,
): AnswerExpressions {
  const { format, notFoundStatus, map, ...ofAnswer } = answer;
  const texts: Partial<Record<Optional, string | null | undefined>> = { ...ofAnswer, next, until: poll?.until };
  const ofItems = [...Object.values(ofAnswer), ...Object.values(map ?? {})];
  return {
    mask,
    format,
    columns: new Set([...ofItems.flatMap((text) => (text ? [...fieldsIn(text)] : [])), ...(map ? [] : mappableFields)]),
    notFoundStatus,
    ...eachOptional((name) => (texts[name] ? expression(texts[name]) : null)),
    map: map ? Object.entries(map).map(([field, text]) => [field, expression(text)] as const) : null,
  };
}

/** The same expressions, of which each tells the watcher what it gave. */
export function watched(expressions: AnswerExpressions, watcher: CallWatcher): AnswerExpressions {
  const { mask } = expressions;
  const telling = (name: string, read: Expression): Expression => {
    const shownOf = (data: unknown): unknown => {
      try {
        return mask.cleanShown(read(mask.cleanEcho(data)));
      } catch {
        return null;
      }
    };
    return (data) => {
      const value = read(data);
      const shown = shownOf(data);
      watcher.evaluated(name, shown);
      // What was made of a secret and is asked on with is as secret.
      if (typeof value === 'string' && mask.cleanShown(value) !== shown) mask.add(value);
      return value;
    };
  };
  return {
    ...expressions,
    ...eachOptional((name) => expressions[name] && telling(name, expressions[name])),
    map: expressions.map?.map(([field, read]) => [field, telling(`map.${field}`, read)] as const) ?? null,
  };
}
