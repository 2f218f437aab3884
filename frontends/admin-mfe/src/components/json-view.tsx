import './json-view.css';
import { Fragment, type ReactNode } from 'react';

const kindOf = (value: unknown): string => (value === '***' ? 'masked' : typeof value === 'string' ? 'text' : 'other');
const leaf = (value: unknown): ReactNode => (
  <span className="ad-json" data-kind={kindOf(value)}>
    {value === '***' ? '***' : JSON.stringify(value)}
  </span>
);
const isTree = (value: unknown): value is object => value !== null && typeof value === 'object';

/** A member's place does not change while it is shown, so its index is its identity. */
function Members({ value, depth, line }: { value: object; depth: number; line: boolean }): ReactNode {
  const list = Array.isArray(value);
  const entries = Object.entries(value);
  const gap = line ? ' ' : `\n${'  '.repeat(depth + 1)}`;
  if (entries.length === 0) return list ? '[]' : '{}';
  return (
    <>
      {list ? '[' : '{'}
      {entries.map(([key, member], i) => (
        <Fragment key={key}>
          {gap}
          {list ? null : (
            <>
              <span className="ad-json" data-kind="key">
                {line && /^[A-Za-z_]\w*$/.test(key) ? key : JSON.stringify(key)}
              </span>
              {': '}
            </>
          )}
          {isTree(member) ? <Members value={member} depth={depth + 1} line={line} /> : leaf(member)}
          {i < entries.length - 1 ? ',' : ''}
        </Fragment>
      ))}
      {line ? ' ' : `\n${'  '.repeat(depth)}`}
      {list ? ']' : '}'}
    </>
  );
}

/** JSON in colours: keys, texts, numbers, and what is masked. `line` keeps it on one line. */
export const JsonView = ({ value, line = false }: { value: unknown; line?: boolean }) =>
  isTree(value) ? <Members value={value} depth={0} line={line} /> : leaf(value);
