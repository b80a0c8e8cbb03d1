import { keptForm } from '#shared/kernel/fields.ts';
import type { Tx } from '#server/db/connection.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import { deleteFilesOf } from '#server/features/files/files.service.ts';
import type { Actor } from '#server/http/actor.ts';
import { Invalid } from '#server/http/refusal.ts';
import { lockLiving, refuseAdministrator } from './people.service.ts';
import { changeUser, personById, presentUser } from './users.service.ts';

/**
 * Deletes a person for good, in `tx`: sessions end, every feature removes what it keeps of them, then particulars and
 * files go (their bytes soon after the commit). Orders stay with their figures, without the person. Throws NotFound,
 * Forbidden for the administrator, and whatever a parting refuses with: in_use while an order is open.
 */
export async function removePerson(
  tx: Tx,
  { elsewhere }: Pick<Deps, 'elsewhere'>,
  actor: Actor,
  id: string,
): Promise<void> {
  const { email, role } = await lockLiving(tx, id);
  refuseAdministrator(role);
  await elsewhere.revokeAccess(tx, id, 'deleted');
  for (const part of elsewhere.partings) await part(tx, { id, email });
  await changeUser(tx, id, nobody);
  await deleteFilesOf(tx, id, ['avatar', 'kyc', 'payment_proof', 'payout_screenshot']);
  await recordAudit(tx, actor, 'user.deleted', { type: 'user', id });
}

/** What is left of a person: a row that orders can point at. */
const nobody = {
  status: 'deleted',
  blockedReason: null,
  email: null,
  emailVerifiedAt: null,
  passwordHash: null,
  firstName: 'Deleted',
  middleName: null,
  lastName: 'customer',
  country: null,
  countryCode: null,
  mobileNumber: null,
  language: 'en',
  kycStatus: 'none',
  profileImageFile: null,
} as const;

/** The desk deletes a person whose address it typed. Throws Invalid for another address, else as removePerson. */
export async function deleteByDesk(
  deps: Pick<Deps, 'inTx' | 'elsewhere'>,
  actor: Actor,
  id: string,
  typed: string,
): Promise<void> {
  await deps.inTx(async (tx) => {
    const { email } = await lockLiving(tx, id);
    if (keptForm(typed) !== email) {
      const message = 'This is not the email address of this user.';
      throw new Invalid('invalid_input', message, { fields: { email: message } });
    }
    await removePerson(tx, deps, actor, id);
  });
}

/** Everything that is kept of the signed-in person, by the feature that keeps it; files are downloaded where they are shown. */
export async function ownData(
  { db, elsewhere }: Pick<Deps, 'db' | 'elsewhere'>,
  { userId }: Actor,
): Promise<Record<string, unknown>> {
  const person = await personById(db, userId);
  const told: Record<string, unknown> = { profile: person && presentUser(person) };
  for (const [name, tell] of Object.entries(elsewhere.tellings)) told[name] = await tell(db, { id: userId });
  return told;
}
