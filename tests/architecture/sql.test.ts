import { testRule } from './rule.ts';
import { sqlTextIsDeclared } from './sql.ts';

testRule('SQL text goes to PostgreSQL as a declared statement', sqlTextIsDeclared, {
  files: {
    'server/features/kyc/kyc.queries.ts': [
      'const all = readStatement({}, `select 1 from kyc_requests`);',
      'export const a = async (tx) => tx.execute(sql`delete from kyc_requests`);',
      'export async function b(db, column) {',
      '  return db.run(readStatement({}, `select ${column} from kyc_requests`));',
      '}',
      'const oldest = sql<Date>`min(submitted_at)`;',
      'const newest = sql`max(submitted_at)`.mapWith(moment);',
    ].join('\n'),
    'server/http/guards/limits.ts': "export const c = (pool) => pool.query('delete from request_limits');",
    'server/db/connection.ts': "export const d = (client) => client.query('begin');",
    'client/src/lib/cache.ts': "export const e = (cache) => cache.query('orders');",
  },
  finds: [
    'server/features/kyc/kyc.queries.ts:2 calls execute',
    'server/features/kyc/kyc.queries.ts:4 declares a statement while it runs',
    'server/features/kyc/kyc.queries.ts:6 asserts the type of an SQL fragment',
    'server/http/guards/limits.ts:1 calls query',
  ],
});
