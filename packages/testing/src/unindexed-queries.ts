import type { Connection } from '@numscope/adapters/mongo';

type Document = Record<string, unknown>;

/** An index as MongoDB tells of it. */
interface Index {
  key: Document;
  partialFilterExpression?: Document;
}

/** What one command asks of a collection. */
interface Query {
  collection: string;
  filter: Document;
  sort: Document;
  limited: boolean;
}

const isDocument = (value: unknown): value is Document =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
/** An order is a map on its way to the server. */
const documentOf = (value: unknown): Document =>
  value instanceof Map ? Object.fromEntries(value) : isDocument(value) ? value : {};
const listOf = (value: unknown): Document[] => (Array.isArray(value) ? value.map(documentOf) : []);

/** Operators that leave out of an index what they do not ask for. */
const NARROWS = ['$eq', '$in', '$gt', '$gte', '$lt', '$lte', '$all', '$elemMatch', '$exists', '$not'];
const narrows = (asked: unknown): boolean =>
  !isDocument(asked) || !Object.keys(asked).some((key) => key.startsWith('$')) || NARROWS.some((key) => key in asked);

/** The fields by which a filter narrows, those of `$and` among them. */
const fieldsOf = (filter: Document): string[] => [
  ...Object.entries(filter)
    .filter(([field, asked]) => !field.startsWith('$') && narrows(asked))
    .map(([field]) => field),
  ...listOf(filter['$and']).flatMap(fieldsOf),
];

const firstOf = (index: Index): string => Object.keys(index.key)[0] ?? '';

/** Whether an index leads to what is asked: its first field is narrowed by, or it gives the order of a limited answer. */
function isServed({ filter, sort, limited }: Query, indexes: readonly Index[]): boolean {
  const asked = new Set(fieldsOf(filter));
  const usable = indexes.filter(({ partialFilterExpression }) =>
    Object.keys(partialFilterExpression ?? {}).every((field) => field in filter),
  );
  if (usable.some((index) => asked.has(firstOf(index)))) return true;
  const [first] = Object.keys(sort);
  if (limited && first !== undefined && usable.some((index) => firstOf(index) === first)) return true;
  const branches = listOf(filter['$or']);
  return branches.length > 0 && branches.every((branch) => isServed({ ...NOTHING, filter: branch }, usable));
}

const NOTHING: Query = { collection: '', filter: {}, sort: {}, limited: false };

/** What a command asks, of those that read by a filter; their shapes are those of MongoDB's database commands. */
function queriesOf(name: string, command: Document): Query[] {
  const collection = String(command[name]);
  const of = (filter: unknown, more: Partial<Query> = {}): Query => ({
    ...NOTHING,
    collection,
    filter: documentOf(filter),
    ...more,
  });
  if (name === 'find')
    return [of(command['filter'], { sort: documentOf(command['sort']), limited: Number(command['limit'] ?? 0) > 0 })];
  if (name === 'count' || name === 'distinct') return [of(command['query'])];
  if (name === 'findAndModify') return [of(command['query'], { sort: documentOf(command['sort']), limited: true })];
  if (name === 'update') return listOf(command['updates']).map(({ q }) => of(q));
  if (name === 'delete') return listOf(command['deletes']).map(({ q }) => of(q));
  if (name !== 'aggregate') return [];
  const stages = listOf(command['pipeline']);
  return [
    of(stages[0]?.['$match'], {
      sort: documentOf(stages.find((stage) => '$sort' in stage)?.['$sort']),
      limited: stages.some((stage) => '$limit' in stage),
    }),
  ];
}

const isAsked = (asked: unknown): asked is Document =>
  isDocument(asked) && Object.keys(asked).some((key) => key.startsWith('$'));

/** `status, at $lt, $or (held | owner)`: what a filter asks of each field. */
const filterShape = (filter: Document): string =>
  Object.entries(filter)
    .map(([field, asked]) => {
      if (field === '$or' || field === '$and')
        return `${field} (${[...new Set(listOf(asked).map(filterShape))].join(' | ')})`;
      return isAsked(asked) ? `${field} ${Object.keys(asked).join(' ')}` : field;
    })
    .join(', ');

const shapeOf = ({ collection, filter, sort }: Query): string => {
  const order = Object.keys(sort);
  return `${collection}: ${filterShape(filter) || 'all'}${order.length > 0 ? ` by ${order.join(', ')}` : ''}`;
};

/**
 * Watches what a connection asks, which must have been opened with `monitorCommands`.
 * @returns a function that lists what no index of the collection serves, as `<collection>: <fields> by <order>`. A real
 *   server would read whole collections for it, which the server of the tests forgives
 */
export function watchIndexes(watched: Connection): (connection: Connection) => Promise<string[]> {
  const seen = new Map<string, Query>();
  watched.getClient().on('commandStarted', ({ commandName, command }) => {
    for (const query of queriesOf(commandName, documentOf(command)))
      seen.set(`${shapeOf(query)} ${query.limited}`, query);
  });
  return async (connection) => {
    const indexes = new Map<string, Index[]>();
    for (const { collection } of seen.values())
      if (!indexes.has(collection)) indexes.set(collection, await connection.collection(collection).indexes());
    const unserved = [...seen.values()].filter(
      (query) => !isServed(query, [{ key: { _id: 1 } }, ...(indexes.get(query.collection) ?? [])]),
    );
    return [...new Set(unserved.map(shapeOf))];
  };
}
