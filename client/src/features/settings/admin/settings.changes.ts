import type { FieldPath } from 'react-hook-form';
import type { AdminSettings, SettingsChange } from './settings.admin.queries.ts';
import type { FieldSpec, SettingsPart, SettingsText, SettingsValues } from './settings.fields.ts';
import { sections, type SectionSpec } from './settings.sections.ts';

/** Parts of the settings by name, each with its values by name. */
type Parts = Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>;

/** These parts of the settings as the initial values of a form. */
export function partsOf(settings: Pick<AdminSettings, SettingsPart>, parts: readonly SettingsPart[]): SettingsValues {
  // The times of a check and a payout have no field: they follow from the promised hours.
  const { check: _check, payout: _payout, ...times } = settings.times;
  const editableSettings = { ...settings, times };
  return Object.fromEntries(parts.map((part) => [part, editableSettings[part]]));
}

/** The values of `after` that differ from those of `before`; an unchanged part is left out. */
export function changeOf(before: Parts, after: Parts): SettingsChange {
  const parts = Object.entries(after).map(([part, values = {}]) => {
    const changedEntries = Object.entries(values).filter(([key, value]) => !isSame(value, before[part]?.[key]));
    return [part, Object.fromEntries(changedEntries)] as const;
  });
  return Object.fromEntries(parts.filter(([, part]) => Object.keys(part).length > 0));
}

/** Each setting of a change by its path, such as `limits.kycUsd`, with its value before and after. */
export function changedSettings(
  settings: AdminSettings,
  change: Parts,
): { path: string; from: unknown; to: unknown }[] {
  const before: Parts = partsOf(settings, allParts);
  return Object.entries(change).flatMap(([part, values = {}]) =>
    Object.entries(values).map(([key, to]) => ({ path: `${part}.${key}`, from: before[part]?.[key], to })),
  );
}

const isSame = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right);

/** The settings that are entered in several fields, with their common label. */
const groups = {
  'deposits.finality': 'field.finality',
  'payouts.feeTolerance': 'field.feeTolerance',
  'landing.stats': 'field.stats',
  'landing.testimonials': 'field.testimonials',
} as const satisfies Partial<Record<FieldPath<SettingsValues>, SettingsText>>;

const allSections = Object.values<SectionSpec>(sections);
const allParts = allSections.flatMap(({ parts }) => parts);
const fieldsByName = new Map<string, FieldSpec>(
  allSections.flatMap(({ fields }) => fields.map((field) => [field.name, field] as const)),
);
const groupLabels = new Map<string, SettingsText>(Object.entries(groups));

/** The label of the setting at this path, such as `limits.kycUsd`; undefined if no section has it. */
export function settingLabel(path: string): SettingsText | undefined {
  return groupLabels.get(path) ?? fieldsByName.get(path)?.label;
}

/** The label of a value of the setting at this path; undefined if the setting has no list of values. */
export function choiceLabel(path: string, value: unknown): SettingsText | undefined {
  const field = fieldsByName.get(path);
  return field?.kind === 'select' ? Object.entries(field.options).find(([option]) => option === value)?.[1] : undefined;
}

type Tiers = AdminSettings['fees']['tiers'];

/**
 * True if the larger of two numbers is at least ten times the smaller one, as after a mistyped digit or decimal point.
 */
function isTenfold(from: number, to: number): boolean {
  if (from === to) return false;
  return Math.max(from, to) >= Math.min(from, to) * 10;
}

/** True if a change moves a fee or a limit tenfold. A new fee tier is compared with the old fee at its threshold. */
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
