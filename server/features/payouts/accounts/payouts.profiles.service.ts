import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { isForeignKeyViolation, isUniqueViolation } from '#server/db/errors.ts';
import { isSignedRow, signedTables } from '#server/db/signing/signed-rows.ts';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import { notifyOwners } from '#server/features/team/team.notices.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import type { ApprovalRequest, Call, PendingApproval } from '#server/http/guards/four-eyes.ts';
import { canonicalJson } from '#server/lib/keys.ts';
import { Conflict, NotFound } from '#server/lib/refusal.ts';
import type { Platform } from '#server/platform.ts';
import { payoutShape, type addProfile, type ProfileInput } from '#shared/payouts/payouts.accounts.contract.ts';
import readyProfiles from '#shared/payouts/ready-profiles.json' with { type: 'json' };
import * as queries from './payouts.accounts.queries.ts';

type Deps = Pick<Platform, 'db' | 'inTx'>;
type AskingDeps = Deps & Pick<Platform, 'fourEyes'>;
type ProfileView = z.input<(typeof addProfile)['response']>;

const present = ({ shape, signature, ...row }: queries.ProfileRow): ProfileView => {
  return { ...shape, ...row, tampered: !isOwnProfile({ shape, signature, ...row }) };
};
const notFound = () => new NotFound('payout_profile_not_found');

/** True if the product wrote this layout: no file is written by another one. */
export const isOwnProfile = (row: queries.ProfileRow): boolean => isSignedRow(signedTables.payoutProfile, row);

/** The layouts of files, for payouts and for statements. */
export async function listProfiles({ db }: Pick<Deps, 'db'>): Promise<ProfileView[]> {
  return (await queries.readProfiles(db)).map(present);
}

/**
 * Saves a layout (`id` null) or changes one, and mails the owners: it decides which account a bank pays. With the rule for
 * addresses a second member approves it first. A bank has to take a file of it again before it counts as verified.
 */
export async function writeProfile(
  deps: AskingDeps,
  actor: Actor,
  id: string | null,
  { input, call }: { input: ProfileInput; call: Call },
): Promise<ProfileView | PendingApproval> {
  const { name, direction, ...shape } = input;
  const written = deps.inTx(async (tx) => {
    const before = id === null ? undefined : await queries.lockProfile(tx, id);
    if (id !== null && before?.direction !== direction) throw notFound();
    if (id !== null && (await queries.isLayoutInBatch(tx, { profileId: id })))
      throw new Conflict('conflict', 'in_batch');
    const request = requestOf(id, before, input);
    const pending = await deps.fourEyes.pass(tx, actor, request, call, deps.fourEyes.rules.addressChange);
    if (pending) return pending;
    const row = await queries.saveProfile(tx, { id: id ?? randomUUID(), name, direction, shape });
    if (!row) throw notFound();
    const action = before ? 'payout_profile.changed' : 'payout_profile.created';
    await recordAudit(tx, actor, action, { type: 'payout_profile', id: row.id }, { name, direction });
    await notifyOwners(tx, { kind: 'layout', name, by: actor.userId });
    return present(row);
  });
  return written.catch((error: unknown) => {
    if (isUniqueViolation(error, 'payout_profiles_name')) throw new Conflict('in_use', 'payout_profile_name_used');
    throw error;
  });
}

/** What a second member is shown: every column with what fills it, and how the file is written. */
function requestOf(id: string | null, before: queries.ProfileRow | undefined, input: ProfileInput): ApprovalRequest {
  const { name, direction, ...shape } = input;
  return {
    kind: 'address',
    subjectId: id ?? `layout ${direction} ${name}`,
    facts: {
      layout: name,
      layoutColumns: textOf(shape),
      ...(before && { layoutBefore: before.name, layoutColumnsBefore: textOf(before.shape) }),
    },
    state: before?.signature?.toString('base64') ?? '',
  };
}

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

/** Removes a layout that no account uses. */
export async function removeProfile(deps: Deps, actor: Actor, id: string): Promise<void> {
  const removed = deps.inTx(async (tx) => {
    const row = await queries.lockProfile(tx, id);
    if (!row) throw notFound();
    await queries.dropProfile(tx, id);
    const { name, direction } = row;
    await recordAudit(tx, actor, 'payout_profile.deleted', { type: 'payout_profile', id }, { name, direction });
  });
  await removed.catch((error: unknown) => {
    if (isForeignKeyViolation(error)) throw new Conflict('in_use', 'payout_profile_used');
    throw error;
  });
}

/**
 * The layouts that ship with the product. No bank has taken a file of them yet: the operator verifies that. One from before
 * layouts were signed is signed where it still says what was shipped; any other waits for an owner to look and save it.
 */
export async function seedProfiles({ inTx }: Pick<Deps, 'inTx'>): Promise<void> {
  await inTx(async (tx) => {
    const stored = await queries.readProfiles(tx);
    for (const [name, shipped] of Object.entries(readyProfiles)) {
      const shape = payoutShape.parse(shipped);
      await queries.insertReadyProfile(tx, { id: randomUUID(), name, shape });
      const unsigned = stored.find((row) => row.isReady && row.name === name && row.signature === null);
      if (unsigned && canonicalJson(unsigned.shape) === canonicalJson(shape)) await queries.signProfile(tx, unsigned);
    }
  });
}
