import { join } from 'node:path';
import { createSessions } from '#server/features/auth/sessions/auth.sessions.ts';
import { releaseRoomsOf } from '#server/features/chat/admin/chat.admin.service.ts';
import { createFileLinks } from '#server/features/files/files.access.ts';
import { chainNames, type ChainName } from '#shared/reference/chains.ts';
import { rightsOf } from '#shared/team/team.roles.ts';
import { esploraChain } from './adapters/chains/chain.esplora.ts';
import { evmChain } from './adapters/chains/chain.evm.ts';
import { simulatedChain } from './adapters/chains/chain.simulated.ts';
import { tronChain } from './adapters/chains/chain.tron.ts';
import type { ChainSource } from './adapters/chains/chain.ts';
import { utxoRpcChain } from './adapters/chains/chain.utxo-rpc.ts';
import { xrplChain } from './adapters/chains/chain.xrpl.ts';
import { countedMailer, countedStorage } from './adapters/failure-counts.ts';
import { outboxMailer } from './adapters/mail/mail.outbox.ts';
import { smtpMailer } from './adapters/mail/mail.smtp.ts';
import type { Mailer } from './adapters/mail/mail.ts';
import { payeeProviderOf } from './adapters/payees/payees.ts';
import { livePriceSources, namedFxSources, namedPriceSources } from './adapters/rates/sources.ts';
import { fileStorage } from './adapters/storage/storage.file.ts';
import { s3Storage } from './adapters/storage/storage.s3.ts';
import type { FileStorage } from './adapters/storage/storage.ts';
import { telegramBotOf } from './adapters/telegram/telegrams.ts';
import { inTx } from './db/connection.ts';
import { processName } from './db/processes.ts';
import { openReports } from './db/replica.ts';
import { setRowKey } from './db/signing/signed-rows.ts';
import { decisionPortsOf } from './decision-ports.ts';
import { depositPortsOf } from './deposit-ports.ts';
import type { ChainsEnv, SourceSettings } from './env/env.chains.ts';
import type { Env } from './env/env.ts';
import { createEvents } from './events/events.ts';
import type { ApprovalsPorts } from './features/approvals/approvals.ports.ts';
import { createFourEyes, voidRequestsOf } from './features/approvals/approvals.requests.service.ts';
import type { AuditPorts } from './features/audit/audit.ports.ts';
import { setAuditKey } from './features/audit/audit.signature.ts';
import { mailAddressChanged } from './features/auth/auth.account.service.ts';
import type { AuthPorts } from './features/auth/auth.ports.ts';
import { createAuth } from './features/auth/second-factor/auth.setup.ts';
import type { ChainReader, ChainsPorts } from './features/chains/chains.ports.ts';
import type { DepositSourcesPorts } from './features/deposit-sources/deposit-sources.ports.ts';
import { walletsPortsOf } from './features/deposit-sources/deposit-sources.service.ts';
import type { DepositsPorts } from './features/deposits/deposits.ports.ts';
import { watchedAddresses } from './features/deposits/deposits.service.ts';
import type { FiatExchangePorts } from './features/fiat-exchange/fiat-exchange.ports.ts';
import { openExchangeRates } from './features/fiat-exchange/fiat-exchange.service.ts';
import type { FilesPorts } from './features/files/files.ports.ts';
import type { ImportsPorts } from './features/imports/imports.ports.ts';
import { createThrottles } from './features/mail/mail.delivery.ts';
import type { MailPorts } from './features/mail/mail.ports.ts';
import { unsubscribedAmong } from './features/newsletter/newsletter.service.ts';
import { releaseUsersOf } from './features/notes/notes.users.service.ts';
import { releaseOrdersOf } from './features/orders/list/orders.handling.service.ts';
import { orderByReference, orderReferences } from './features/orders/list/orders.references.service.ts';
import { trackOrderVersions } from './features/orders/list/orders.versions.ts';
import type { OrdersPorts } from './features/orders/orders.ports.ts';
import type { RatesPorts } from './features/rates/rates.ports.ts';
import { openRates } from './features/rates/rates.service.ts';
import { informOfStop } from './features/sell/sell.admin.service.ts';
import type { SettingsPorts } from './features/settings/settings.ports.ts';
import { createSettings } from './features/settings/settings.service.ts';
import type { SettlementsPorts } from './features/settlements/settlements.ports.ts';
import { notifyOwners } from './features/team/team.notices.service.ts';
import type { TeamPorts } from './features/team/team.ports.ts';
import { findUsers, userNames } from './features/users/users.admin.service.ts';
import type { UsersPorts } from './features/users/users.ports.ts';
import type { WalletsPorts } from './features/wallets/wallets.ports.ts';
import { trackSellableCoins } from './features/wallets/wallets.service.ts';
import { createLimits } from './http/guards/limits.ts';
import { createInstallation } from './installation/installation.ts';
import { acceptPreviousKey } from './lib/keys.ts';
import { mailExamples } from './mails/mails.examples.ts';
import { mailTemplates } from './mails/mails.ts';
import { payoutPortsOf } from './payout-ports.ts';
import { createPersonalDataRegistry } from './personal-data.ts';
import type { Platform } from './platform.ts';
import { onTakeOver } from './take-over.ts';
import { undoOf } from './undone-actions.ts';

