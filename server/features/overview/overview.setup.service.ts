import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { settingsOf, shippedSettings } from '#server/features/settings/settings.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import type { Platform } from '#server/platform.ts';
import { setupSteps, type SetupStep } from '#shared/overview/overview.contract.ts';
import { readSetup } from './overview.setup.queries.ts';

/** Which steps of the set-up are done: hours and fees once saved, as even the defaults have to be reviewed. */
export async function setupGuideOf({ db, env, ...deps }: Pick<Platform, 'db' | 'env'> & SettingsPorts, actor: Actor) {
  const found = await readSetup(db, actor.userId);
  const { brand } = settingsOf(deps);
  const shipped = shippedSettings(env).brand;
  const done: Record<SetupStep, boolean> = {
    secondFactor: found.secondFactor,
    brand: brand.name !== shipped.name,
    supportEmail: brand.supportEmail !== shipped.supportEmail,
    hours: found.hoursSaved,
    addresses: found.ownAddresses,
    accounts: found.ownAccounts,
    rates: env.rates.provider !== 'sample' && env.fx.provider !== 'sample',
    fees: found.feesSaved,
    testOrder: found.paidOut,
  };
  return { steps: setupSteps.map((id) => ({ id, isDone: done[id] })) };
}
