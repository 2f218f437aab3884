import type { Connection } from '@numscope/adapters/mongo';

type Filter = Record<string, unknown>;

const isRange = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && ['$gt', '$gte', '$lt'].some((each) => each in value);
const isList = (value: unknown): boolean => typeof value === 'object' && value !== null && '$in' in value;

/** `status, run in, _id range`: what a query asks of each field. */
const shapeOf = (filter: Filter): string =>
  Object.entries(filter)
    .map(([field, value]) => {
      if (field === '$or') return 'or';
      if (field === '$and') return 'and';
      if (isList(value)) return `${field} in`;
      if (isRange(value)) return `${field} range`;
      if (typeof value === 'object' && value !== null) return `${field} ${Object.keys(value).join()}`;
      return field;
    })
    .join(', ');

interface Operation {
  updateOne?: { filter: Filter };
  updateMany?: { filter: Filter };
  replaceOne?: { filter: Filter };
}

const byFilter = new Set([
  'findOne',
  'updateOne',
  'updateMany',
  'replaceOne',
  'deleteOne',
  'deleteMany',
  'countDocuments',
]);

/** The same connection; what is asked of its collections is noted in `seen`, as `<collection>: <fields> by <sort>`. */
export function watchQueries(connection: Connection, seen: Set<string>): Connection {
  const note = (name: string, filter: Filter, sort?: Filter): void =>
    void seen.add(`${name}: ${shapeOf(filter)}${sort ? ` by ${Object.keys(sort).join(', ')}` : ''}`);

  const watchFind = (name: string, filter: Filter, cursor: object): object => {
    let sort: Filter | undefined;
    const watched: object = new Proxy(cursor, {
      get(target, method) {
        const value: unknown = Reflect.get(target, method);
        if (typeof value !== 'function') return value;
        return (...args: unknown[]) => {
          if (method === 'sort') sort = args[0] as Filter;
          if (method === 'toArray') note(name, filter, sort);
          const result: unknown = Reflect.apply(value, target, args);
          return result === target ? watched : result;
        };
      },
    });
    return watched;
  };

  const watchCollection = (name: string, collection: object): object =>
    new Proxy(collection, {
      get(target, method) {
        const value: unknown = Reflect.get(target, method);
        if (typeof value !== 'function') return value;
        return (...args: unknown[]) => {
          if (byFilter.has(String(method))) note(name, args[0] as Filter);
          if (method === 'bulkWrite')
            for (const { updateOne, updateMany, replaceOne } of args[0] as Operation[])
              note(name, (updateOne ?? updateMany ?? replaceOne)?.filter ?? {});
          const result: unknown = Reflect.apply(value, target, args);
          return method === 'find' ? watchFind(name, args[0] as Filter, result as object) : result;
        };
      },
    });

  return new Proxy(connection, {
    get(target, method) {
      const value: unknown = Reflect.get(target, method);
      if (method === 'collection') return (name: string) => watchCollection(name, target.collection(name));
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
