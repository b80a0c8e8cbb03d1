import type { z } from 'zod';
import type { Tx } from '#server/db/connection.ts';
import { isForeignKeyViolation, isUniqueViolation } from '#server/db/errors.ts';
import { isSignedRow, signedTables } from '#server/db/signing/signed-rows.ts';
import { act, type Acting, type ActionRow, type ActionsOf } from '#server/features/audit/audit.actions.service.ts';
import { notifyOwners } from '#server/features/team/team.notices.service.ts';
import { canonicalJson } from '#server/lib/keys.ts';
import { newId } from '#server/lib/new-id.ts';
import { Conflict, NotFound } from '#server/lib/refusal.ts';
import type { Platform } from '#server/platform.ts';
import type { Id } from '#shared/kernel/ids.ts';
import * as contract from '#shared/payouts/payouts.accounts.contract.ts';
import { payoutShape } from '#shared/payouts/payouts.accounts.contract.ts';
import readyProfiles from '#shared/payouts/ready-profiles.json' with { type: 'json' };
import type { PayoutsDeps } from '../payouts.ports.ts';
import * as queries from './payouts.accounts.queries.ts';

type ProfileView = z.input<(typeof contract.addProfile)['response']>;

const present = ({ shape, signature, ...row }: queries.ProfileRow): ProfileView => {
  return { ...shape, ...row, tampered: !isOwnProfile({ shape, signature, ...row }) };
};

/** True if the product wrote this profile: no file is written by another one. */
export const isOwnProfile = (row: queries.ProfileRow): boolean => isSignedRow(signedTables.payoutProfile, row);

/** The profiles of files, for payouts and for statements. */
export async function listProfiles({ db }: Pick<Platform, 'db'>): Promise<ProfileView[]> {
  return (await queries.readProfiles(db)).map(present);
}

/** The place that a profile is written to: the existing one, or a new one. */
type Place = { id: Id<'payoutProfile'>; before?: queries.ProfileRow | undefined };

const inPlace = {
  missing: 'payout_profile_not_found',
  present: async ({ id }: Place, { tx }: { tx: Tx }) => {
    const row = await queries.readProfile(tx, id);
    if (!row) throw new Error('The layout was not written.');
    return present(row);
  },
} as const;

type ProfileChange = Acting<PayoutsDeps, typeof contract.addProfile | typeof contract.changeProfile, Place>;

const write = {
  check: async ({ tx, row: { id, before }, body }: ProfileChange) => {
    if (before && before.direction !== body.direction) throw new NotFound('payout_profile_not_found');
    if (before && (await queries.isProfileInBatch(tx, { profileId: id }))) throw new Conflict('conflict', 'in_batch');
  },
  second: {
    isNeeded: ({ deps }: ProfileChange) => deps.fourEyes.rules.addressChange,
    /** Every column with what fills it, and how the file is written. */
    details: ({ row: { before }, body }: ProfileChange) => {
      const { name, direction: _direction, ...shape } = body;
      return {
        layout: name,
        layoutColumns: textOf(shape),
        ...(before && { layoutBefore: before.name, layoutColumnsBefore: textOf(before.shape) }),
      };
    },
    more: ({ row: { before }, body: { name, direction } }: ProfileChange) => ({
      ...(!before && { subjectId: `layout ${direction} ${name}` }),
      state: before?.signature?.toString('base64') ?? '',
    }),
  },
  apply: async ({ tx, actor, row, body: { name, direction, ...shape } }: ProfileChange) => {
    await queries.saveProfile(tx, { id: row.id, name, direction, shape }).catch((error: unknown) => {
      if (isUniqueViolation(error, 'payout_profiles_name')) throw new Conflict('in_use', 'payout_profile_name_used');
      throw error;
    });
    await notifyOwners(tx, { kind: 'layout', name, by: actor.userId });
    return { row, subjectId: row.id, details: { name, direction } };
  },
};

/** Saves a profile, and mails the owners: it decides which account a bank pays. */
const add = act(contract.addProfile, { ...inPlace, lock: async () => ({ id: newId('payoutProfile') }) }, write);

/** Changes a profile: a bank has to take a file of it again before it counts as verified. */
const change = act(
  contract.changeProfile,
  {
    ...inPlace,
    lock: async (tx, { id }): Promise<Place | undefined> => {
      const lockedProfile = await queries.lockProfile(tx, id);
      return lockedProfile && { id, before: lockedProfile };
    },
  },
  write,
);

const profileRow: ActionRow<PayoutsDeps, queries.ProfileRow, ProfileView, { id: Id<'payoutProfile'> }> = {
  lock: (tx, { id }) => queries.lockProfile(tx, id),
  missing: 'payout_profile_not_found',
  present,
};

/** Removes a profile that no account uses. */
const remove = act(contract.removeProfile, profileRow, {
  apply: async ({ tx, row: { id, name, direction } }) => {
    await queries.dropProfile(tx, id).catch((error: unknown) => {
      if (isForeignKeyViolation(error)) throw new Conflict('in_use', 'payout_profile_used');
      throw error;
    });
    return { answer: undefined, details: { name, direction } };
  },
});

/** Each action of the team on a profile. */
export const profileActions: ActionsOf<PayoutsDeps, 'settings.write'> = [add, change, remove];

/** A layout in one line of text. */
function textOf(shape: Readonly<Record<string, unknown>>): string {
  const partOf = (value: unknown): string => {
    if (!Array.isArray(value)) return typeof value === 'string' ? value.replace('\t', 'tab') : String(value);
    return value.map((item: unknown) => columnText(item)).join('; ');
  };
  return Object.entries(shape)
    .map(([key, value]) => `${key}: ${partOf(value)}`)
    .join(' · ');
}

function columnText(item: unknown): string {
  if (typeof item !== 'object' || item === null) return String(item);
  return `${String(Reflect.get(item, 'heading'))} = ${String(Reflect.get(item, 'value'))}`;
}

/**
 * Stores the profiles that ship with the product; the operator verifies each with the bank. A layout from before
 * profiles were signed is signed if it is unchanged; any other waits until an owner saves it.
 */
export async function seedProfiles({ inTx }: Pick<PayoutsDeps, 'inTx'>): Promise<void> {
  await inTx(async (tx) => {
    const storedProfiles = await queries.readProfiles(tx);
    for (const [name, shippedProfile] of Object.entries(readyProfiles)) {
      const shape = payoutShape.parse(shippedProfile);
      await queries.insertReadyProfile(tx, { id: newId('payoutProfile'), name, shape });
      const unsignedProfile = storedProfiles.find((row) => row.isReady && row.name === name && row.signature === null);
      if (unsignedProfile && canonicalJson(unsignedProfile.shape) === canonicalJson(shape))
        await queries.signProfile(tx, unsignedProfile);
    }
  });
}
