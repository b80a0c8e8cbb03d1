import type { z } from 'zod';
import type { Db, Tx } from '#server/db/connection.ts';
import { containsPattern, hidesContacts, userPatterns } from '#server/db/like.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import { Forbidden, NotFound, wrongField } from '#server/lib/refusal.ts';
import { toWireRow } from '#server/lib/wire.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { reasonWith } from '#shared/kernel/reason.ts';
import { maxCounted } from '#shared/reference/limits.ts';
import {
  userStatuses,
  type AdminUserDetails,
  type AdminUserView,
  type listUsers,
} from '#shared/users/users.admin.contract.ts';
import { kycStates } from '#shared/users/users.contract.ts';
import { handlingFilterOf } from '#shared/users/users.handling.ts';
import {
  findHandledIds,
  findMatchingIds,
  findNotedIds,
  findUserIds,
  listAllUsers,
  listFrequentMatches,
  listMatches,
  listNames,
  type Slice,
  type UserFilter,
  type UserListRow,
  type UserSearch,
} from './users.admin.queries.ts';
import { customerStateOf } from './users.brought.ts';
import type { LiveSession } from './users.personal-data.ts';
import type { UsersDeps } from './users.ports.ts';
import { findIdsOfNumber, listSameNumber, selectUserForUpdate } from './users.queries.ts';
import { accountById, type Account, type UserRow } from './users.service.ts';

type Reader = Pick<Actor, 'masks'>;
type ListQuery = z.output<(typeof listUsers)['query']>;

/**
 * A page of all users. `total` is exact up to 10,000 and stays there beyond; paging ends with it. Refuses with
 * invalid_input a page beyond that.
 */
export async function listForAdmin(
  { db, now, personalData }: UsersDeps,
  actor: Actor,
  query: ListQuery,
): Promise<{ items: AdminUserView[]; total: number }> {
  const { page, pageSize, sort } = query;
  // Sorting by address would reveal how hidden addresses begin, by the position of a customer that the reader knows.
  const order = sort === 'email' && hidesContacts(actor) ? 'name' : sort;
  const slice = { sort: order, limit: pageSize, offset: (page - 1) * pageSize };
  if (slice.offset + slice.limit > maxCounted)
    throw wrongField('page', reasonWith('users_page_too_far', { maxCounted }));
  const pageOfUsers = await pageOf(db, actor, query, slice);
  const counts = await personalData.countOrders(
    db,
    pageOfUsers.rows.map(({ id }) => id),
  );
  const at = now();
  const items = pageOfUsers.rows.map((row) => presentUserListItem(row, { orders: counts.get(row.id) ?? 0, now: at }));
  return { items, total: pageOfUsers.total };
}

/** Matches are listed by their ids where they are few; else the list is walked until the page is full. */
async function pageOf(db: Db, actor: Actor, query: ListQuery, slice: Slice) {
  const { q } = query;
  const filter = filterOf(query, actor);
  const { assigneeId, isUnassigned, tag } = filter.handling;
  if (!q && assigneeId === null && tag === null && !isUnassigned) return listAllUsers(db, filter, slice);
  const search = q ? await searchOf(db, q, actor) : everybody;
  const namedUserIds = q ? await findUserIds(db, search.patterns) : await findHandledIds(db, filter.handling);
  if (namedUserIds === null) return listFrequentMatches(db, search, filter, slice);
  return listMatches(db, [...new Set([...namedUserIds, ...search.notedIds])], filter, slice);
}

const everybody: UserSearch = { patterns: ['%'], notedIds: [] };

/** Returns the filters of the list in the form of the query, for this reader. */
export function filterOf(query: Pick<ListQuery, 'status' | 'kyc' | 'assignee' | 'tag'>, actor: Actor): UserFilter {
  const { status, kyc } = query;
  const handling = handlingFilterOf(query, actor.userId);
  return { statuses: status ? [status] : userStatuses, kyc: kyc ? [kyc] : kycStates, handling };
}

/** A whole number with its dial code, spaced or not, in the form in which it is stored. */
function numberIn(q: string): string | undefined {
  const digits = q.replace(/[\s()-]/g, '').replace(/^\+/, '');
  return /^\d{7,15}$/.test(digits) ? `+${digits}` : undefined;
}

/**
 * Returns the search of a list: names and addresses, and for readers who may see addresses also whole numbers, and
 * from three letters on notes.
 */
