import type { Db, Tx } from '#server/db/connection.ts';
import { publish } from '#server/events/publish.ts';
import type { Id } from '#shared/kernel/ids.ts';
import {
  insertUser,
  selectAccount,
  selectAdministrator,
  selectUserByEmail,
  selectUserForUpdate,
  updateUser,
  type Account,
  type NewUser,
  type UserRow,
} from './users.queries.ts';

export type { NewUser, Account, UserRow };
export type { ErasedUser, Evidence, PersonalDataRegistry, ErasureStep } from './users.personal-data.ts';
export { presentUser } from './users.present.ts';
export { normalizeMobile } from './users.phone.ts';
export { emailTaken, isJoinable, joinedValues } from './users.brought.ts';

/** The user with this normalized address (shared/kernel/fields.ts `email`), blocked ones too. */
export async function userByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  return selectUserByEmail(db, email);
}

/** The user with their picture, blocked and deleted ones too. */
export async function accountById(db: Db, id: Id<'user'>): Promise<Account | undefined> {
  return selectAccount(db, id);
}

/** The user's row, locked until `tx` ends: every other change of this account waits, and sees the outcome. */
export async function lockUser(tx: Tx, id: Id<'user'>): Promise<UserRow | undefined> {
  return selectUserForUpdate(tx, id);
}

/** Returns the owner's account; undefined until the first start has created it. */
export async function administrator(db: Db): Promise<UserRow | undefined> {
  return selectAdministrator(db);
}

/** Creates an account. Undefined when another user has confirmed this address. */
export async function createUser(tx: Tx, user: NewUser): Promise<UserRow | undefined> {
  return insertUser(tx, user);
}

/** Changes the row and notifies every process, so that no cached copy outlives it. */
export async function changeUser(tx: Tx, id: Id<'user'>, changes: Partial<NewUser>): Promise<void> {
  await updateUser(tx, id, changes);
  await publish(tx, { kind: 'user_changed', userId: id });
}

/** Stores the status of the newest identity request; the kyc feature calls this at each step. */
export async function setKycStatus(tx: Tx, userId: Id<'user'>, kycStatus: UserRow['kycStatus']): Promise<void> {
  await changeUser(tx, userId, { kycStatus });
}
