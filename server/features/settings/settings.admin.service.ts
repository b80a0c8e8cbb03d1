import type { Db, Tx } from '#server/db/connection.ts';
import type { Env } from '#server/env.ts';
import { publish } from '#server/events/publish.ts';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import type { Actor } from '#server/http/actor.ts';
import { PendingApproval, type Approval, type FourEyes } from '#server/http/four-eyes.ts';
import { Conflict } from '#server/http/refusal.ts';
import { canonicalJson } from '#server/lib/canonical-json.ts';
import { contentVersion } from '#server/lib/content-version.ts';
import type { Reporter } from '#server/log.ts';
import { productVersion } from '#server/version.ts';
import { isLoosened, isSwitchingOn, type FourEyesRules } from '#shared/kernel/approval.ts';
import type { AdminSettingsView, SettingsChange } from '#shared/settings/settings.contract.ts';
import { settingsInput } from '#shared/settings/settings.input.ts';
import { lockSettings, readSettingRows, writeSettingRow } from './settings.queries.ts';
import { mergeSettings, type Settings, type SettingsCache } from './settings.service.ts';

type SettingsAdminDeps = {
  db: Db;
  inTx: <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>;
  log: Pick<Reporter, 'error'>;
  settings: SettingsCache;
  env: Pick<Env, 'walletCooloffHours' | 'rates' | 'fx'>;
};
type SettingsWriteDeps = SettingsAdminDeps & { fourEyes: FourEyes };

/** All admin settings as stored in the database, and their version. */
export async function readForAdmin({ db, log, env }: SettingsAdminDeps): Promise<AdminSettingsView> {
  return present(mergeSettings(await readSettingRows(db), log), env);
}

/**
 * Changes the given settings, in effect in every process at once. Refuses with conflict and the current settings when
 * they are newer than the editor's `version`. A rule of four eyes is switched on only where a second member is there
 * (second_user_needed), and loosened only with their `approval`.
 */
export async function changeSettings(
  deps: SettingsWriteDeps,
  actor: Actor,
  { version, ...change }: SettingsChange,
  approval?: Approval,
): Promise<AdminSettingsView | PendingApproval> {
  const after = await deps.inTx(async (tx) => {
    await lockSettings(tx);
    const before = mergeSettings(await readSettingRows(tx), deps.log);
    if (version !== undefined && version !== versionOf(before)) {
      const reason = 'settings_changed';
      throw new Conflict('conflict', reason, { settings: present(before, deps.env) });
    }
    const pending = await askIfLoosened(tx, deps, actor, { before, change, approval });
    return pending ?? write(tx, actor, before, change);
  });
  if (after instanceof PendingApproval) return after;
  // Other processes are notified; this one must not answer its own administrator with the old values.
  await deps.settings.refresh();
  return present(after, deps.env);
}

/** Carries out the change that a second member has approved. Refuses as changeSettings. */
export async function changeApproved(deps: SettingsWriteDeps, actor: Actor, approval: Approval): Promise<unknown> {
  return changeSettings(deps, actor, settingsInput.parse(approval.input), approval);
}

type Change = { before: Settings; change: Sections; approval: Approval | undefined };

async function askIfLoosened(
  tx: Tx,
  { fourEyes }: SettingsWriteDeps,
  actor: Actor,
  { before, change, approval }: Change,
): Promise<PendingApproval | undefined> {
  const rules = before.fourEyes;
  const wanted = change.fourEyes ?? {};
  if (isSwitchingOn(rules, wanted)) await fourEyes.requireSecondUser(tx, actor);
  if (!approval && !isLoosened(rules, wanted)) return undefined;
  const changed = Object.entries(wanted).filter(([key, value]) => value !== rules[key as keyof FourEyesRules]);
  const facts = Object.fromEntries(
    changed.flatMap(([key, value]) => [
      [`${key}Before`, rules[key as keyof FourEyesRules]],
      [key, value],
    ]),
  );
  const others = Object.keys(change).filter((section) => section !== 'fourEyes');
  const request = {
    kind: 'settings',
    subjectId: 'fourEyes',
    facts: { ...facts, ...(others.length > 0 && { sections: others.join(', ') }) },
    input: change,
    state: versionOf(before),
  } as const;
  return fourEyes.pass(tx, actor, request, approval);
}

type Sections = Omit<SettingsChange, 'version'>;

async function write(tx: Tx, actor: Actor, before: Settings, change: Sections): Promise<Settings> {
  let after = before;
  for (const [section, wanted] of Object.entries(change) as [keyof Sections, object | undefined][]) {
    const was: Record<string, unknown> = before[section];
    const changed = Object.entries(wanted ?? {}).filter(
      ([key, value]) => value !== undefined && !isSame(was[key], value),
    );
    if (changed.length === 0) continue;
    const value = { ...was, ...Object.fromEntries(changed) };
    after = { ...after, [section]: value };
    await writeSettingRow(tx, { key: section, value, updatedBy: actor.userId });
    const from = Object.fromEntries(changed.map(([key]) => [key, was[key]]));
    const details = { from, to: Object.fromEntries(changed) };
    await recordAudit(tx, actor, 'settings.changed', { type: 'settings', id: section }, details);
  }
  if (after !== before) await publish(tx, { kind: 'settings_changed' });
  return after;
}

function present(settings: Settings, { walletCooloffHours, rates, fx }: SettingsAdminDeps['env']): AdminSettingsView {
  const sampleRates = [rates.provider, fx.provider].includes('sample');
  return { ...settings, version: versionOf(settings), sampleRates, walletCooloffHours, productVersion };
}

/** The version of the settings: equal settings have the same one, regardless of the author. */
function versionOf(settings: Settings): string {
  return contentVersion(canonicalJson(settings));
}

function isSame(one: unknown, other: unknown): boolean {
  return canonicalJson(one) === canonicalJson(other);
}