/** Everything the composition root makes: the platform and what features provide to each other. */
export type Composition = Platform &
  ApprovalsPorts &
  AuditPorts &
  AuthPorts &
  ChainsPorts &
  DepositSourcesPorts &
  DepositsPorts &
  FiatExchangePorts &
  FilesPorts &
  ImportsPorts &
  MailPorts &
  OrdersPorts &
  RatesPorts &
  SettingsPorts &
  SettlementsPorts &
  TeamPorts &
  UsersPorts &
  WalletsPorts;

export type CompositionInput = Pick<Composition, 'env' | 'log' | 'database' | 'publicUrl' | 'now'> &
  Partial<Pick<Composition, 'reports'>>;

/** The composition root: the only place that picks adapters. Without `reports` they read at the database itself. */
export function compose(input: CompositionInput): Composition {
  const { env, log, database, reports = openReports(database, undefined), publicUrl, now } = input;
  installKeys(env);
  const { db } = database;
  const write: Composition['inTx'] = (work) => inTx(database, work);
  const events = createEvents({ url: database.url, log, name: processName(env) });
  const priceSources = livePriceSources(env.rates, now);
  const prices = namedPriceSources(env.rates.sources, priceSources);
  const fx = namedFxSources(env.fx.sources, env.fx);
  const auth = createAuth({ ...env, now });
  const sessions = createSessions({ db, inTx: write, events, tokens: auth.tokens, env, rightsOf });
  const rates = openRates({ db, events, prices, fx });
  const exchange = openExchangeRates({ db, events, rates, now });
  const settings = createSettings({ db, env, events, log });
  const chainReaders = chainReadersOf(env.chains, now);
  const watchedOf: Composition['watchedAddresses'] = (from, coins) => watchedAddresses({ now, env }, from, coins);
  const walletsPorts = walletsPortsOf({ env, settings, now });
  const failures = { storage: 0, mail: 0 };
  const storage = countedStorage(storageOf(env.storage), failures);
  const deps: Composition = {
    env,
    log,
    database,
    db,
    reports,
    inTx: write,
    now,
    publicUrl,
    sessions,
    auth,
    limits: createLimits({ pool: database.pool, factor: env.rateLimitFactor }),
    events,
    settings,
    failures,
    storage,
    installation: createInstallation({ env, db, inTx: write, storage, log, now, onTakeOver }),
    fileLinks: createFileLinks(env.jwtSecret, now),
    mailer: countedMailer(mailerOf(env.mail, now), failures),
    mailTemplates,
    mailExamples,
    rightsOf,
    telegram: telegramBotOf(env, now),
    ...createThrottles(now),
    uploadsDir: join(env.dataDir, 'tmp'),
    prices,
    priceSources,
    payees: payeeProviderOf(env.payeeCheck),
    fx,
    chainReaders,
    watchedAddresses: watchedOf,
    // Their functions read `deps` when a request calls them; by then everything is composed.
    ...depositPortsOf({ chainReaders, log }, () => deps),
    rates,
    adminRates: exchange.adminRates,
    sellableCoins: trackSellableCoins({ db, events, receivingByCoin: walletsPorts.receivingByCoin }),
    exchange,
    orders: trackOrderVersions(events),
    ...payoutPortsOf(() => deps),
    ...decisionPortsOf(() => deps),
    personalData: createPersonalDataRegistry(sessions, auth, { ...env, now }),
    ...usersPorts,
    releaseWorkOf,
    fourEyes: createFourEyes({ now, settings }),
    ...routePortsOf(log),
    undoOf,
    ...walletsPorts,
    informOfStop,
    unsubscribedAmong,
  };
  return deps;
}

