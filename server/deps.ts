import { join } from 'node:path';
import type { Database, Db, Tx } from './db/connection.ts';
import { inTx } from './db/connection.ts';
import { openErApiFx } from './adapters/fx.open-er-api.ts';
import { sampleFx } from './adapters/fx.sample.ts';
import type { FxProvider } from './adapters/fx.ts';
import { coinGeckoPrices } from './adapters/prices.coingecko.ts';
import { samplePrices } from './adapters/prices.sample.ts';
import type { PriceProvider } from './adapters/prices.ts';
import { outboxMailer } from './adapters/mail.outbox.ts';
import { smtpMailer } from './adapters/mail.smtp.ts';
import type { Mailer } from './adapters/mail.ts';
import { fileStorage } from './adapters/storage.file.ts';
import { s3Storage } from './adapters/storage.s3.ts';
import type { FileStorage } from './adapters/storage.ts';
import type { Env } from './env.ts';
import { createEvents, type Events } from './events/events.ts';
import type { UserDirectory } from './features/audit/audit.user-directory.ts';
import { setAuditKey } from './features/audit/audit.signature.ts';
import { revokeAccess } from './features/auth/auth.access.ts';
import { eraseAuthPersonalData } from './features/auth/auth.erasure.ts';
import { selectOpenSessions } from './features/auth/auth.sessions.queries.ts';
import { createSessions, type SessionStore } from './features/auth/auth.sessions.ts';
import { createAuth, type Auth } from './features/auth/auth.setup.ts';
import { eraseChatPersonalData, exportChatPersonalData } from './features/chat/chat.service.ts';
import {
  adminRatesOf,
  openExchangeRates,
  type ExchangeReader,
} from './features/fiat-exchange/fiat-exchange.service.ts';
import { createFileLinks, type FileLinks } from './features/files/files.links.ts';
import { eraseKycPersonalData, createKycPersonalDataExport } from './features/kyc/kyc.service.ts';
import { openRates, type AdminRates, type RatesReader } from './features/rates/rates.service.ts';
import { createDeliveryThrottle, type DeliveryThrottle } from './features/mail/mail.delivery.ts';
import { dropMailOf } from './features/mail/mail.service.ts';
import type { MailTemplates } from './features/mail/mail.templates.service.ts';
import { eraseNewsletterPersonalData } from './features/newsletter/newsletter.service.ts';
import {
  erasePayoutAccountsPersonalData,
  exportPayoutAccountsPersonalData,
} from './features/payout-accounts/payout-accounts.service.ts';
import { eraseQuotesPersonalData } from './features/sell/sell.service.ts';
import { createSettings, type SettingsCache } from './features/settings/settings.service.ts';
import {
  countOrdersOf,
  eraseOrdersPersonalData,
  exportOrdersPersonalData,
} from './features/orders/orders.personal-data.service.ts';
import { trackOrderVersions, type OrderVersions } from './features/orders/orders.versions.ts';
import { findUsers, userNames } from './features/users/users.admin.service.ts';
import type { PersonalDataRegistry } from './features/users/users.service.ts';
import { deleteKeysOf } from './http/idempotency.queries.ts';
import { createLimits, type Limits } from './http/limits.ts';
import type { Log } from './log.ts';
import { mailTemplates } from './mails.ts';

/** What the outside world is made of, chosen here once and handed to everything that needs it. */
export type Deps = {
  env: Env;
  log: Log;
  database: Database;
  /** Reads; see `Db`. */
  db: Db;
  /** The only way to write; see `inTx` in db/connection.ts. */
  inTx: <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>;
  /** The database's time, whatever this machine calls it: db/clock.ts. */
  now: () => Date;
  /** Origin of links in mails and of browsers that may open sockets, without a trailing slash. */
  publicUrl: string;
  /** Who is behind a bearer token. */
  sessions: SessionStore;
  /** Keys, passwords and tokens. */
  auth: Auth;
  limits: Limits;
  /** What other processes committed; listening starts with background work. */
  events: Events;
  /** Read through `settingsOf`. */
  settings: SettingsCache;
  /** Where the bytes of files live. */
  storage: FileStorage;
  fileLinks: FileLinks;
  /** Where delivery goes; features write mails with `sendMail`. */
  mailer: Mailer;
  /** Every mail the product sends, by its template. */
  mailTemplates: MailTemplates;
  deliveryThrottle: DeliveryThrottle;
  /** Uploads rest here while their request lasts. */
  uploadsDir: string;
  prices: PriceProvider;
  fx: FxProvider;
  /** All coin and currency rates, from memory; read through `currentRate`. */
  rates: RatesReader;
  /** Rates the desk itself set, which win over the provider's. */
  adminRates: AdminRates;
  /** Exchange currencies and pair rates, from memory. */
  exchange: ExchangeReader;
  /** Which state of the lists of orders a poll has seen. */
  orders: OrderVersions;
  /** What the features below `users` know and keep of a person. */
  personalData: PersonalDataRegistry;
  /** Whose ids stand in the audit log. */
  userDirectory: UserDirectory;
};

