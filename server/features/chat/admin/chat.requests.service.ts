import type { Tx } from '#server/db/connection.ts';
import { lockName } from '#server/db/locks.ts';
import { enqueue } from '#server/features/jobs/jobs.service.ts';
import { sendMail } from '#server/features/mail/mail.service.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import { insertRequest } from './chat.admin.queries.ts';
import { findNextRequestMail, takeUnmailedRequests } from './chat.requests.queries.ts';

type AgentRequest = { email: string; message: string; roomId: string | null };

/** More addresses and messages are only counted in a digest; all of them are on the screen. */
const maxInDigest = 20;

/** Stores a request for an agent and mails it: at once, then one digest for each room and ten minutes. */
export async function storeRequest(
  tx: Tx,
  deps: SettingsPorts,
  request: AgentRequest,
): Promise<{ id: string; isNew: boolean }> {
  const { roomId } = request;
  await lockName(tx, `agent-requests of ${roomId}`);
  const stored = await insertRequest(tx, request);
  if (!stored.isNew) return stored;
  const nextAt = await findNextRequestMail(tx, roomId);
  if (!nextAt) await mailRequests(tx, deps, roomId);
  else await enqueue(tx, 'chat.mail-requests', { roomId }, { runAt: nextAt, key: `agent requests ${roomId}` });
  return stored;
}

/** Mails the requests of a room that were not mailed yet as one; nothing when there are none. */
export async function mailRequests(tx: Tx, deps: SettingsPorts, roomId: string | null): Promise<void> {
  const requests = await takeUnmailedRequests(tx, roomId);
  if (requests.length === 0) return;
  const left = requests.length - maxInDigest;
  const shown = requests.slice(0, maxInDigest);
  const more = left > 0 ? [`+ ${left}`] : [];
  const from = [...new Set(shown.map(({ email }) => email)), ...more].join(', ');
  const message = [...shown.map(({ message }) => message), ...more].join('\n\n');
  const to = { userId: null, email: settingsOf(deps).brand.supportEmail, language: 'en' };
  await sendMail(tx, { template: 'agent_request_notice', to, data: { from, message } });
}
