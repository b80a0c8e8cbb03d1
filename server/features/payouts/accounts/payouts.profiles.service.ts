import { randomUUID } from 'node:crypto';
import { isForeignKeyViolation, isUniqueViolation } from '#server/db/errors.ts';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import { Conflict, Invalid, NotFound } from '#server/lib/refusal.ts';
import type { Platform } from '#server/platform.ts';
import { payoutShape, type ProfileInput } from '#shared/payouts/payouts.accounts.contract.ts';
import readyProfiles from '#shared/payouts/ready-profiles.json' with { type: 'json' };
import * as queries from './payouts.accounts.queries.ts';

type Deps = Pick<Platform, 'db' | 'inTx'>;

const present = ({ shape, ...row }: queries.ProfileRow) => ({ ...shape, ...row });
const notFound = () => new NotFound('payout_profile_not_found');

/** The layouts of files, for payouts and for statements. */
export async function listProfiles({ db }: Deps) {
  return (await queries.readProfiles(db)).map(present);
}

/** Saves a layout (`id` null) or changes one; a bank has to take a file of it again before it counts as verified. */
export async function writeProfile(deps: Deps, actor: Actor, id: string | null, input: ProfileInput) {
  const { name, direction, ...shape } = input;
  if (direction === 'payout') requireWise(input);
  const written = deps.inTx(async (tx) => {
    const before = id === null ? undefined : await queries.lockProfile(tx, id);
    if (id !== null && before?.direction !== direction) throw notFound();
    const row = await queries.saveProfile(tx, { id: id ?? randomUUID(), name, direction, shape });
    if (!row) throw notFound();
    const action = before ? 'payout_profile.changed' : 'payout_profile.created';
    await recordAudit(tx, actor, action, { type: 'payout_profile', id: row.id }, { name, direction });
    return present(row);
  });
  return written.catch((error: unknown) => {
    if (isUniqueViolation(error, 'payout_profiles_name')) throw new Conflict('in_use', 'payout_profile_name_used');
    throw error;
  });
}

/** Wise needs these two columns. */
function requireWise(input: Extract<ProfileInput, { direction: 'payout' }>): void {
  if (input.template !== 'wise') return;
  const headings = input.columns.map(({ heading }) => heading);
  if (['amount', 'name'].every((heading) => headings.includes(heading))) return;
  throw new Invalid('invalid_input', 'profile_unusable', { fields: { columns: 'profile_unusable' } });
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

/** The layouts that ship with the product. No bank has taken a file of them yet: the operator verifies that. */
export async function seedProfiles({ inTx }: Deps): Promise<void> {
  await inTx(async (tx) => {
    for (const [name, shape] of Object.entries(readyProfiles))
      await queries.insertReadyProfile(tx, { name, shape: payoutShape.parse(shape) });
  });
}
