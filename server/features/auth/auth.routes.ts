import { setTimeout as pause } from 'node:timers/promises';
import type { Router } from 'express';
import type { RequestInfo } from '#server/http/request.ts';
import { createRoutes } from '#server/http/route.ts';
import { toWireRow } from '#server/lib/wire.ts';
import * as contract from '#shared/auth/auth.contract.ts';
import { safeReturnTo } from '#shared/auth/auth.return-to.ts';
import { stopRemovalByLink } from './auth.care.service.ts';
import type { AuthDeps } from './auth.ports.ts';
import { presentIssued, presentRegistered, presentSessionUser, presentSignedIn } from './auth.present.ts';
import { currentUser, extendSession, signIn, signOut } from './auth.service.ts';
import { confirmAddress, register, resendCode } from './codes/auth.registration.service.ts';
import { requestPasswordReset, resetPassword } from './codes/auth.reset.service.ts';
import type { Caller } from './sessions/auth.keys.ts';

/** Endpoints for registration, sessions, passwords, devices and second factors. */
export function authRoutes(deps: AuthDeps): Router {
  const { router, route } = createRoutes(deps);

  route(contract.register, 'public', async ({ body, request }) =>
    presentRegistered(await register(deps, body, callerOf(request))),
  );
  route(contract.verifyOtp, 'public', async ({ body, request }) =>
    presentSignedIn(await confirmAddress(deps, body, callerOf(request)), 'Email verified successfully.'),
  );
  route(contract.resendOtp, 'public', async ({ body }) => {
    const code = await withMinDuration(resendCode(deps, body));
    return { message: 'A new code is on its way to your email.', ...presentIssued(code) };
  });
  route(contract.login, 'public', async ({ body, request }) =>
    presentSignedIn(await signIn(deps, body, callerOf(request)), 'Login successful.'),
  );
  route(contract.logout, 'public', async ({ actor }) => {
    if (actor) await signOut(deps, actor);
    return { message: 'You are signed out.' };
  });
  route(contract.extendSession, 'customer', async ({ actor }) => toWireRow(await extendSession(deps, actor)));
  route(contract.currentUser, 'customer', async ({ actor }) => {
    const { account, endsAt, now } = await currentUser(deps, actor);
    return {
      ...presentSessionUser(account, actor.may),
      ...toWireRow({ sessionExpiresAt: endsAt, serverTime: now }),
      fourEyes: actor.role !== 'customer' && (await deps.fourEyes.isUsed(deps.db)),
    };
  });
  route(contract.forgotPassword, 'public', async ({ body }) => {
    await withMinDuration(requestPasswordReset(deps, body.email));
    return { message: 'If there is an account with this address, a link to set a new password is on its way.' };
  });
  route(contract.resetPassword, 'public', async ({ body, request }) => {
    const deviceToken = await resetPassword(deps, body, callerOf(request));
    return { message: 'Your password has been changed. Please log in with the new one.', deviceToken };
  });

  route(contract.stopFactorRemovalByLink, 'public', ({ body }) => stopRemovalByLink(deps, body.token));

  route(contract.loginPage, 'public', ({ query }) => signInScreen(query.next));
  route(contract.authPage, 'public', ({ query }) => signInScreen(query.next));
  route(contract.logoutPage, 'public', () => '/sign-out');
  return router;
}

function callerOf(request: RequestInfo): Caller {
  const { id, ip, userAgent } = request;
  return { ip, userAgent, requestId: id, devices: request.header('x-device') };
}

/** The query's `next` is preserved only if it leads to a screen of this site. */
function signInScreen(nextPath: string | undefined): string {
  const returnTo = safeReturnTo(nextPath);
  return returnTo ? `/login?next=${encodeURIComponent(returnTo)}` : '/login';
}

const minResponseMs = 150;

/** Only a known address causes a mail: without this, the response time would reveal which addresses are known. */
async function withMinDuration<Result>(work: Promise<Result>): Promise<Result> {
  const [outcome] = await Promise.allSettled([work, pause(minResponseMs)]);
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}
