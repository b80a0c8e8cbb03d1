import type { z } from 'zod';
import { kycStates } from '#shared/users/users.contract.ts';
import {
  personStatuses,
  type PersonDetails,
  type PersonEdit,
  type PersonView,
  type listPeople,
} from '#shared/users/people.contract.ts';
import { findCountry } from '#shared/reference/countries.ts';
import type { Db, Tx } from '#server/db/connection.ts';
import { containing, startingWith } from '#server/db/like.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import type { Actor } from '#server/http/actor.ts';
import { Forbidden, Invalid, NotFound } from '#server/http/refusal.ts';
import type { LiveSession } from './users.elsewhere.ts';
import {
  findPeople,
  findSome,
  listCrowd,
  listEverybody,
  listHits,
  listNames,
  lockPerson,
  mostCounted,
  type LockedPerson,
  type Patterns,
  type PersonRow,
} from './users.people.queries.ts';
import { normalizeMobile } from './users.phone.ts';
import { changeUser, personById, type Person } from './users.service.ts';

type Needs = Pick<Deps, 'db' | 'elsewhere'>;
type Writing = Needs & Pick<Deps, 'inTx'>;
type ListQuery = z.output<(typeof listPeople)['query']>;

/** A page of everybody with an account. `total` is exact up to 10,000 and stays there beyond; paging ends with it. */
export async function listForDesk(
  { db, elsewhere }: Needs,
  { page, pageSize, q, status, kyc, sort }: ListQuery,
): Promise<{ items: PersonView[]; total: number }> {
  const slice = { sort, limit: pageSize, offset: (page - 1) * pageSize };
  if (slice.offset + slice.limit > mostCounted) {
    const message = `Only the first ${mostCounted} users can be paged through. Please narrow the list.`;
    throw new Invalid('invalid_input', message, { fields: { page: message } });
  }
  const filter = { statuses: status ? [status] : personStatuses, kyc: kyc ? [kyc] : kycStates };
  const found = await pageOf();
  const counts = await elsewhere.countOrders(
    db,
    found.rows.map(({ id }) => id),
  );
  return { items: found.rows.map((row) => presentPerson(row, counts.get(row.id) ?? 0)), total: found.total };

  async function pageOf() {
    if (!q) return listEverybody(db, filter, slice);
    const patterns = patternsOf(q);
    const ids = await findPeople(db, patterns);
    return ids === null ? listCrowd(db, patterns, filter, slice) : listHits(db, ids, filter, slice);
  }
}

/** Any part of name or address; of one or two letters, which no index knows inside a word, the beginning of a word. */
function patternsOf(q: string): Patterns {
  if (q.length >= 3) return [containing(q), containing(q)];
  return [startingWith(q), `% ${startingWith(q)}`];
}

/** One person with particulars and live sessions. Throws NotFound, also for one who was deleted. */
export async function personForDesk({ db, elsewhere }: Needs, id: string): Promise<PersonDetails> {
  const person = await personById(db, id);
  if (!person || person.user.status === 'deleted') throw noPerson();
  const [counts, sessions] = await Promise.all([
    elsewhere.countOrders(db, [id]),
    elsewhere.listSessions(db, person.user),
  ]);
  return presentDetails(person, counts.get(id) ?? 0, sessions);
}

/**
 * Mends names or phone number. The log says which fields, never what stood in them: its rows outlive the person's
 * particulars. Throws NotFound.
 */
export async function editPerson(deps: Writing, actor: Actor, id: string, edit: PersonEdit): Promise<PersonDetails> {
  await deps.inTx(async (tx) => {
    await lockLiving(tx, id);
    const person = await personById(tx, id);
    if (!person) throw noPerson();
    const changes = changesOf(person, edit);
    const fields = Object.keys(changes);
    if (fields.length === 0) return;
    await changeUser(tx, id, changes);
    await recordAudit(tx, actor, 'user.edited', { type: 'user', id }, { fields });
  });
  return personForDesk(deps, id);
}

