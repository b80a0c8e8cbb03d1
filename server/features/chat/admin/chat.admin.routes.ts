import type { Router } from 'express';
import { readingSearch } from '#server/db/replica.ts';
import { mountActions } from '#server/features/audit/audit.actions.service.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { createRoutes } from '#server/http/route.ts';
import type { Platform } from '#server/platform.ts';
import * as contract from '#shared/chat/chat.contract.ts';
import * as handling from '#shared/chat/chat.handling.contract.ts';
import { sendAgentFile } from '../chat.files.service.ts';
import * as chatAdmin from './chat.admin.service.ts';
import { questionActions } from './chat.question.service.ts';

/** Admin routes for conversations and agent requests; messages go over /ws. */
export function chatAdminRoutes(deps: Platform & SettingsPorts): Router {
  const { router, route } = createRoutes(deps);
  route(contract.adminListChatRooms, 'chat.answer', async ({ actor, query, reply }) => {
    const { rows, total } = await chatAdmin.listRooms(await readingSearch(deps, query.q), actor, query);
    reply.total(total);
    return rows;
  });
  route(contract.adminBeginChat, 'chat.answer', ({ actor, body }) => chatAdmin.beginChat(deps, actor, body.userId));
  route(contract.adminChatMessages, 'chat.answer', ({ params, query }) =>
    chatAdmin.messages(deps, params.roomId, query),
  );
  route(contract.adminSendChatFile, 'chat.answer', ({ actor, params, body, files }) =>
    sendAgentFile(deps, actor, { ...params, ...body, staged: files.file[0] }),
  );
  route(contract.adminCloseChatRoom, 'chat.answer', ({ actor, params }) =>
    chatAdmin.closeRoom(deps, actor, params.roomId, true),
  );
  route(contract.adminReopenChatRoom, 'chat.answer', ({ actor, params }) =>
    chatAdmin.closeRoom(deps, actor, params.roomId, false),
  );
  route(handling.assignRoom, 'chat.answer', ({ actor, params, body }) =>
    chatAdmin.assignRoom(deps, actor, params.roomId, body),
  );
  route(contract.adminListAgentRequests, 'chat.answer', async ({ query, reply }) => {
    const { rows, total } = await chatAdmin.requests(deps, query);
    reply.total(total);
    return rows;
  });
  route(contract.adminHandleAgentRequest, 'chat.answer', ({ actor, params, body }) =>
    chatAdmin.handleRequest(deps, actor, params.id, body.handled),
  );
  mountActions(route, 'orders.decide', deps, questionActions);
  return router;
}