/** Mails about what the team does to a user, and how other features name and find one, or an order. */
const usersPorts: Pick<Composition, 'notifyOwners' | 'mailAddressChanged' | keyof AuditPorts> = {
  notifyOwners,
  mailAddressChanged,
  userDirectory: { userNames, findUsers },
  orderDirectory: { orderByReference, orderReferences },
};

const routePortsOf = (log: Composition['log']): Pick<Composition, 'calls' | 'onUndeclared'> => ({
  calls: new Map(),
  onUndeclared: ({ method, path }, code) =>
    log.error({ method, path, reason: code }, 'refused with a code that the contract does not declare'),
});

/** The keys of the audit log and of signed rows. */
function installKeys({ encryptionKey, encryptionKeyPrevious }: Composition['env']): void {
  setAuditKey(encryptionKey);
  setRowKey(encryptionKey);
  acceptPreviousKey(encryptionKey, encryptionKeyPrevious);
}

/** Orders and users stay with a member whose role changes: every role reads them. */
const releaseWorkOf: TeamPorts['releaseWorkOf'] = async (tx, userId, permissions) => {
  if (permissions.length === 0) {
    await releaseUsersOf(tx, { memberId: userId });
    await releaseOrdersOf(tx, userId);
  }
  if (!permissions.includes('chat.answer')) await releaseRoomsOf(tx, userId);
  await voidRequestsOf(tx, userId, permissions);
};

function chainReadersOf(env: ChainsEnv, now: Composition['now']): Map<ChainName, ChainReader> {
  const readers = chainNames.flatMap((chain): [ChainName, ChainReader][] => {
    const settings = env.sources[chain];
    if (settings.kind === 'off') return [];
    if (settings.kind === 'simulated') return [[chain, { source: simulatedChain({ chain, now, blockMs: 10_000 }) }]];
    const { source, witness } = settings;
    return [[chain, { source: sourceOf(chain, source, env), witness: witness && sourceOf(chain, witness, env) }]];
  });
  return new Map(readers);
}

function sourceOf(chain: ChainName, source: SourceSettings, env: ChainsEnv): ChainSource {
  const network = chain === 'litecoin' ? env.litecoinNetwork : 'main';
  if (source.protocol === 'esplora')
    return esploraChain({ ...source, chain: chain === 'litecoin' ? chain : 'bitcoin' });
  if (source.protocol === 'tron') return tronChain({ ...source, key: env.tronKey });
  if (source.protocol === 'xrpl') return xrplChain(source);
  if (source.protocol === 'rpc') return utxoRpcChain({ ...source, chain, network });
  if (chain === 'bsc') return evmChain({ ...source, chain, chainId: 56, tokens: {} });
  return evmChain({ ...source, chain: 'ethereum', chainId: 1, tokens: env.ethereumTokens });
}

function storageOf(settings: Env['storage']): FileStorage {
  return settings.kind === 's3' ? s3Storage(settings) : fileStorage(settings.folder);
}

function mailerOf({ smtpUrl, requireTls, from, outboxDir }: Env['mail'], now: Composition['now']): Mailer {
  if (smtpUrl) return smtpMailer({ url: smtpUrl, from, requireTls });
  return outboxMailer({ folder: outboxDir, from, now, print: (line) => process.stdout.write(`${line}\n`) });
}