export async function searchOf(db: Db, q: string, reader: Reader): Promise<UserSearch> {
  const patterns = userPatterns(q, reader);
  if (q.length < 3 || hidesContacts(reader)) return { patterns, notedIds: [] };
  const number = numberIn(q);
  const numberedIds = number === undefined ? [] : await findIdsOfNumber(db, number);
  return { patterns, notedIds: [...numberedIds, ...(await findNotedIds(db, containsPattern(q)))] };
}

/** One user with details and live sessions. Refuses with not_found, also for a deleted one. */
export async function userForAdmin({ db, now, personalData }: UsersDeps, id: Id<'user'>): Promise<AdminUserDetails> {
  const account = await accountById(db, id);
  if (!account || account.user.status === 'deleted') throw userNotFound();
  // Queries run one after the other, because an action reads within its transaction.
  const counts = await personalData.countOrders(db, [id]);
  const sessions = await personalData.listSessions(db, account.user);
  const { assigneeId, mobileNumber } = account.user;
  const [assignee] = assigneeId === null ? [] : await listNames(db, { ids: [assigneeId] });
  const sameNumber = mobileNumber === null ? [] : await listSameNumber(db, { id, mobileNumber });
  const listDetails = { orders: counts.get(id) ?? 0, now: now() };
  return presentDetails({ ...account, assignee, sameNumber }, listDetails, sessions);
}

export type ExistingUser = UserRow;

/** The user's row, locked until `tx` ends. Refuses with not_found when it is missing or the user was deleted. */
export async function lockExistingUser(tx: Tx, id: Id<'user'>): Promise<ExistingUser> {
  const account = await selectUserForUpdate(tx, id);
  if (!account || account.status === 'deleted') throw userNotFound();
  return account;
}

/**
 * Refuses with forbidden for the owner named by ADMIN_EMAIL, who cannot be locked out, and for other members, who end
 * on the page Team.
 */
export function assertNotMember({ role }: Pick<UserRow, 'role'>): void {
  if (role === 'admin') throw new Forbidden('forbidden', 'admin_protected');
  if (role === 'staff') throw new Forbidden('forbidden', 'member_protected');
}

function userNotFound(): NotFound {
  return new NotFound('user_not_found');
}

type ListDetails = { orders: number; now: Date };

function presentUserListItem(row: UserListRow, { orders, now }: ListDetails): AdminUserView {
  const { id, email, mobileNumber, firstName, lastName, createdAt, status, role, kycStatus, country } = row;
  const { origin, picture, tags, assigneeId, assigneeName } = row;
  return {
    id,
    name: `${firstName} ${lastName}`,
    email,
    mobileNumber,
    registeredDate: createdAt.toISOString(),
    status,
    role,
    origin,
    customerState: customerStateOf(row, now),
    kycStatus,
    country,
    transactions: orders,
    profileImageUrl: picture === null ? null : `/api/files/${picture}`,
    tags,
    assignee: assigneeId !== null && assigneeName !== null ? { id: assigneeId, name: assigneeName } : null,
  };
}

type PresentedUser = Account & {
  assignee: { name: string } | undefined;
  sameNumber: AdminUserDetails['sameNumber'];
};

function presentDetails(
  { user, picture, assignee, sameNumber }: PresentedUser,
  listDetails: ListDetails,
  sessions: readonly LiveSession[],
): AdminUserDetails {
  const { status, firstName, middleName, lastName, countryCode, language, blockedReason, broughtName } = user;
  const { broughtAt, invitedAt, termsAt } = user;
  if (status === 'deleted') throw userNotFound();
  return {
    ...presentUserListItem({ ...user, status, picture, assigneeName: assignee?.name ?? null }, listDetails),
    firstName,
    middleName,
    lastName,
    countryCode,
    language,
    broughtName,
    ...toWireRow({ broughtAt, invitedAt, termsAt }),
    sameNumber,
    blockedReason,
    eraseAt: user.eraseAt?.toISOString() ?? null,
    sessions: sessions.map((session) => toWireRow(session)),
  };
}

/** Name and address of each of these users; deleted ones are missing. */
export async function userNames(
  db: Db,
  ids: readonly Id<'user'>[],
): Promise<Map<Id<'user'>, { name: string; email: string | null }>> {
  const knownNames = await listNames(db, { ids });
  return new Map(knownNames.map(({ id, name, email }) => [id, { name, email }]));
}

/** Users matching this name or address, the first ones where there are many. */
export async function findUsers(db: Db, text: string, reader: Reader): Promise<Id<'user'>[]> {
  return findMatchingIds(db, userPatterns(text, reader));
}
