import * as idioms from './idioms.ts';
import { logsNameNoPersonalData } from './logs.ts';
import { testRule } from './rule.ts';

testRule('a verb of a refusal has one meaning', idioms.verbsHaveOneMeaning, {
  'server/features/sell/sell.service.ts': `
    export function assertOpen(): void { throw new Error('closed'); }
    export const assertSigned = async (row): Promise<void> => check(row);
    export function assertOrder(order: Order | null): asserts order is Order {}
    export function requireHash(text: string): string { return text; }
    export async function requireSale(): Promise<Sale> { return sale; }
    export async function requireReason(): Promise<boolean> { return true; } //! names requireReason, which answers yes or no
    export function requireRail(): void {} //! names requireRail, which gives back nothing
    export const requirePayee = async () => { await wait(); }; //! names requirePayee, which gives back nothing
    export function assertKey(): Key { return key; } //! names assertKey, which gives back something
    export const ensureAdmin = () => 1; //! names ensureAdmin`,
  'server/features/sell/sell.ports.ts': `export type Ports = {
      assertPayee: (tx: Tx) => Promise<void>;
      requirePayee: (tx: Tx) => Promise<void>; //! names requirePayee, which gives back nothing
      assertRate: (tx: Tx) => Promise<Rate>; //! names assertRate, which gives back something
      requireSecond(tx: Tx): Promise<void>; //! names requireSecond, which gives back nothing
    };`,
});

testRule('a cast says why', idioms.castsHaveReasons, {
  'server/features/sell/sell.service.ts': `
    const codes = ['a'] as const;
    // Intl takes decimal text as it is.
    export const exact = (amount: string) => amount as Numeric;
    export const beside = (value) => value as Sale; // The caller has parsed it.
    /** The driver has one signature too many. */
    export function query(given: unknown[]) {
      return base(given as [string]); //! casts given as [string]
    }
    /** Its rows are of the table. */
    export const rows = json as Sale[]; //! casts json as Sale[]

    export const sale = (value: unknown) => value as Sale; //! casts value as Sale
    export const twice = (value: Order) => value as unknown as Sale; //! casts value as unknown as Sale`,
  'server/features/sell/sell.test.ts': 'export const sale = (value: unknown) => value as Sale;',
});

testRule('a log line has no field that could name a person', logsNameNoPersonalData, {
  'server/features/kyc/kyc.service.ts': `
    const details = { task: 'kyc', ...describeError(error) };
    const person = { userId: id, email };
    log.error(details, 'a check failed');
    deps.log.warn({ chain, ...(isKnown ? {} : describeError(error)) }, 'read later');
    log.info({ ...describeStart(env), orders: 3 }, 'started');
    log.info(person, 'checked'); //! logs email
    log.info({ ...person, ms }, 'checked'); //! logs email
    deps.log.warn({ userId: id, accountNumber }, 'refused'); //! logs accountNumber
    deps.log.warn({ userId: id, ...row }, 'refused'); //! logs what is named somewhere else
    log.error({ order: id, error: String(error) }, 'failed'); //! logs error as text
    log.error({ order: id, reason: String(error) }, 'failed'); //! logs reason as text
    log.info({ order: order.email }, 'sent'); //! logs order.email as order
    log.info({ task: \`mail to \${user.contact.phone}\` }, 'sent'); //! logs user.contact.phone as task
    log.info({ line: iban, order: order.id }, 'read'); //! logs iban as line
    log.error(row, 'failed'); //! logs what is named somewhere else
    log.info({ task: \`mail to \${email}\` }, 'sent'); //! logs email as task
    const { email: to, ...rest } = user;
    log.info({ order: to }, 'sent'); //! logs email as order
    log.info({ email: to }, 'sent'); //! logs email
    log.info({}, \`mailed \${user.email}\`); //! logs user.email in its message
    log.info({}, 'mailed ' + to); //! logs email in its message
    log.info({}, rest); //! logs user in its message
    log.warn({}, error.message); //! logs error.message in its message
    const sentence = \`\${userName} was mailed\`;
    log.info({}, isLate ? 'late' : sentence); //! logs userName in its message
    const child = deps.log.child({ email }); //! logs email
    const ofChain = log.child({ chain }, { redact: [] });
    log.warn({}, \`waiting for \${textOf(reason)}\`); //! logs what is named somewhere else in its message
    log.warn({}, \`\${setting}: waiting for \${order.id}\`);
    log.warn(); //! logs nothing`,
  'server/cli/migrate.ts': 'log.info({ email }, "read by who started it");',
});

testRule('an id has the kind of its row', idioms.idsHaveAKind, {
  'server/features/sell/sell.service.ts': `
    type Sale = { orderId: Id<'order'>; quoteIds: readonly Id<'quote'>[]; coinId: string; endToEndId: string };
    type Paid = { payoutId: string | null }; //! names payoutId, a plain text
    type Claim = { transferIds: readonly string[] }; //! names transferIds, a plain text
    export const open = (tx: Tx, userId: Id<'user'>, orderId: string) => 1; //! names orderId, a plain text
    export function close(tx: Tx, leaseUserId?: string) {} //! names leaseUserId, a plain text
    const count = (userIds: string[]): number => userIds.length; //! names userIds, a plain text
    export async function insertOffer(tx: Tx): Promise<string> {} //! gives back a plain text from insertOffer
    function customerOf(tx: Tx): Promise<string | undefined> {} //! gives back a plain text from customerOf
    const duplicateOf = (tx: Tx): string => ''; //! gives back a plain text from duplicateOf
    export const openOrder = (tx: Tx): Promise<string> => ''; //! gives back a plain text from openOrder
    export function ownerOf({ db }: Deps): Promise<string> {} //! gives back a plain text from ownerOf
    export async function findNotedIds(db: Db): Promise<string[]> {} //! gives back a plain text from findNotedIds
    export async function insertNote(tx: Tx): Promise<Id<'note'>> {}
    export const addressOf = (key: Key): string => '';`,
  'client/src/features/sell/SellPage.tsx': 'export const path = (orderId: string) => 1;',
});
