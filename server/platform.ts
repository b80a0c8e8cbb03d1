import type { FailureCounts } from '#server/adapters/failure-counts.ts';
import type { Mailer } from '#server/adapters/mail/mail.ts';
import type { PayeeProvider } from '#server/adapters/payees/payees.ts';
import type { FxProvider } from '#server/adapters/rates/fx.ts';
import type { PriceProvider } from '#server/adapters/rates/prices.ts';
import type { FileStorage } from '#server/adapters/storage/storage.ts';
import type { Database, Db, Tx } from '#server/db/connection.ts';
import type { Reports } from '#server/db/replica.ts';
import type { Env } from '#server/env/env.ts';
import type { Events } from '#server/events/events.ts';
import type { Sessions } from '#server/http/guards/actor.ts';
import type { Calls, FourEyes } from '#server/http/guards/four-eyes.ts';
import type { Limits } from '#server/http/guards/limits.ts';
import type { OnUndeclared } from '#server/http/refusal-codes.ts';
import type { Installation } from '#server/installation/installation.ts';
import type { Log } from '#server/lib/log.ts';
import type { PriceSource } from '#shared/reference/rate-sources.ts';

/** The ports that every feature may take; depends on no feature. Ports between features are in `<feature>.ports.ts`. */
export type Platform = {
  /** Sessions by bearer token. */
  sessions: Sessions;
  env: Env;
  log: Log;
  database: Database;
  /** Reads; see `Db`. */
  db: Db;
  /** The database of reports, exports and searches; see db/replica.ts. */
  reports: Reports;
  /** The only way to write; see `inTx` in db/connection.ts. */
  inTx: <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>;
  /** The time of the database, not of this machine: db/clock.ts. */
  now: () => Date;
  /** Origin of links in mails and of browsers that may open sockets, without a trailing slash. */
  publicUrl: string;
  limits: Limits;
  /** Actions that wait for a second member of the team. */
  fourEyes: FourEyes;
  /** Fills as routes are mounted. */
  calls: Calls;
  /** Learns of refusals that their contract does not declare. */
  onUndeclared: OnUndeclared;
  /** Events that other processes committed; listening starts with background work. */
  events: Events;
  /** Failures outside of this process, for the metrics. */
  failures: FailureCounts;
  /** The installation itself, or a restored copy of one, which promises, sends and removes nothing. */
  installation: Installation;
  /** The bytes of files. */
  storage: FileStorage;
  /** Delivers mails; features write them with `sendMail`. */
  mailer: Mailer;
  /** Uploads rest here while their request lasts. */
  uploadsDir: string;
  /** The named sources of prices and of currency rates, in their order. */
  prices: readonly PriceProvider[];
  fx: readonly FxProvider[];
  /** Every live source of prices, named or not: a member may try each. */
  priceSources: Readonly<Record<PriceSource, PriceProvider>>;
  /** Asks banks for the owner of an account. */
  payees: PayeeProvider;
};
