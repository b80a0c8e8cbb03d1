import type { Router } from 'express';
import { mountActions } from '#server/features/audit/audit.actions.service.ts';
import type { UsersPorts } from '#server/features/users/users.ports.ts';
import { createRoutes } from '#server/http/route.ts';
import type { Platform } from '#server/platform.ts';
import * as contract from '#shared/notes/notes.contract.ts';
import { changeNote, listNotes, writeNote } from './notes.service.ts';
import { handlingActions } from './notes.users.service.ts';

/** Notes on users, orders and conversations; tags and assignment of users. */
export function notesAdminRoutes(deps: Platform & UsersPorts): Router {
  const { router, route } = createRoutes(deps);
  route(contract.listUserNotes, 'users.read', ({ params }) => listNotes(deps, { kind: 'user', id: params.id }));
  route(contract.listOrderNotes, 'orders.read', ({ params }) => listNotes(deps, { kind: 'order', id: params.id }));
  route(contract.listRoomNotes, 'chat.answer', ({ params }) => listNotes(deps, { kind: 'room', id: params.roomId }));
  route(contract.addUserNote, 'notes.write', ({ actor, params, body }) =>
    writeNote(deps, actor, { kind: 'user', id: params.id }, body),
  );
  route(contract.addOrderNote, 'notes.write', ({ actor, params, body }) =>
    writeNote(deps, actor, { kind: 'order', id: params.id }, body),
  );
  route(contract.addRoomNote, 'notes.write', ({ actor, params, body }) =>
    writeNote(deps, actor, { kind: 'room', id: params.roomId }, body),
  );
  route(contract.editNote, 'notes.write', ({ actor, params, body }) => changeNote(deps, actor, params.id, body));
  mountActions(route, 'notes.write', deps, handlingActions);
  return router;
}
