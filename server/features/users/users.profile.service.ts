import type { z } from 'zod';
import { deleteFilesOf, insertFile, uploadCommand } from '#server/features/files/files.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import type { StagedFile } from '#server/http/uploads.ts';
import { SignedOut, wrongField } from '#server/lib/refusal.ts';
import type { Platform } from '#server/platform.ts';
import { findCountry } from '#shared/reference/countries.ts';
import type { changeOwnProfile as contract } from '#shared/users/users.profile.contract.ts';
import { normalizeMobile } from './users.phone.ts';
import { accountById, changeUser, type Account, type UserRow } from './users.service.ts';

/** The signed-in user with their picture. Refuses with signed_out when the account was deleted meanwhile. */
export async function ownProfile({ db }: Pick<Platform, 'db'>, { userId }: Actor): Promise<Account> {
  const account = await accountById(db, userId);
  if (!account) throw new SignedOut('session_ended');
  return account;
}

/** Changes the sent fields and leaves the rest; the number is stored in E.164 if the library finds it valid. */
export async function changeOwnProfile(
  deps: Pick<Platform, 'db' | 'inTx'>,
  actor: Actor,
  { mobileNumber, middleName, firstName, lastName, language }: z.output<typeof contract.body>,
): Promise<Account> {
  const { user } = await ownProfile(deps, actor);
  const changes = {
    ...(firstName !== undefined && { firstName }),
    ...(middleName !== undefined && { middleName: middleName || null }),
    ...(lastName !== undefined && { lastName }),
    ...(language !== undefined && { language }),
    ...(mobileNumber !== undefined && { mobileNumber: normalizedNumber(mobileNumber, user) }),
  };
  if (Object.keys(changes).length > 0) await deps.inTx((tx) => changeUser(tx, actor.userId, changes));
  return ownProfile(deps, actor);
}

function normalizedNumber(input: string, { country }: UserRow): string {
  const home = country === null ? undefined : findCountry(country);
  return home ? normalizeMobile(input, home) : input;
}

/** Sets the picture and removes the one before. Refuses with file_missing, file_too_large, file_type. */
export async function setAvatar(deps: Platform, actor: Actor, stagedFiles: readonly StagedFile[]): Promise<Account> {
  const [picture] = stagedFiles;
  if (!picture) throw wrongField('avatar', 'picture_required', 'file_missing');
  const { userId } = actor;
  const uploads = { files: [picture], purpose: 'avatar', ownerId: userId } as const;
  await uploadCommand(deps, uploads, async (tx, [storedPicture]) => {
    // The user's row is locked first: of two pictures at once one replaces the other, and none is left behind.
    await changeUser(tx, userId, { profileImageFile: null });
    await deleteFilesOf(tx, userId, ['avatar']);
    const { id } = await insertFile(tx, storedPicture);
    await changeUser(tx, userId, { profileImageFile: id });
  });
  return ownProfile(deps, actor);
}

/** Removes the picture, if there is one. */
export async function removeAvatar(deps: Platform, actor: Actor): Promise<Account> {
  await deps.inTx(async (tx) => {
    await changeUser(tx, actor.userId, { profileImageFile: null });
    await deleteFilesOf(tx, actor.userId, ['avatar']);
  });
  return ownProfile(deps, actor);
}
