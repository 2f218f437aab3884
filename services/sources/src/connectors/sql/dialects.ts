export type Database = 'postgresql' | 'mysql' | 'sqlite';

const schemes: Readonly<Record<string, Database>> = {
  postgres: 'postgresql',
  postgresql: 'postgresql',
  mysql: 'mysql',
  mariadb: 'mysql',
  sqlite: 'sqlite',
};

/** Which database a URL names; null for any other. */
export const databaseOf = (url: string): Database | null =>
  schemes[/^([a-z]+):/i.exec(url)?.[1]?.toLowerCase() ?? ''] ?? null;

/** The file that `sqlite:file` or `sqlite:///file` names. */
export const pathOfSqlite = (url: string): string => url.replace(/^sqlite:(?:\/\/(?=\/))?/i, '');

/** How the list of numbers stands in a query of each: as a parameter, never as text. */
const lists: Readonly<Record<Database, { pattern: RegExp; shown: string }>> = {
  postgresql: { pattern: /\$1(?!\d)/, shown: 'any($1)' },
  mysql: { pattern: /\bin\s*\(\s*\?\s*\)/i, shown: 'in (?)' },
  sqlite: { pattern: /\bjson_each\s*\(\s*(?:\?1?|\$1)\s*\)/i, shown: 'in (select value from json_each(?))' },
};

/** What is wrong with a query, or null. */
export function faultOfQuery(database: Database, query: string): string | null {
  if (!/^\s*(?:select|with|values|table)\b/i.test(query))
    return 'must be a query that reads: it begins with select or with';
  const { pattern, shown } = lists[database];
  return pattern.test(query) ? null : `must ask for the numbers by ${shown}`;
}

/** MySQL has no list as one parameter: as many marks as there are values, at each place. */
export function withMarks(query: string, values: readonly string[]): { query: string; values: string[] } {
  const pattern = new RegExp(lists.mysql.pattern, 'gi');
  const marks = `in (${values.map(() => '?').join(', ')})`;
  const places = query.match(pattern)?.length ?? 0;
  return { query: query.replaceAll(pattern, marks), values: Array.from({ length: places }, () => values).flat() };
}

/** All places of the list are the first parameter. */
export const withFirstParameter = (query: string): string =>
  query.replaceAll(new RegExp(lists.sqlite.pattern, 'gi'), 'json_each(?1)');
