import type { z } from 'zod';
import { exportForAdmin, exportAudited, visibleTo } from '#server/features/audit/audit.export.service.ts';
import { auditRecord } from '#server/features/audit/audit.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import type { FileAnswer } from '#server/http/reply.ts';
import { csvOf, momentCell, textCell, type CsvColumn } from '#server/lib/csv.ts';
import { rangeEnd, rangeStart } from '#shared/kernel/day-range.ts';
import { adminUserView, type exportUsers } from '#shared/users/users.admin.contract.ts';
import { filterOf, searchOf } from './users.admin.service.ts';
import { streamUsers, type ExportedUser } from './users.export.queries.ts';
import type { UsersDeps } from './users.ports.ts';

type Query = z.output<(typeof exportUsers)['query']>;
type Row = ExportedUser & { orders: number };

const columns: CsvColumn<Row>[] = [
  ['Id', ({ id }) => id],
  ['Registered (UTC)', ({ createdAt }) => momentCell(createdAt.toISOString())],
  ['First name', ({ firstName }) => textCell(firstName)],
  ['Middle name', ({ middleName }) => textCell(middleName)],
  ['Last name', ({ lastName }) => textCell(lastName)],
  ['Email', ({ email }) => textCell(email)],
  ['Status', ({ status }) => status],
  ['Role', ({ role }) => role],
  ['Identity check', ({ kycStatus }) => kycStatus],
  ['Country', ({ country }) => textCell(country)],
  ['Language', ({ language }) => language],
  ['Orders', ({ orders }) => String(orders)],
];

/** All users who match as a CSV, newest first. */
export async function exportUserList(deps: UsersDeps, actor: Actor, query: Query): Promise<FileAnswer> {
  return exportForAdmin(deps, actor, {
    audited: auditRecord('user.exported', exportAudited('csv', query)),
    name: 'users',
    format: 'csv',
    chunks: () => csvOf(visibleTo(actor, adminUserView, rowsOf(deps, actor, query)), columns),
  });
}

async function* rowsOf({ db, personalData }: UsersDeps, actor: Actor, query: Query): AsyncGenerator<Row[]> {
  const { q, from, to } = query;
  const range = { from: rangeStart(from ?? '1970-01-01'), before: rangeEnd(to ?? '9998-12-31') };
  for await (const users of streamUsers(db, filterOf(query, actor), range, q ? await searchOf(db, q, actor) : null)) {
    const ids = users.map(({ id }) => id);
    const counts = await personalData.countOrders(db, ids);
    yield users.map((user) => ({ ...user, orders: counts.get(user.id) ?? 0 }));
  }
}
