import type { Tx } from '#server/db/connection.ts';
import { publish } from '#server/events/publish.ts';
import {
  act,
  type ActionRow,
  type ActionsOf,
  type DeclaredAction,
} from '#server/features/audit/audit.actions.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import { Conflict, NotFound } from '#server/lib/refusal.ts';
import type { Action } from '#shared/kernel/action.ts';
import * as contract from '#shared/settings/settings.contract.ts';
import type { PauseSubject } from '#shared/settings/settings.offer.ts';
import type { SettingsDeps } from './settings.ports.ts';
import { lockSettings, readSettingRows, writeSettingRow } from './settings.queries.ts';
import { mergeSettings, type Settings } from './settings.service.ts';

type Pauses = Settings['pauses'];

const pausesRow: ActionRow<SettingsDeps, Pauses, Pauses, unknown> = {
  lock: async (tx, _, deps) => {
    await lockSettings(tx);
    return mergeSettings(await readSettingRows(tx), deps).pauses;
  },
  missing: 'pause_not_found',
  present: (pauses) => pauses,
};

const isSamePause = (wantedPauseSubject: PauseSubject) => (pause: PauseSubject) =>
  pause.what === wantedPauseSubject.what && pause.subject === wantedPauseSubject.subject;

/** Pauses new orders of this subject in every process. Refuses with conflict if it is paused already. */
const pause = act(contract.pauseOffer, pausesRow, {
  check: ({ row, body }) => {
    if (row.active.some(isSamePause(body))) throw new Conflict('conflict', 'already_paused');
  },
  apply: async ({ tx, actor, row, body, now }) => {
    const { what, subject, reason } = body;
    const pausedNow = { what, subject, reason, since: now.toISOString(), by: actor.userId };
    const activePauses = [...row.active, pausedNow];
    return {
      row: await write(tx, actor, { active: activePauses }),
      details: { what, subject, reason },
      subjectId: 'pauses',
    };
  },
});

/** Takes new orders again; refuses with not_found a subject that is not paused. */
const resume = act(contract.resumeOffer, pausesRow, {
  check: ({ row, body }) => {
    if (!row.active.some(isSamePause(body))) throw new NotFound('pause_not_found');
  },
  apply: async ({ tx, actor, row, body }) => {
    const activePauses = row.active.filter((activePause) => !isSamePause(body)(activePause));
    return { row: await write(tx, actor, { active: activePauses }), details: body, subjectId: 'pauses' };
  },
});

async function write(tx: Tx, actor: Actor, value: Pauses): Promise<Pauses> {
  await writeSettingRow(tx, { key: 'pauses', value, updatedBy: actor.userId });
  await publish(tx, { kind: 'settings_changed' });
  return value;
}

/** The events notify other processes; this one must not answer its own administrator with the old values. */
const withRefresh = <E extends Action>(action: DeclaredAction<SettingsDeps, E>): DeclaredAction<SettingsDeps, E> => ({
  ...action,
  carryOut: async (deps, ...args) => {
    const answer = await action.carryOut(deps, ...args);
    await deps.settings.refresh();
    return answer;
  },
});

/** Routes that pause offers, and take them up again. */
export const pauseActions: ActionsOf<SettingsDeps, 'rates.write'> = [withRefresh(pause), withRefresh(resume)];
