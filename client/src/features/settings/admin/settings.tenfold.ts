import type { AdminSettings, SettingsChange } from './settings.admin.queries.ts';

type Tiers = AdminSettings['fees']['tiers'];

/** Whether a figure becomes ten times as large or as small, as when a digit or a decimal point slips; also from or to nothing. */
export function isTenfold(from: number, to: number): boolean {
  if (from === to) return false;
  const [less, more] = [Math.min(from, to), Math.max(from, to)];
  return more >= less * 10;
}

/** Whether a change of the settings moves a fee or a limit tenfold. A new fee tier is compared with the old fee at its threshold. */
export function movesTenfold(
  settings: Pick<AdminSettings, 'fees' | 'limits' | 'rules'>,
  change: SettingsChange,
): boolean {
  const { kycUsd = settings.limits.kycUsd } = change.limits ?? {};
  const { confirmAboveUsd = settings.rules.confirmAboveUsd } = change.rules ?? {};
  const tiers = change.fees?.tiers ?? [];
  return (
    isTenfold(settings.limits.kycUsd, kycUsd) ||
    isTenfold(settings.rules.confirmAboveUsd, confirmAboveUsd) ||
    tiers.some(({ overUsd, percent }) => isTenfold(percentAt(settings.fees.tiers, overUsd), percent))
  );
}

/** The percentage that an order of this value pays under these tiers. */
function percentAt(tiers: Tiers, usd: number): number {
  return tiers.findLast(({ overUsd }) => overUsd <= usd)?.percent ?? 0;
}
