import { raiseCutLogAlarm } from '#server/features/alarms/alarms.service.ts';
import { assertEnoughSources } from '#server/features/settings/settings.service.ts';
import type { Composition } from './compose.ts';
import { alarmsJobs } from './features/alarms/alarms.jobs.ts';
import { approvalsJobs } from './features/approvals/approvals.jobs.ts';
import { createCheckpointing } from './features/audit/audit.checkpointing.ts';
import { authJobs } from './features/auth/auth.jobs.ts';
import { blogJobs } from './features/blog/blog.jobs.ts';
import { seedArticles } from './features/blog/blog.service.ts';
import { booksJobs } from './features/books/books.jobs.ts';
import { chainsJobs } from './features/chains/chains.jobs.ts';
import { createChainWatcher } from './features/chains/chains.watcher.ts';
import { chatJobs } from './features/chat/chat.jobs.ts';
import { depositSourcesJobs } from './features/deposit-sources/deposit-sources.jobs.ts';
import { depositsJobs } from './features/deposits/deposits.jobs.ts';
import { seedExchange } from './features/fiat-exchange/fiat-exchange.currencies.service.ts';
import { fiatExchangeJobs } from './features/fiat-exchange/fiat-exchange.jobs.ts';
import { filesJobs } from './features/files/files.jobs.ts';
import { importsJobs } from './features/imports/imports.jobs.ts';
import { jobsJobs } from './features/jobs/jobs.jobs.ts';
import { startJobs, type Jobs } from './features/jobs/jobs.runner.ts';
import type { FeatureJobs } from './features/jobs/jobs.service.ts';
import { kycJobs } from './features/kyc/kyc.jobs.ts';
import { mailJobs } from './features/mail/mail.jobs.ts';
import { shareWhenWritten } from './features/mail/notices/notices.service.ts';
import { newsletterJobs } from './features/newsletter/newsletter.jobs.ts';
import { offersJobs } from './features/offers/offers.jobs.ts';
import { ordersJobs } from './features/orders/orders.jobs.ts';
import { seedSampleMethods } from './features/payment-methods/payment-methods.service.ts';
import { seedProfiles } from './features/payouts/accounts/payouts.profiles.service.ts';
import { payoutsJobs } from './features/payouts/payouts.jobs.ts';
import { ratesJobs } from './features/rates/rates.jobs.ts';
import { initializeRates } from './features/rates/rates.service.ts';
import { sellJobs } from './features/sell/sell.jobs.ts';
import { settlementsJobs } from './features/settlements/settlements.jobs.ts';
import { teamJobs } from './features/team/team.jobs.ts';
import { usersJobs } from './features/users/users.jobs.ts';
import { walletsJobs } from './features/wallets/wallets.jobs.ts';
import { seedSampleWallets } from './features/wallets/wallets.service.ts';
import { idempotencyJobs } from './http/guards/idempotency.jobs.ts';

export type Background = { start: () => Promise<void>; close: () => Promise<void> };

function jobsByFeature(): readonly FeatureJobs<Composition>[] {
  return [
    filesJobs,
    usersJobs,
    mailJobs,
    jobsJobs,
    alarmsJobs,
    authJobs,
    teamJobs,
    kycJobs,
    approvalsJobs,
    ratesJobs,
    chainsJobs,
    walletsJobs,
    depositSourcesJobs,
    ordersJobs,
    sellJobs,
    fiatExchangeJobs,
    depositsJobs,
    settlementsJobs,
    payoutsJobs,
    importsJobs,
    offersJobs,
    blogJobs,
    newsletterJobs,
    chatJobs,
    booksJobs,
    idempotencyJobs,
  ];
}

/** Starts listening, fills the in-memory caches, then works; stops in the opposite order. */
export function createBackground(deps: Composition): Background {
  let jobs: Jobs | undefined;
  const checkpointing = createCheckpointing({ ...deps, onCut: (head) => raiseCutLogAlarm(deps, head) });
  const chains = createChainWatcher(deps);
  return {
    start: async () => {
      // The check runs before any work, because a restored copy does almost none.
      await deps.installation.start();
      await deps.events.start();
      await deps.settings.refresh();
      assertEnoughSources(deps);
      await initializeRates(deps);
      await seedSampleWallets(deps);
      await seedExchange(deps);
      await seedSampleMethods(deps);
      await seedProfiles(deps);
      await seedArticles(deps);
      const { log, now, database, installation } = deps;
      const isCopy = () => installation.copy !== undefined;
      jobs = await startJobs({ url: database.url, log, now, deps: deps, features: jobsByFeature(), isCopy });
      shareWhenWritten(deps);
      checkpointing.start();
      chains.start();
    },
    close: async () => {
      deps.installation.stop();
      await Promise.all([jobs?.stop(), chains.stop()]);
      deps.mailer.close();
      await checkpointing.stop();
      await deps.events.close();
    },
  };
}
