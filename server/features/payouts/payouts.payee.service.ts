import type { Db, Tx } from '#server/db/connection.ts';
import { isSignedRow, signedTables, signRow } from '#server/db/signing/signed-rows.ts';
import { recordAudit } from '#server/features/audit/audit.service.ts';
import type { AuthPorts } from '#server/features/auth/auth.ports.ts';
import { confirmActionCode, issueActionCode } from '#server/features/auth/codes/auth.action-codes.service.ts';
import { sendMail } from '#server/features/mail/mail.service.ts';
import { ownOrderDetails } from '#server/features/orders/list/orders.lists.service.ts';
import { alreadyDecided, changePayee, hasStatus, lockOrder } from '#server/features/orders/orders.service.ts';
import { assertOtherRail } from '#server/features/payout-accounts/payout-accounts.bounds.service.ts';
import { payeeByRail, railFor, assertMethod } from '#server/features/payout-accounts/payout-accounts.rails.service.ts';
import type { SettingsPorts } from '#server/features/settings/settings.ports.ts';
import { settingsOf } from '#server/features/settings/settings.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import type { Idempotency, Outcome } from '#server/http/guards/idempotency.ts';
import { readMobile } from '#server/lib/mobile-number.ts';
import { Conflict, NotFound, Unprocessable } from '#server/lib/refusal.ts';
import type { Platform } from '#server/platform.ts';
import type { BodyOf } from '#shared/kernel/endpoint.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { amountOf } from '#shared/kernel/money.ts';
import type { OrderDetails } from '#shared/orders/orders.contract.ts';
import { openStatuses } from '#shared/orders/orders.lifecycle.ts';
import { isDepositStage } from '#shared/orders/orders.stages.ts';
import type { PaymentDetails } from '#shared/payout-accounts/payout-accounts.contract.ts';
import { isSameAccount } from '#shared/payout-accounts/payout-accounts.same.ts';
import { compareNames } from '#shared/payouts/payee.names.ts';
import { checkPayee, findingOf, levelOf, type Payee } from '#shared/payouts/payee.ts';
import type { checkPayeeEndpoint, PayeeCheckView } from '#shared/payouts/payouts.payee.contract.ts';
import { railKindOf } from '#shared/reference/rails.ts';
import { lockPayouts, type PayoutRow } from './list/payouts.list.queries.ts';
import { readIdentityName, readOwnOrder } from './payouts.payee.queries.ts';
import type { PayoutsDeps } from './payouts.ports.ts';
import { setPayoutDetails } from './payouts.queries.ts';
import { auditedPayout, payoutChanged, payoutSubject, stageOrders } from './payouts.service.ts';

type Asked = BodyOf<typeof checkPayeeEndpoint>;
type Resolved = PayeeCheckView['resolved'];

/** Checks an account as a batch would, and asks the bank for its name where a provider is set up. */
export async function checkOwnPayee(
  deps: Pick<Platform, 'db' | 'payees'> & SettingsPorts,
  actor: Actor,
  typedPayee: Asked,
): Promise<PayeeCheckView> {
  const { db, payees } = deps;
  const payee = { ...typedPayee, method: railFor(deps, typedPayee.currency, typedPayee.method) };
  const identityName = await readIdentityName(db, actor.userId);
  const check = checkPayee(payee, { currency: payee.currency, identityName, readMobile });
  // The bank is not asked about a number that cannot be valid.
  const resolved = check.level === 'block' ? null : await askBank(payees, payee, check.normalized.accountNumber);
  const findings = [
    ...check.findings,
    ...(resolved?.state === 'unresolved' ? [findingOf('unresolved', 'accountNumber')] : []),
  ];
  if (resolved?.state === 'other' && !findings.some(({ code }) => code === 'name_other'))
    findings.push(findingOf('name_other', 'accountName'));
  return { ...check, level: levelOf(findings), findings, resolved };
}

/** The bank's name beside the typed one. The customer never reads it: it may be that of another customer. */
async function askBank(payees: Platform['payees'], payee: Asked, accountNumber: string): Promise<Resolved> {
  const { currency, method, accountName, bankCode } = payee;
  if (railKindOf(method) !== 'bank' || !bankCode || !payees.answersFor(currency)) return null;
  const name = await payees.nameOf({ currency, accountName, accountNumber, bankCode });
  return { state: name === null || isPlaceholder(name) ? 'unresolved' : compareNames(accountName, name) };
}

/** Providers answer with one word such as OK where they know no name. */
function isPlaceholder(name: string): boolean {
  const words = name.trim().split(/\s+/);
  return words.length < 2 || words.every((word) => /^(ok|test|customer|account|unknown|n\/?a)$/i.test(word));
}

const purpose = 'payout_details';

/**
 * Refuses an order whose account its customer may not change: nothing came back, and it is no open sale at an own
 * address.
 */
function assertChangeable(order: Awaited<ReturnType<typeof readOwnOrder>>): asserts order is NonNullable<typeof order> {
  if (!order) throw new NotFound('order_not_found');
  if (order.stage !== 'details_needed' && !isDepositStage(order.stage))
    throw new Conflict('conflict', 'payout_not_returned');
}

