import type { Db } from '#server/db/connection.ts';
import { fingerprintOf } from '#server/features/payout-accounts/payout-accounts.service.ts';
import type { ImportKind } from '#shared/imports/imports.fields.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { listFingerprints, listKnown, type KnownUser } from './imports.queries.ts';
import { plainName, type ReadLine } from './reading/imports.reading.ts';
import type { Problem, ReadCustomer } from './reading/imports.row.ts';

/** Number of people that one query looks up. */
const askedAtOnce = 1_000;

type ContactDetails = Pick<ReadCustomer, 'email' | 'mobileNumber'>;

/** The accounts that some people may be, by address and by number. */
export class KnownUsers {
  private readonly byEmail = new Map<string, KnownUser>();
  private readonly byNumber = new Map<string, KnownUser>();
  private readonly sharedNumbers = new Set<string>();

  add(knownUsers: readonly KnownUser[]): void {
    for (const user of knownUsers) {
      if (user.email !== null) this.byEmail.set(user.email, user);
      if (user.mobileNumber === null) continue;
      const otherUser = this.byNumber.get(user.mobileNumber);
      if (otherUser && otherUser.id !== user.id) this.sharedNumbers.add(user.mobileNumber);
      else this.byNumber.set(user.mobileNumber, user);
    }
  }

  /** The account with the address of a customer, else with their number. */
  find({ email, mobileNumber }: ContactDetails): KnownUser | undefined {
    return (
      (email === null ? undefined : this.byEmail.get(email)) ??
      (mobileNumber === null ? undefined : this.byNumber.get(mobileNumber))
    );
  }

  /**
   * Finds the customer of an account: by the address, or else the only one with the number if the team entered them. A
   * registration proves no number, and the owner of an account sees its details.
   */
  ownerOf({ email, mobileNumber }: ContactDetails): KnownUser | 'shared' | undefined {
    if (email !== null) return this.byEmail.get(email);
    if (mobileNumber === null) return undefined;
    if (this.sharedNumbers.has(mobileNumber)) return 'shared';
    const owner = this.byNumber.get(mobileNumber);
    return owner?.role === 'customer' && owner.origin === 'registered' ? undefined : owner;
  }

  /**
   * Compares a customer of a file with the accounts: `ready`, `same`, or the problem that keeps them from being made.
   */
  judge(customer: ReadCustomer): 'ready' | 'same' | Problem {
    const existingUser = this.find(customer);
    if (!existingUser) return 'ready';
    const isByEmail = existingUser.email !== null && existingUser.email === customer.email;
    if (existingUser.role !== 'customer')
      return { field: isByEmail ? 'email' : 'mobileNumber', reason: isByEmail ? 'is_member' : 'number_shared' };
    if (isByEmail || plainName(existingUser) === plainName(customer)) return 'same';
    return { field: 'mobileNumber', reason: 'number_shared' };
  }
}

/** Finds which of these people already have an account. */
export async function findKnownUsers(db: Pick<Db, 'ask'>, customers: readonly ContactDetails[]): Promise<KnownUsers> {
  const knownUsers = new KnownUsers();
  for (let at = 0; at < customers.length; at += askedAtOnce) {
    const someCustomers = customers.slice(at, at + askedAtOnce);
    const emails = someCustomers.flatMap(({ email }) => email ?? []);
    const numbers = someCustomers.flatMap(({ mobileNumber }) => mobileNumber ?? []);
    knownUsers.add(await listKnown(db, { emails, numbers }));
  }
  return knownUsers;
}

const customersOf = (lines: readonly ReadLine[]) => lines.flatMap(({ customer }) => customer ?? []);

/** Compares the lines of a file, some at a time, with the accounts that are there. */
export function createComparer(
  db: Pick<Db, 'ask'>,
  kind: ImportKind,
): (lines: readonly ReadLine[]) => Promise<ReadLine[]> {
  if (kind === 'customers') return (lines) => compareCustomers(db, lines);
  const seenKeys = new Set<string>();
  return (lines) => compareAccounts(db, lines, seenKeys);
}

async function compareCustomers(db: Pick<Db, 'ask'>, lines: readonly ReadLine[]): Promise<ReadLine[]> {
  const knownUsers = await findKnownUsers(db, customersOf(lines));
  return lines.map((line) => (line.state === 'ready' ? judgeLine(line, knownUsers.judge(line.customer)) : line));
}

function judgeLine(line: ReadLine, comparison: 'ready' | 'same' | Problem): ReadLine {
  if (comparison === 'ready' || !line.customer) return line;
  const { line: at, cells, customer, account } = line;
  if (comparison === 'same') return { line: at, cells, state: 'same', customer, account, problems: [] };
  return { line: at, cells, state: 'problem', problems: [comparison] };
}

/** Each account with its customer; one that the customer has already, or that a line above adds, is `same`. */
async function compareAccounts(
  db: Pick<Db, 'ask'>,
  lines: readonly ReadLine[],
  seenKeys: Set<string>,
): Promise<ReadLine[]> {
  const knownUsers = await findKnownUsers(db, customersOf(lines));
  const ownerOf = (customer: ReadCustomer) => {
    const owner = knownUsers.ownerOf(customer);
    return owner === 'shared' ? undefined : owner;
  };
  const userIds = [...new Set(customersOf(lines).flatMap((customer) => ownerOf(customer)?.id ?? []))];
  for (const { userId, fingerprint } of await listFingerprints(db, { userIds }))
    seenKeys.add(keyOf(userId, fingerprint));
  return lines.map((line) => {
    if (line.state !== 'ready' || !line.account) return line;
    if (knownUsers.ownerOf(line.customer) === 'shared')
      return judgeLine(line, { field: 'mobileNumber', reason: 'number_shared' });
    const owner = ownerOf(line.customer);
    const field = line.customer.email === null ? ('mobileNumber' as const) : ('email' as const);
    if (!owner) return judgeLine(line, { field, reason: 'unknown_customer' });
    if (owner.role !== 'customer') return judgeLine(line, { field, reason: 'is_member' });
    const key = keyOf(owner.id, fingerprintOf(line.account.details, line.account.currency));
    if (seenKeys.has(key)) return judgeLine(line, 'same');
    seenKeys.add(key);
    return line;
  });
}

const keyOf = (userId: Id<'user'>, fingerprint: Buffer) => `${userId} ${fingerprint.toString('hex')}`;
