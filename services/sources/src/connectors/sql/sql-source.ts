import * as z from 'zod';
import { common } from '../../config/common-settings.ts';
import { rowSettings } from '../rows/row-settings.ts';
import { databaseOf, faultOfQuery } from './dialects.ts';
import { faultOfMysqlAddress } from './mysql-address.ts';

const address = z.string().check(({ value, issues }) => {
  const database = databaseOf(value);
  const fault =
    database === null
      ? 'must be a URL that begins with postgresql:, mysql:, mariadb: or sqlite:'
      : database === 'mysql'
        ? faultOfMysqlAddress(value)
        : null;
  // Never the URL itself: it may hold a password.
  if (fault !== null) issues.push({ code: 'custom', message: fault, input: undefined });
});

/** A query of the operator's own database, which is asked about up to `batchSize` numbers at once and only ever read. */
export const SqlSource = z
  .strictObject({
    connector: z.literal('sql'),
    url: address,
    query: z.string().min(1).max(20_000),
    batchSize: z.number().int().min(1).max(500).default(100),
    ...rowSettings,
    ...common,
    freshForDays: common.freshForDays.default(0),
  })
  .check(({ value, issues }) => {
    const database = databaseOf(value.url);
    const fault = database && faultOfQuery(database, value.query);
    if (fault) issues.push({ code: 'custom', message: fault, path: ['query'], input: undefined });
  });
export type SqlSource = z.infer<typeof SqlSource>;
