import { z } from 'zod';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import { sendMail } from '#server/features/mail/mail.service.ts';
import { sourceStates } from '#server/features/rates/rates.service.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { settingsOf, shippedSettings, type Settings } from '#server/features/settings/settings.service.ts';
import { accountById } from '#server/features/users/users.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import { canonicalJson } from '#server/lib/keys.ts';
import type { Platform } from '#server/platform.ts';
import { reviewedSteps, setupSteps, type SetupState, type SetupStep } from '#shared/overview/overview.contract.ts';
import type { OverviewDeps } from './overview.ports.ts';
import { readSetup, writeMark } from './overview.setup.queries.ts';

const marksOf = z.record(z.string(), z.enum(['open', 'done', 'skipped'])).catch({});

/**
 * Returns the steps of the setup that are done: by the data or, if the data cannot show it, because a member marked
 * them.
 */
export async function setupGuideOf(deps: OverviewDeps, { userId }: Pick<Actor, 'userId'>) {
  const { db, prices } = deps;
  const [{ marks, sampleAddresses, sampleAccounts, ...setupRow }, sources] = await Promise.all([
    readSetup(db, { userId }),
    sourceStates(db, prices),
  ]);
  const storedMarks = marksOf.parse(marks ?? {});
  const isLive = sources.some(({ state }) => state === 'ok');
  const stepStates: Partial<Record<SetupStep, boolean>> = { ...setupRow, ...ownSettings(deps), rates: isLive };
  const stateOf = (id: SetupStep): SetupState => {
    if (stepStates[id]) return 'done';
    // A mark counts only where the data cannot prove a step: elsewhere it may only skip the step.
    return storedMarks[id] === 'done' && !reviewedSteps.includes(id) ? 'open' : (storedMarks[id] ?? 'open');
  };
  return {
    steps: setupSteps.map((id) => ({ id, state: stateOf(id) })),
    samples: { addresses: sampleAddresses, accounts: sampleAccounts },
  };
}

/** The steps whose settings are others than those that ship with the product. */
function ownSettings({ settings, env }: SettingsPorts & Pick<Platform, 'env'>): Partial<Record<SetupStep, boolean>> {
  const now = settingsOf({ settings });
  const shippedDefaults = shippedSettings(env);
  const payoutRules = ({ offer: { others, currencies } }: Settings) => ({ others, currencies });
  const isOwn = (ownValue: unknown, otherValue: unknown) => canonicalJson(ownValue) !== canonicalJson(otherValue);
  return {
    brand: isOwn(now.brand, shippedDefaults.brand),
    fees: isOwn(now.fees, shippedDefaults.fees),
    currencies: isOwn(payoutRules(now), payoutRules(shippedDefaults)),
  };
}

/** Marks a step of the setup as seen or skipped, with an audit entry; returns the guide after that. */
export async function markSetupStep(deps: OverviewDeps, actor: Actor, step: SetupStep, state: SetupState) {
  await deps.inTx(async (tx) => {
    await writeMark(tx, { step, state, userId: actor.userId });
    await recordAudit(tx, actor, 'settings.setup_marked', { type: 'settings', id: 'setup' }, { step, state });
  });
  return setupGuideOf(deps, actor);
}

/** Queues a test message to the member's address; the step is done once the mail server has taken it. */
export async function sendSetupMail(deps: OverviewDeps, actor: Actor) {
  const language = (await accountById(deps.db, actor.userId))?.user.language ?? 'en';
  await deps.inTx(async (tx) => {
    const to = { userId: actor.userId, email: actor.email, language };
    await sendMail(tx, { template: 'setup_test', to, data: { path: '/admin/dashboard' }, isUrgent: true });
  });
  return setupGuideOf(deps, actor);
}
