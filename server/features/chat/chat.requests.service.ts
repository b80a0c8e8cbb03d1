import type { Tx } from '#server/db/connection.ts';
import { sendMail } from '#server/features/mail/mail.service.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import { insertRequest } from './chat.admin.queries.ts';

type AgentRequest = { email: string; message: string; roomId: string | null };

/** Stores a request for an agent and mails it to support; a duplicate within ten minutes is stored and mailed once. */
export async function storeRequest(
  tx: Tx,
  deps: SettingsPorts,
  request: AgentRequest,
): Promise<{ id: string; isNew: boolean }> {
  const stored = await insertRequest(tx, request);
  if (!stored.isNew) return stored;
  const to = { userId: null, email: settingsOf(deps).brand.supportEmail, language: 'en' };
  const data = { from: request.email, message: request.message };
  await sendMail(tx, { template: 'agent_request_notice', to, data });
  return stored;
}
