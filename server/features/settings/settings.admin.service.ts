import { createHash } from 'node:crypto';
import type { Db, Tx } from '#server/db/connection.ts';
import type { Env } from '#server/env.ts';
import { publish } from '#server/events/publish.ts';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import type { Actor } from '#server/http/actor.ts';
import { Conflict } from '#server/http/refusal.ts';
import type { Reporter } from '#server/log.ts';
import { productVersion } from '#server/version.ts';
import type { AdminSettingsView, SettingsChange } from '#shared/settings/settings.contract.ts';
import { lockSettings, readSettingRows, writeSettingRow } from './settings.queries.ts';
import { mergeSettings, type Settings, type SettingsCache } from './settings.service.ts';

type SettingsAdminDeps = {
  db: Db;
  inTx: <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>;
  log: Pick<Reporter, 'error'>;
  settings: SettingsCache;
  env: Pick<Env, 'walletCooloffHours' | 'rates' | 'fx'>;
};

/** All admin settings as stored in the database, and their version. */
export async function readForAdmin({ db, log, env }: SettingsAdminDeps): Promise<AdminSettingsView> {
  return present(mergeSettings(await readSettingRows(db), log), env);
}

/**
 * Changes the given settings, in effect in every process at once. Refuses with conflict and the current settings when
 * they are newer than the editor's `version`.
 */
export async function changeSettings(
  deps: SettingsAdminDeps,
  actor: Actor,
  { version, ...change }: SettingsChange,
): Promise<AdminSettingsView> {
  const after = await deps.inTx(async (tx) => {
    await lockSettings(tx);
    const before = mergeSettings(await readSettingRows(tx), deps.log);
    if (version !== undefined && version !== versionOf(before)) {
      const reason = 'settings_changed';
      throw new Conflict('conflict', reason, { settings: present(before, deps.env) });
    }
    return write(tx, actor, before, change);
  });
  // Others hear of it; this process must not answer its own administrator with what was.
  await deps.settings.refresh();
  return present(after, deps.env);
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
  return createHash('sha256').update(canonical(settings)).digest('base64url').slice(0, 22);
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );
}

function isSame(one: unknown, other: unknown): boolean {
  return canonical(one) === canonical(other);
}
