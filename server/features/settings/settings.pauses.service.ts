import type { z } from 'zod';
import type { Tx } from '#server/db/connection.ts';
import { publish } from '#server/events/publish.ts';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import { Conflict, NotFound } from '#server/lib/refusal.ts';
import type { Platform } from '#server/platform.ts';
import type * as contract from '#shared/settings/settings.contract.ts';
import type { PauseSubject } from '#shared/settings/settings.offer.ts';
import type { SettingsPorts } from './settings.ports.ts';
import { lockSettings, readSettingRows, writeSettingRow } from './settings.queries.ts';
import { mergeSettings, type Settings } from './settings.service.ts';

type Deps = Pick<Platform, 'inTx' | 'now' | 'env' | 'log'> & SettingsPorts;
type Pauses = Settings['pauses'];

/** Takes no new orders of this from now on, in every process. Refuses with conflict where it is paused already. */
export async function pauseOffer(
  deps: Deps,
  actor: Actor,
  { reason, ...wanted }: z.output<typeof contract.pauseOffer.body>,
): Promise<Pauses> {
  return changePauses(deps, actor, 'offer.paused', { ...wanted, reason }, ({ active }) => {
    if (active.some(isOf(wanted))) throw new Conflict('conflict', 'already_paused');
    return { active: [...active, { ...wanted, reason, since: deps.now().toISOString() }] };
  });
}

/** Takes new orders of it again; refuses with not_found what is not paused. */
export async function resumeOffer(deps: Deps, actor: Actor, wanted: PauseSubject): Promise<Pauses> {
  return changePauses(deps, actor, 'offer.resumed', wanted, ({ active }) => {
    if (!active.some(isOf(wanted))) throw new NotFound('pause_not_found');
    return { active: active.filter((pause) => !isOf(wanted)(pause)) };
  });
}

const isOf = (wanted: PauseSubject) => (pause: PauseSubject) =>
  pause.what === wanted.what && pause.subject === wanted.subject;

async function changePauses(
  deps: Deps,
  actor: Actor,
  action: 'offer.paused' | 'offer.resumed',
  details: PauseSubject & { reason?: string },
  change: (before: Pauses) => Pauses,
): Promise<Pauses> {
  const after = await deps.inTx(async (tx: Tx) => {
    await lockSettings(tx);
    const value = change(mergeSettings(await readSettingRows(tx), deps).pauses);
    await writeSettingRow(tx, { key: 'pauses', value, updatedBy: actor.userId });
    await recordAudit(tx, actor, action, { type: 'settings', id: 'pauses' }, details);
    await publish(tx, { kind: 'settings_changed' });
    return value;
  });
  await deps.settings.refresh();
  return after;
}