/** Mails the code that a new account needs, at most one a minute; returns when it ends. */
export async function requestDetailsCode(
  deps: PayoutsDeps & AuthPorts,
  actor: Actor,
  id: Id<'order'>,
): Promise<{ expiresAt: string }> {
  return deps.inTx(async (tx) => {
    const order = await readOwnOrder(tx, { orderId: id, userId: actor.userId });
    assertChangeable(order);
    const { digits, minutes, expiresAt } = await issueActionCode(tx, deps, { purpose, userId: actor.userId, id });
    const { email, language, firstName, reference } = order;
    const to = { userId: actor.userId, email, language };
    if (digits) {
      const codeData = { firstName, reference, code: digits, minutes };
      await sendMail(tx, { template: 'payout_details_code', isUrgent: true, to, data: codeData });
    }
    return { expiresAt: expiresAt.toISOString() };
  });
}

type Change = { id: Id<'order'>; paymentDetails: PaymentDetails; code: string };

/**
 * Stores the new account of a payout that came back, or of an open sale at an own address, with the mailed code.
 * Refuses with not_found, conflict, not_offered, above_maximum, below_minimum, payee_blocked, invalid_code.
 */
export async function changePayoutDetails(
  deps: PayoutsDeps & AuthPorts,
  actor: Actor,
  { id, paymentDetails: typedDetails, code }: Change,
  idempotency: Idempotency<OrderDetails>,
): Promise<Outcome<OrderDetails>> {
  const { userId } = actor;
  const seenOrder = await readOwnOrder(deps.db, { orderId: id, userId });
  assertChangeable(seenOrder);
  const { currency } = seenOrder;
  const paymentDetails = payeeByRail(deps, currency, typedDetails);
  // The rail that an order has stays open to it.
  if (paymentDetails.method !== seenOrder.method) {
    assertMethod(deps, { ...paymentDetails, currency });
    assertOtherRail(deps, { ...paymentDetails, currency }, amountOf('payout', seenOrder.amount, currency));
  }
  await assertPayee(deps.db, deps, { userId, details: paymentDetails, currency }, 'correction');
  if (seenOrder.stage === 'details_needed') assertNotReturned(seenOrder.returned, paymentDetails);
  const confirm = await confirmActionCode(deps, { purpose, userId, id }, code);
  return idempotency.run(async (tx) => {
    const order = await readOwnOrder(tx, { orderId: id, userId });
    assertChangeable(order);
    await confirm(tx);
    if (order.stage === 'details_needed') await replaceReturned(tx, actor, order.payoutId, paymentDetails, deps.now());
    else await replaceAgreed(tx, actor, id, paymentDetails, deps.now());
    const { email, language, firstName, reference } = order;
    const data = { firstName, id, reference, ending: paymentDetails.accountNumber.slice(-4) };
    await sendMail(tx, { template: 'payout_details_changed', to: { userId, email, language }, data });
    return ownOrderDetails(tx, actor, id);
  });
}

/** Refuses the account that the bank has closed, or does not have. */
function assertNotReturned(
  payoutReturn: { details: PaymentDetails | null; reason: string | null } | null,
  details: PaymentDetails,
): void {
  const isGone = payoutReturn?.reason === 'account_closed' || payoutReturn?.reason === 'wrong_account';
  if (!isGone || !payoutReturn.details || !isSameAccount(details, payoutReturn.details)) return;
  const reason = 'payee_account_returned';
  throw new Unprocessable('payee_blocked', reason, { fields: { 'paymentDetails.accountNumber': reason } });
}

async function replaceReturned(
  tx: Tx,
  actor: Actor,
  payoutId: Id<'payout'> | null,
  details: PaymentDetails,
  now: Date,
) {
  const [payout] = payoutId ? await lockPayouts(tx, [payoutId]) : [];
  if (payout?.state !== 'returned') throw new Conflict('conflict', 'payout_not_returned');
  await replacePayee(tx, actor, payout, details, now);
}

/** Before a decision the order itself says whom it pays. */
async function replaceAgreed(tx: Tx, actor: Actor, id: Id<'order'>, details: PaymentDetails, now: Date) {
  const order = await lockOrder(tx, id);
  if (!order) throw new NotFound('order_not_found');
  if (!hasStatus(order, ...openStatuses)) throw alreadyDecided(order.status);
  if (!isDepositStage(order.stage)) throw new Conflict('conflict', 'payout_not_returned');
  await changePayee(tx, actor, order, details, now);
}

type Checked = { userId: Id<'user'>; details: Payee; currency: string };

/**
 * Refuses with payee_blocked an account that no batch would take: after money came back, or at the form of an order
 * where that is set.
 */
export async function assertPayee(
  db: Db,
  deps: SettingsPorts,
  { userId, details, currency }: Checked,
  where: 'order' | 'correction' = 'order',
): Promise<void> {
  const { payeeChecks } = settingsOf(deps).payouts;
  if (payeeChecks === 'off' || (where === 'order' && payeeChecks !== 'block')) return;
  const check = checkPayee(details, { currency, identityName: await readIdentityName(db, userId), readMobile });
  const finding = check.findings.find(({ level }) => level === 'block');
  if (!finding) return;
  const reason = 'payee_account_wrong';
  const fields = { [`paymentDetails.${finding.field}`]: reason } as const;
  throw new Unprocessable('payee_blocked', reason, { fields, finding: finding.code });
}

/** The new account of a customer whose money came back: the payout is due again, to be paid there. */
async function replacePayee(tx: Tx, customer: Actor, payout: PayoutRow, details: unknown, now: Date): Promise<void> {
  if (!isSignedRow(signedTables.payout, payout)) throw payoutChanged();
  const signature = signRow(signedTables.payout, { ...payout, details });
  if (!(await setPayoutDetails(tx, { id: payout.id, details, signature, now }))) throw payoutChanged();
  await recordAudit(tx, customer, 'payout.details_changed', payoutSubject(payout), auditedPayout(payout));
  await stageOrders(tx, customer, [payout], now);
}
