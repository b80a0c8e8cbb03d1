import { Router } from 'express';
import type { OrdersPorts } from '#server/features/orders/orders.ports.ts';
import type { RatesPorts } from '#server/features/rates/rates.ports.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { route } from '#server/http/route.ts';
import type { Platform } from '#server/platform.ts';
import * as accounts from '#shared/payouts/payouts.accounts.contract.ts';
import * as batchContract from '#shared/payouts/payouts.batches.contract.ts';
import * as contract from '#shared/payouts/payouts.contract.ts';
import * as paying from './accounts/payouts.accounts.service.ts';
import * as profiles from './accounts/payouts.profiles.service.ts';
import * as batches from './batches/payouts.batches.service.ts';
import * as views from './batches/payouts.batches.view.service.ts';
import * as release from './batches/payouts.release.service.ts';
import * as lists from './list/payouts.list.service.ts';
import { approvePayout } from './payouts.approval.service.ts';
import * as changes from './payouts.changes.service.ts';

type Deps = Platform & OrdersPorts & Pick<RatesPorts, 'rates'> & SettingsPorts;

/** Payouts, their batches, and the accounts that they are paid from. */
export function payoutsAdminRoutes(deps: Deps): Router {
  const router = Router();
  route(router, deps, contract.approveForPayout, ({ actor, params, body, idempotency }) =>
    approvePayout(deps, actor, params.id, body, idempotency),
  );
  route(router, deps, contract.listPayouts, async ({ actor, query, reply }) => {
    const { payouts, total } = await lists.payoutPage(deps, actor, query);
    reply.total(total);
    return payouts;
  });
  // Before the payout by id, which would match these paths.
  route(router, deps, contract.payoutFigures, () => lists.figuresOf(deps));
  route(router, deps, contract.exportPayouts, ({ actor, query }) => lists.exportPayoutList(deps, actor, query));
  route(router, deps, contract.getPayout, ({ params }) => lists.payoutDetails(deps, params.id));
  route(router, deps, contract.holdPayout, ({ actor, params, body }) =>
    changes.holdPayout(deps, actor, params.id, body),
  );
  route(router, deps, contract.resumePayout, ({ actor, params, body }) =>
    changes.resumePayout(deps, actor, params.id, body),
  );
  route(router, deps, contract.payAgain, ({ actor, params, body }) => changes.payAgain(deps, actor, params.id, body));
  route(router, deps, contract.returnPayout, ({ actor, params, body }) =>
    changes.returnPayout(deps, actor, params.id, body),
  );
  route(router, deps, contract.settlePayout, ({ actor, params, body }) =>
    changes.settlePayout(deps, actor, params.id, body),
  );
  batchRoutes(router, deps);
  accountRoutes(router, deps);
  return router;
}

function batchRoutes(router: Router, deps: Deps): void {
  route(router, deps, batchContract.makeBatch, ({ actor, body, idempotency }) =>
    batches.makeBatch(deps, actor, body, idempotency),
  );
  route(router, deps, batchContract.listBatches, async ({ actor, query, reply }) => {
    const { batches: page, total } = await views.listBatches(deps, actor, query);
    reply.total(total);
    return page;
  });
  route(router, deps, batchContract.getBatch, ({ actor, params }) => views.batchDetails(deps, actor, params.id));
  route(router, deps, batchContract.cancelBatch, ({ actor, params }) => batches.cancelBatch(deps, actor, params.id));
  route(router, deps, batchContract.releaseBatch, ({ actor, params, body }) =>
    release.releaseBatch(deps, actor, params.id, body),
  );
  route(router, deps, batchContract.refuseBatch, ({ actor, params, body }) =>
    batches.refuseBatch(deps, actor, params.id, body),
  );
  route(router, deps, batchContract.withdrawBatch, ({ actor, params, body }) =>
    batches.withdrawBatch(deps, actor, params.id, body),
  );
  route(router, deps, batchContract.batchFile, async ({ actor, params, reply }) => {
    const { file, sha256 } = await release.batchFile(deps, actor, params.id);
    reply.header('ETag', `"${sha256}"`);
    return file;
  });
  route(router, deps, batchContract.markSent, ({ actor, params, body }) =>
    release.markSent(deps, actor, params.id, body),
  );
}

function accountRoutes(router: Router, deps: Deps): void {
  route(router, deps, accounts.listDeskAccounts, () => paying.listAccounts(deps));
  route(router, deps, accounts.addDeskAccount, ({ actor, body }) => paying.writeAccount(deps, actor, null, body));
  route(router, deps, accounts.changeDeskAccount, ({ actor, params, body }) =>
    paying.writeAccount(deps, actor, params.id, body),
  );
  route(router, deps, accounts.listProfiles, () => profiles.listProfiles(deps));
  route(router, deps, accounts.addProfile, ({ actor, body }) => profiles.writeProfile(deps, actor, null, body));
  route(router, deps, accounts.changeProfile, ({ actor, params, body }) =>
    profiles.writeProfile(deps, actor, params.id, body),
  );
  route(router, deps, accounts.removeProfile, ({ actor, params }) => profiles.removeProfile(deps, actor, params.id));
}
