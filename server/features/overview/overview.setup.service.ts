import { z } from 'zod';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import { sendMail } from '#server/features/mail/mail.service.ts';
import { accountById } from '#server/features/users/users.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import type { Platform } from '#server/platform.ts';
import { reviewedSteps, setupSteps, type SetupState, type SetupStep } from '#shared/overview/overview.contract.ts';
import { readSetup, writeMark } from './overview.setup.queries.ts';

type Deps = Pick<Platform, 'db' | 'env' | 'inTx'>;

const marksOf = z.record(z.string(), z.enum(['open', 'done', 'skipped'])).catch({});

/** Which steps of the set-up are done: as the data shows, or, where it cannot, as a member marked them. */
export async function setupGuideOf({ db, env }: Pick<Platform, 'db' | 'env'>, { userId }: Pick<Actor, 'userId'>) {
  const { marks, ...found } = await readSetup(db, { userId });
  const marked = marksOf.parse(marks ?? {});
  const isLive = env.rates.provider !== 'sample' && env.fx.provider !== 'sample';
  const shown: Partial<Record<SetupStep, boolean>> = { ...found, rates: found.rates && isLive };
  const stateOf = (id: SetupStep): SetupState => {
    if (shown[id]) return 'done';
    // A mark proves nothing where the data could: it may only skip such a step.
    return marked[id] === 'done' && !reviewedSteps.includes(id) ? 'open' : (marked[id] ?? 'open');
  };
  return { steps: setupSteps.map((id) => ({ id, state: stateOf(id) })) };
}

/** Marks a step as looked at or skipped, on record; the guide as it is then. */
export async function markSetupStep(deps: Deps, actor: Actor, step: SetupStep, state: SetupState) {
  await deps.inTx(async (tx) => {
    await writeMark(tx, { step, state, userId: actor.userId });
    await recordAudit(tx, actor, 'settings.setup_marked', { type: 'settings', id: 'setup' }, { step, state });
  });
  return setupGuideOf(deps, actor);
}

/** Queues a test message to the member's address; the step is done once the mail server has taken it. */
export async function sendSetupMail(deps: Deps, actor: Actor) {
  const language = (await accountById(deps.db, actor.userId))?.user.language ?? 'en';
  await deps.inTx(async (tx) => {
    const to = { userId: actor.userId, email: actor.email, language };
    await sendMail(tx, { template: 'setup_test', to, data: { path: '/admin/dashboard' }, isUrgent: true });
  });
  return setupGuideOf(deps, actor);
}