function changesOf({ user }: Person, { firstName, middleName, lastName, mobileNumber }: PersonEdit) {
  const home = user.country === null ? undefined : findCountry(user.country);
  const number = mobileNumber && home ? normalizeMobile(mobileNumber, home) : mobileNumber;
  const asked = { firstName, middleName: middleName === '' ? null : middleName, lastName, mobileNumber: number };
  const changed = Object.entries(asked).filter(
    ([field, value]) => value !== undefined && value !== user[field as keyof typeof asked],
  );
  return Object.fromEntries(changed) as Partial<typeof user>;
}

/** Blocks a person: sessions and sockets end on every process. Throws NotFound, and Forbidden for the administrator. */
export async function blockPerson(deps: Writing, actor: Actor, id: string, reason: string): Promise<PersonDetails> {
  await deps.inTx(async (tx) => {
    const { role } = await lockLiving(tx, id);
    refuseAdministrator(role);
    await changeUser(tx, id, { status: 'blocked', blockedReason: reason });
    await deps.elsewhere.revokeAccess(tx, id, 'blocked');
    await recordAudit(tx, actor, 'user.blocked', { type: 'user', id }, { reason });
  });
  return personForDesk(deps, id);
}

/** Lets a blocked person in again; an active one stays as they are. Throws NotFound. */
export async function unblockPerson(deps: Writing, actor: Actor, id: string): Promise<PersonDetails> {
  await deps.inTx(async (tx) => {
    const { status } = await lockLiving(tx, id);
    if (status !== 'blocked') return;
    await changeUser(tx, id, { status: 'active', blockedReason: null });
    await recordAudit(tx, actor, 'user.unblocked', { type: 'user', id });
  });
  return personForDesk(deps, id);
}

/** The person's row, held until `tx` ends. Throws NotFound when there is none or nobody behind it any more. */
export async function lockLiving(tx: Tx, id: string): Promise<LockedPerson & { email: string }> {
  const person = await lockPerson(tx, id);
  if (!person || person.status === 'deleted' || person.email === null) throw noPerson();
  return { ...person, email: person.email };
}

/** 403: the desk must not lock itself out. */
export function refuseAdministrator(role: LockedPerson['role']): void {
  if (role !== 'admin') return;
  throw new Forbidden('forbidden', "The administrator's account cannot be blocked or deleted.");
}

function noPerson(): NotFound {
  return new NotFound('user');
}

function presentPerson(row: PersonRow, transactions: number): PersonView {
  const { id, email, firstName, lastName, createdAt, status, role, kycStatus, country, picture } = row;
  return {
    id,
    name: `${firstName} ${lastName}`,
    email,
    registeredDate: createdAt.toISOString(),
    status,
    role,
    kycStatus,
    country,
    transactions,
    profileImageUrl: picture === null ? null : `/api/files/${picture}`,
  };
}

function presentDetails({ user, picture }: Person, orders: number, sessions: readonly LiveSession[]): PersonDetails {
  const { email, status, firstName, middleName, lastName, countryCode, mobileNumber, language, blockedReason } = user;
  if (email === null || status === 'deleted') throw noPerson();
  return {
    ...presentPerson({ ...user, email, status, picture }, orders),
    firstName,
    middleName,
    lastName,
    countryCode,
    mobileNumber,
    language,
    blockedReason,
    sessions: sessions.map(({ id, createdAt, lastSeenAt, userAgent, ip }) => ({
      id,
      createdAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
      userAgent,
      ip,
    })),
  };
}

/** Name and address of each of these people; who was deleted is missing. */
export async function namesOf(db: Db, ids: readonly string[]): Promise<Map<string, { name: string; email: string }>> {
  const known = await listNames(db, ids);
  return new Map(known.map(({ id, name, email }) => [id, { name, email }]));
}

/** People who are called or addressed so, the first of them where they are many. */
export async function idsLike(db: Db, text: string): Promise<string[]> {
  return findSome(db, patternsOf(text));
}
