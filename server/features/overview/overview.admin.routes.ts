import type { Router } from 'express';
import { mountActions } from '#server/features/audit/audit.actions.service.ts';
import type { ChainsPorts } from '#server/features/chains/chains.ports.ts';
import type { RatesPorts } from '#server/features/rates/rates.ports.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import type { WalletsPorts } from '#server/features/wallets/wallets.ports.ts';
import { createRoutes } from '#server/http/route.ts';
import type { Platform } from '#server/platform.ts';
import * as contract from '#shared/overview/overview.contract.ts';
import { sampleActions } from './overview.samples.service.ts';
import { overviewOf } from './overview.service.ts';
import { markSetupStep, sendSetupMail, setupGuideOf } from './overview.setup.service.ts';

/** Endpoints for the overview and the setup guide. */
export function overviewAdminRoutes(deps: Platform & ChainsPorts & RatesPorts & SettingsPorts & WalletsPorts): Router {
  const { router, route } = createRoutes(deps);
  route(contract.overview, 'orders.read', ({ actor, query }) => overviewOf(deps, actor, query.days));
  route(contract.setupGuide, 'settings.write', ({ actor }) => setupGuideOf(deps, actor));
  route(contract.markSetup, 'settings.write', ({ actor, params, body }) =>
    markSetupStep(deps, actor, params.step, body.state),
  );
  route(contract.sendTestMail, 'settings.write', ({ actor }) => sendSetupMail(deps, actor));
  mountActions(route, 'wallets.write', deps, sampleActions);
  return router;
}
