import { Router } from 'express';
import * as contract from '#shared/users/people.contract.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import { deleteByDesk } from './leaving.service.ts';
import * as people from './people.service.ts';

/** The desk's door to everybody with an account. */
export function usersAdminRoutes(deps: Deps): Router {
  const router = Router();
  route(router, deps, contract.listPeople, async ({ query, reply }) => {
    const { items, total } = await people.listForDesk(deps, query);
    reply.total(total);
    return items;
  });
  route(router, deps, contract.getPerson, ({ params }) => people.personForDesk(deps, params.id));
  route(router, deps, contract.editPerson, ({ actor, params, body }) =>
    people.editPerson(deps, actor, params.id, body),
  );
  route(router, deps, contract.blockPerson, ({ actor, params, body }) =>
    people.blockPerson(deps, actor, params.id, body.reason),
  );
  route(router, deps, contract.unblockPerson, ({ actor, params }) => people.unblockPerson(deps, actor, params.id));
  route(router, deps, contract.deletePerson, ({ actor, params, body }) =>
    deleteByDesk(deps, actor, params.id, body.email),
  );
  return router;
}
