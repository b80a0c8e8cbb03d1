import { Router } from 'express';
import * as contract from '#shared/chat/chat.contract.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import * as desk from './chat.desk.service.ts';

/** The desk's door to conversations and to those who asked for a person; messages themselves go over /ws. */
export function chatAdminRoutes(deps: Deps): Router {
  const router = Router();
  route(router, deps, contract.adminListChatRooms, async ({ query, reply }) => {
    const { rows, total } = await desk.rooms(deps, query);
    reply.total(total);
    return rows;
  });
  route(router, deps, contract.adminChatMessages, ({ params, query }) => desk.messages(deps, params.roomId, query));
  route(router, deps, contract.adminCloseChatRoom, ({ actor, params }) =>
    desk.closeRoom(deps, actor, params.roomId, true),
  );
  route(router, deps, contract.adminReopenChatRoom, ({ actor, params }) =>
    desk.closeRoom(deps, actor, params.roomId, false),
  );
  route(router, deps, contract.adminReadChatNote, ({ params }) => desk.readNote(deps, params.roomId));
  route(router, deps, contract.adminWriteChatNote, ({ actor, params, body }) =>
    desk.writeNote(deps, actor, params.roomId, body.text),
  );
  route(router, deps, contract.adminListAgentRequests, async ({ query, reply }) => {
    const { rows, total } = await desk.requests(deps, query);
    reply.total(total);
    return rows;
  });
  route(router, deps, contract.adminHandleAgentRequest, ({ actor, params, body }) =>
    desk.handleRequest(deps, actor, params.id, body.handled),
  );
  return router;
}
