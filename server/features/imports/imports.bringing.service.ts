import type { Tx } from '#server/db/connection.ts';
import { lockName } from '#server/db/locks.ts';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import { addNote } from '#server/features/notes/notes.service.ts';
import { payeeByRail } from '#server/features/payout-accounts/payout-accounts.rails.service.ts';
import { savePayoutAccountOf } from '#server/features/payout-accounts/payout-accounts.service.ts';
import { userForAdmin } from '#server/features/users/users.admin.service.ts';
import {
  createUser,
  emailTaken,
  normalizeMobile,
  userByEmail,
  type NewUser,
} from '#server/features/users/users.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import type { Idempotency, Outcome } from '#server/http/guards/idempotency.ts';
import { Conflict, wrongField } from '#server/lib/refusal.ts';
import type { BroughtCustomer } from '#shared/imports/imports.contract.ts';
import { findCountry } from '#shared/reference/countries.ts';
import type { AdminUserDetails } from '#shared/users/users.admin.contract.ts';
import type { ImportsDeps } from './imports.ports.ts';
import { listKnown } from './imports.queries.ts';
import { plainName } from './reading/imports.reading.ts';

/**
 * Creates the account of a customer whom a member enters, with the member's note and the payout account. Refuses with
 * email_taken for the address of another account, and with conflict for a customer who is already stored.
 */
export async function bringCustomer(
  deps: ImportsDeps,
  actor: Actor,
  body: BroughtCustomer,
  idempotency: Idempotency<AdminUserDetails>,
): Promise<Outcome<AdminUserDetails>> {
  const { note, paymentDetails } = body;
  const account = paymentDetails && payeeByRail(deps, paymentDetails.currency, paymentDetails);
  const values = broughtValues(body, actor, deps.now());
  return idempotency.run(async (tx) => {
    const owner = values.email ? await userByEmail(tx, values.email) : undefined;
    if (owner) throw emailTaken(owner);
    await assertNew(tx, values);
    const user = await createUser(tx, values);
    if (!user) throw emailTaken({ role: 'customer' });
    await recordAudit(tx, actor, 'user.brought', { type: 'user', id: user.id }, {});
    if (account && paymentDetails) await savePayoutAccountOf(tx, user.id, account, paymentDetails.currency, 'brought');
    if (note) await addNote(tx, actor, { kind: 'user', id: user.id }, { text: note });
    return userForAdmin({ ...deps, db: tx }, user.id);
  });
}

/** Refuses a customer of the same name and number, as an import skips them; of two members at once one enters them. */
async function assertNew(tx: Tx, enteredUser: NewUser): Promise<void> {
  const { mobileNumber } = enteredUser;
  if (!mobileNumber) return;
  await lockName(tx, `number ${mobileNumber}`);
  const knownUsers = await listKnown(tx, { emails: [], numbers: [mobileNumber] });
  const sameUsers = knownUsers.filter((user) => user.role === 'customer' && plainName(user) === plainName(enteredUser));
  if (sameUsers.length === 0) return;
  const sameNumber = sameUsers.map(({ id, firstName, lastName }) => ({ id, name: `${firstName} ${lastName}` }));
  throw new Conflict('conflict', 'customer_here', { fields: { mobileNumber: 'customer_here' }, sameNumber });
}

type CustomerFields = Omit<BroughtCustomer, 'note' | 'paymentDetails'>;

function broughtValues(
  { firstName, lastName, email, mobileNumber, country, language }: CustomerFields,
  { userId }: Pick<Actor, 'userId'>,
  now: Date,
): NewUser {
  const home = findCountry(country);
  if (!home) throw wrongField('country', 'country_required');
  return {
    firstName,
    lastName,
    email: email ?? null,
    mobileNumber: mobileNumber ? normalizeMobile(mobileNumber, home) : null,
    country: home.name,
    countryCode: home.dialCode,
    language,
    origin: 'brought',
    broughtBy: userId,
    broughtAt: now,
  };
}
