import type { Router } from 'express';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { createRoutes } from '#server/http/route.ts';
import type { Platform } from '#server/platform.ts';
import * as contract from '#shared/chat/chat.contract.ts';
import { requestAgent } from './admin/chat.admin.service.ts';
import { sendCustomerFile } from './chat.files.service.ts';
import { agentPresence } from './live/chat.presence.ts';

/** Access of visitors and customers to an agent: availability, a request when none is online, and files. */
export function chatRoutes(deps: Platform & SettingsPorts): Router {
  const { router, route } = createRoutes(deps);
  route(contract.getAgentStatus, 'public', () => agentPresence(deps));
  route(contract.requestAgent, 'public', ({ actor, body }) => requestAgent(deps, actor, body));
  route(contract.sendChatFile, 'customer', ({ actor, body: { roomId: label, ...sentFile }, files, request }) =>
    sendCustomerFile(deps, actor, { ...sentFile, label, staged: files.file[0], ip: request.ip }),
  );
  return router;
}