export type DepsInput = Pick<Deps, 'env' | 'log' | 'database' | 'publicUrl' | 'now'>;

/** The composition root: the only place that picks adapters. */
export function createDeps({ env, log, database, publicUrl, now }: DepsInput): Deps {
  setAuditKey(env.encryptionKey);
  const { db } = database;
  const write: Deps['inTx'] = (work) => inTx(database, work);
  const events = createEvents({ url: database.url, log });
  const prices = env.rates.provider === 'coingecko' ? coinGeckoPrices(env.rates) : samplePrices();
  const fx = env.fx.provider === 'open-er-api' ? openErApiFx(env.fx) : sampleFx();
  const auth = createAuth({ ...env, now });
  const sessions = createSessions({ db, inTx: write, events, tokens: auth.tokens });
  const exchange = openExchangeRates({ db, events });
  return {
    env,
    log,
    database,
    db,
    inTx: write,
    now,
    publicUrl,
    sessions,
    auth,
    limits: createLimits({ pool: database.pool, factor: env.rateLimitFactor }),
    events,
    settings: createSettings({ db, events, log }),
    storage: env.storage.kind === 's3' ? s3Storage(env.storage) : fileStorage(env.storage.folder),
    fileLinks: createFileLinks(env.jwtSecret, now),
    mailer: mailerOf(env.mail, now),
    mailTemplates,
    deliveryThrottle: createDeliveryThrottle(now),
    uploadsDir: join(env.dataDir, 'tmp'),
    prices,
    fx,
    rates: openRates({ db, events, prices, fx }),
    adminRates: adminRatesOf(exchange),
    exchange,
    orders: trackOrderVersions(events),
    personalData: createPersonalDataRegistry(sessions, auth, env.encryptionKey),
    userDirectory: { userNames, findUsers },
  };
}

function mailerOf({ smtpUrl, from, outboxDir }: Env['mail'], now: Deps['now']): Mailer {
  if (smtpUrl) return smtpMailer({ url: smtpUrl, from });
  return outboxMailer({ folder: outboxDir, from, now, print: (line) => process.stdout.write(`${line}\n`) });
}

/** Whoever keeps something of a person has a line here; what may refuse to let a person go stands first. */
function createPersonalDataRegistry(
  sessions: SessionStore,
  { keys }: Auth,
  encryptionKey: string,
): PersonalDataRegistry {
  return {
    countOrders: countOrdersOf,
    listSessions: (db, { id, role }) => selectOpenSessions(db, id, role),
    revokeAccess: async (tx, userId, reason) => void (await revokeAccess({ sessions }, tx, { userId }, reason)),
    erasureSteps: [
      eraseOrdersPersonalData,
      eraseQuotesPersonalData,
      eraseKycPersonalData,
      erasePayoutAccountsPersonalData,
      eraseChatPersonalData,
      eraseNewsletterPersonalData,
      (tx, { id }) => dropMailOf(tx, id, { reason: 'user deleted' }),
      (tx, { id }) => deleteKeysOf(tx, id),
      eraseAuthPersonalData(keys),
    ],
    personalDataExports: {
      devices: (db, { id }) => selectOpenSessions(db, id, 'customer'),
      identity: createKycPersonalDataExport(encryptionKey),
      payoutAccounts: exportPayoutAccountsPersonalData,
      orders: exportOrdersPersonalData,
      chats: exportChatPersonalData,
    },
  };
}
