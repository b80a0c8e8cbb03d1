import { Router } from 'express';
import type { UsersPorts } from '#server/features/users/users.ports.ts';
import { route } from '#server/http/route.ts';
import type { Platform } from '#server/platform.ts';
import * as contract from '#shared/notes/notes.contract.ts';
import { changeNote } from './notes.service.ts';
import * as ofUsers from './notes.users.service.ts';

type Deps = Platform & UsersPorts;

/** Notes, tags and assignment of users; notes of any kind are changed here. */
export function notesAdminRoutes(deps: Deps): Router {
  const router = Router();
  route(router, deps, contract.listUserNotes, ({ params }) => ofUsers.notesOfUser(deps, params.id));
  route(router, deps, contract.addUserNote, ({ actor, params, body }) =>
    ofUsers.noteUser(deps, actor, params.id, body),
  );
  route(router, deps, contract.editNote, ({ actor, params, body }) => changeNote(deps, actor, params.id, body));
  route(router, deps, contract.assignUser, ({ actor, params, body }) =>
    ofUsers.assignUser(deps, actor, params.id, body.userId),
  );
  route(router, deps, contract.tagUser, ({ actor, params, body }) =>
    ofUsers.tagUser(deps, actor, params.id, body.tags),
  );
  return router;
}
