import type { Router } from 'express';
import { createRoutes } from '#server/http/route.ts';
import * as contract from '#shared/auth/auth.account.contract.ts';
import * as account from './auth.account.service.ts';
import { stopOwnRemoval } from './auth.care.service.ts';
import type { AuthDeps } from './auth.ports.ts';
import { presentFactor, presentIssued, presentSession } from './auth.present.ts';
import * as factor from './second-factor/auth.second-factor.service.ts';

/** Password, address, devices and second factor of the signed-in user, customer or admin. */
export function authAccountRoutes(deps: AuthDeps): Router {
  const { router, route } = createRoutes(deps);

  route(contract.changePassword, 'customer', async ({ actor, body, request }) => ({
    endedSessions: await account.choosePassword(deps, actor, body, request.ip),
    message: 'Your password has been changed. Other devices were signed out.',
  }));
  route(contract.requestEmailChange, 'customer', async ({ actor, body, request }) => {
    const code = await account.requestEmailChange(deps, actor, body, request.ip);
    return { message: 'We have sent a code to the new address.', email: body.email, ...presentIssued(code) };
  });
  route(contract.confirmEmailChange, 'customer', async ({ actor, body }) => {
    await account.confirmEmailChange(deps, actor, body);
    return { message: 'Your email address has been changed.', email: body.email };
  });

  route(contract.listSessions, 'customer', async ({ actor }) =>
    (await account.listSessions(deps, actor)).map((session) => presentSession(session, actor.sessionId)),
  );
  route(contract.endSession, 'customer', ({ actor, params }) => account.endSession(deps, actor, params.id));
  route(contract.endOtherSessions, 'customer', async ({ actor, query }) => ({
    endedSessions: await account.endSessions(deps, actor, query.all === '1'),
  }));

  route(contract.secondFactor, 'customer', async ({ actor }) =>
    presentFactor(await factor.secondFactorState(deps, actor)),
  );
  route(contract.beginSecondFactor, 'customer', ({ actor, body, request }) =>
    factor.beginSecondFactor(deps, actor, body.password, request.ip),
  );
  route(contract.confirmSecondFactor, 'customer', async ({ actor, body }) => ({
    recoveryCodes: await factor.confirmSecondFactor(deps, actor, body.code),
  }));
  route(contract.renewRecoveryCodes, 'customer', async ({ actor, body, request }) => ({
    recoveryCodes: await factor.renewRecoveryCodes(deps, actor, body, request.ip),
  }));
  route(contract.endSecondFactor, 'customer', ({ actor, body, request }) =>
    factor.endSecondFactor(deps, actor, body, request.ip),
  );

  route(contract.stopFactorRemoval, 'customer', ({ actor }) => stopOwnRemoval(deps, actor));

  route(contract.downloadOwnData, 'customer', async ({ actor, body, request }) => {
    const personalData = await account.exportOwnData(deps, actor, body, request.ip);
    const bytes = Buffer.from(JSON.stringify(personalData, null, 2));
    return { bytes, size: bytes.length, type: 'application/json', downloadName: 'my-data.json', inline: false };
  });
  route(contract.closeAccount, 'customer', ({ actor, body, request }) =>
    account.closeAccount(deps, actor, body, request.ip),
  );
  return router;
}
