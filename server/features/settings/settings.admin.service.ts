import type { Tx } from '#server/db/connection.ts';
import type { Env } from '#server/env/env.ts';
import { publish } from '#server/events/publish.ts';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import { PendingApproval, type Call } from '#server/http/guards/four-eyes.ts';
import { contentVersion } from '#server/http/reply.ts';
import { canonicalJson } from '#server/lib/keys.ts';
import { Conflict, wrongField } from '#server/lib/refusal.ts';
import { productVersion } from '#server/lib/version.ts';
import type { RequestDetails } from '#shared/kernel/approval-details.ts';
import { isLoosened, isSwitchingOn } from '#shared/kernel/approval.ts';
import { reasonWith } from '#shared/kernel/reason.ts';
import { entriesOf, givenOf } from '#shared/kernel/records.ts';
import type { AdminSettingsView, SettingsChange } from '#shared/settings/settings.contract.ts';
import { loosenedGuards } from '#shared/settings/settings.loosened.ts';
import type { SettingsDeps } from './settings.ports.ts';
import { lockSettings, readSettingRows, writeSettingRow } from './settings.queries.ts';
import { lacksSources, mergeSettings, type Settings } from './settings.service.ts';

/** All admin settings as stored in the database, and their version. */
export async function readForAdmin({ db, log, env }: SettingsDeps): Promise<AdminSettingsView> {
  return present(mergeSettings(await readSettingRows(db), { env, log }), env);
}

/**
 * Changes the given settings in every process. Refuses with conflict and the current ones when they are newer than
 * `version`. A rule of dual approval needs a second member to be there (second_user_needed), and their approval to be
 * loosened.
 */
export async function changeSettings(
  deps: SettingsDeps,
  actor: Actor,
  { version, ...change }: SettingsChange,
  call: Call,
): Promise<AdminSettingsView | PendingApproval> {
  const after = await deps.inTx(async (tx) => {
    await lockSettings(tx);
    const before = mergeSettings(await readSettingRows(tx), deps);
    if (version !== undefined && version !== versionOf(before)) {
      throw new Conflict('conflict', 'settings_changed', { settings: present(before, deps.env) });
    }
    const after = merged(before, change);
    assertQuorumIsNamed(deps.env, before, after);
    const pendingApproval = await askIfLoosened(tx, deps, actor, { before, after, change, call });
    return pendingApproval ?? write(tx, actor, before, after);
  });
  if (after instanceof PendingApproval) return after;
  // Other processes are notified; this one must not answer its own administrator with the old values.
  await deps.settings.refresh();
  return present(after, deps.env);
}

/** Refuses to ask for more sources than are named: nothing would be quoted any more. */
function assertQuorumIsNamed({ rates }: Pick<Env, 'rates'>, before: Settings, after: Settings): void {
  const { quorum } = after.offer.sources;
  if (quorum <= before.offer.sources.quorum || !lacksSources(rates, quorum)) return;
  throw wrongField('offer.sources.quorum', reasonWith('quorum_above_sources', { quorum, named: rates.sources.length }));
}

type Change = { before: Settings; after: Settings; change: Sections; call: Call };

async function askIfLoosened(
  tx: Tx,
  { fourEyes }: SettingsDeps,
  actor: Actor,
  { before, after, change, call }: Change,
): Promise<PendingApproval | undefined> {
  const rules = before.fourEyes;
  const newRules = change.fourEyes ?? {};
  const { payoutRelease, booksClose, ...otherRules } = newRules;
  if (isSwitchingOn(rules, otherRules)) await fourEyes.assertSecondUser(tx, actor);
  // Another member who may release payouts must exist: they are the second member of releases, and decide about months
  // of the books.
  if (isSwitchingOn(rules, { payoutRelease, booksClose }))
    await fourEyes.assertSecondUser(tx, actor, 'payouts.release');
  const guards = loosenedGuards(before, after);
  const isNeeded = isLoosened(rules, newRules) || guards.length > 0;
  const changedRules = entriesOf(newRules).filter(([key, value]) => value !== rules[key]);
  // A loosened rule and a guard have the names of their details.
  const details = Object.fromEntries([
    ...changedRules.flatMap(([key, value]) => [
      [`${key}Before`, rules[key]],
      [key, value],
    ]),
    ...guards.flatMap((guard) => [
      [`${guard.name}Before`, guard.before],
      [guard.name, guard.after],
    ]),
  ]) as RequestDetails;
  const otherSections = Object.keys(change).filter((section) => section !== 'fourEyes');
  const request = {
    kind: 'settings',
    subjectId: 'fourEyes',
    details: { ...details, ...(otherSections.length > 0 && { sections: otherSections.join(', ') }) },
    state: versionOf(before),
  } as const;
  return fourEyes.pass(tx, actor, request, call, isNeeded);
}

type Sections = Omit<SettingsChange, 'version'>;

/** The settings after a change; those it does not name stay. */
function merged(before: Settings, change: Sections): Settings {
  const sections = entriesOf(change).map(([section, newValues]) => {
    return [section, { ...before[section], ...givenOf(newValues ?? {}) }] as const;
  });
  return { ...before, ...Object.fromEntries(sections) };
}

async function write(tx: Tx, actor: Actor, before: Settings, after: Settings): Promise<Settings> {
  let isChanged = false;
  for (const [section, value] of entriesOf(after)) {
    const valuesBefore: Record<string, unknown> = before[section];
    const changedValues = Object.entries(value).filter(([key, newValue]) => !isSame(valuesBefore[key], newValue));
    if (changedValues.length === 0) continue;
    isChanged = true;
    await writeSettingRow(tx, { key: section, value, updatedBy: actor.userId });
    const from = Object.fromEntries(changedValues.map(([key]) => [key, valuesBefore[key]]));
    const details = { from, to: Object.fromEntries(changedValues) };
    await recordAudit(tx, actor, 'settings.changed', { type: 'settings', id: section }, details);
  }
  if (isChanged) await publish(tx, { kind: 'settings_changed' });
  return after;
}

function present(settings: Settings, { walletCooloffHours, rates, fx }: SettingsDeps['env']): AdminSettingsView {
  const sampleRates = [...rates.sources, ...fx.sources].includes('sample');
  return { ...settings, version: versionOf(settings), sampleRates, walletCooloffHours, productVersion };
}

/**
 * The version of the settings: equal settings have the same one, regardless of the author. A pause overtakes no editor.
 */
function versionOf({ pauses: _pauses, ...settings }: Settings): string {
  return contentVersion(canonicalJson(settings));
}

function isSame(value: unknown, otherValue: unknown): boolean {
  return canonicalJson(value) === canonicalJson(otherValue);
}
