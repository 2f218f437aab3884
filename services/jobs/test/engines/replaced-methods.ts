import type { Connection } from '@numscope/adapters/mongo';

type Method = (...given: unknown[]) => unknown;

/**
 * The same connection, with other methods of the phones' collection.
 * @param replace gets the name of a method and the method itself, and gives what takes its place
 */
export const withMethodsOfPhones = (
  connection: Connection,
  replace: (name: string | symbol, own: Method) => Method,
): Connection =>
  new Proxy(connection, {
    get(target, method) {
      const value: unknown = Reflect.get(target, method);
      if (method !== 'collection') return typeof value === 'function' ? value.bind(target) : value;
      return (collectionName: string) =>
        new Proxy(target.collection(collectionName), {
          get(collection, name) {
            const own: unknown = Reflect.get(collection, name);
            if (typeof own !== 'function') return own;
            const bound: Method = own.bind(collection);
            return collectionName === 'phones' ? replace(name, bound) : bound;
          },
        });
    },
  });
