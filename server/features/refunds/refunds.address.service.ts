import { addressRulesOf } from '#server/env/env.chains.ts';
import type { AuthPorts } from '#server/features/auth/auth.ports.ts';
import { issueCode, newDigits, spendCode, verifyCode } from '#server/features/auth/auth.service.ts';
import { sendMail } from '#server/features/mail/mail.service.ts';
import type { Actor } from '#server/http/guards/actor.ts';
import { Conflict, Invalid, NotFound, TooMany, wrongField } from '#server/lib/refusal.ts';
import { codeMinutes } from '#shared/auth/auth.codes.ts';
import type { Id } from '#shared/kernel/ids.ts';
import { reasonWith } from '#shared/kernel/reason.ts';
import { shortened } from '#shared/orders/orders.refund.ts';
import { hasDestinationTag } from '#shared/reference/coin-networks.ts';
import type { RefundAddressInput, RefundView } from '#shared/refunds/refunds.contract.ts';
import { addressRefusal, checkAddress, checkMemo } from '#shared/wallets/wallets.addresses.ts';
import { isOwnAddress } from './refunds.checks.queries.ts';
import { lockWithOrder, setAddress, type Target } from './refunds.moves.service.ts';
import type { RefundsDeps } from './refunds.ports.ts';
import { presentRefund } from './refunds.present.ts';
import { findRefund, findRefundOf, type RefundRow } from './refunds.queries.ts';

const purpose = 'refund_address';

/** Names the address for the refund of the caller's own order. Refuses with not_found if there is none. */
export async function nameAddressOf(
  deps: RefundsDeps & AuthPorts,
  actor: Actor,
  orderId: Id<'order'>,
  input: RefundAddressInput,
): Promise<RefundView> {
  const ownRefund = await findRefundOf(deps.db, { orderId, userId: actor.userId });
  if (!ownRefund) throw new NotFound('refund_not_found');
  return nameAddress(deps, actor, ownRefund.id, input);
}

/**
 * Stores the address for the coins of the caller's own refund: without a code six digits are mailed, valid for this
 * address and tag only; with the code the address is stored. Refuses with not_found, already_decided once it is
 * approved, and invalid_code.
 */
export async function nameAddress(
  deps: RefundsDeps & AuthPorts,
  actor: Actor,
  id: Id<'refund'>,
  { code, ...typedTarget }: RefundAddressInput,
): Promise<RefundView> {
  const row = await findRefund(deps.db, { id });
  if (row?.userId !== actor.userId) throw new NotFound('refund_not_found');
  assertDue(row);
  const target = await checkTarget(deps, row, typedTarget);
  return code === undefined ? mailCode(deps, row, target) : storeAddress(deps, actor, row, target, code);
}

/** From the approval on the payer may be sending it: only the team can make the refund due again. */
function assertDue(row: RefundRow): asserts row is RefundRow<'due'> {
  const { state, address } = row;
  if (state === 'due') return;
  const isApproved = state !== 'cancelled' && address !== null;
  throw new Conflict(
    'already_decided',
    isApproved ? reasonWith('refund_on_its_way', { address: shortened(address) }) : 'refund_decided',
  );
}

/** The address in its chain's spelling. Refuses a malformed one, a tag of more than 32 bits, and any of our own. */
async function checkTarget(
  { db, env }: Pick<RefundsDeps, 'db' | 'env'>,
  { cryptoId, symbol }: RefundRow,
  text: { address: string; tag?: string | undefined },
): Promise<Target> {
  const check = checkAddress(cryptoId, text.address, addressRulesOf(env.chains));
  if (!check.ok) throw wrongField('address', addressRefusal(check.problem, symbol));
  const tag = text.tag?.trim() ?? '';
  const hasTag = hasDestinationTag(cryptoId) && (tag !== '' || check.tag !== undefined);
  const memo = checkMemo({ id: cryptoId, requiresMemo: hasTag }, tag, check.tag);
  if (!memo.ok) {
    throw wrongField('tag', memo.problem === 'differs' ? 'destination_tag_differs' : 'destination_tag_invalid');
  }
  if (await isOwnAddress(db, { address: check.address })) throw wrongField('address', 'refund_to_us');
  return { address: check.address, tag: memo.memo };
}

const targetText = ({ address, tag }: Target) => JSON.stringify([address, tag]);

async function mailCode({ auth, inTx }: RefundsDeps & AuthPorts, row: RefundRow, target: Target): Promise<RefundView> {
  const { id, userId, email, language, firstName } = row;
  if (email === null) throw new NotFound('refund_not_found');
  const subject = auth.keys.subjectOfRefund(id);
  await inTx(async (tx) => {
    const code = newDigits();
    const hash = auth.keys.hashCode(purpose, subject, code);
    const secret = { hash, minutes: codeMinutes, userId, target: targetText(target) };
    const issued = await issueCode(tx, { subject, purpose }, secret);
    if (!issued.fresh) throw new TooMany((issued.resendAt.getTime() - issued.now.getTime()) / 1000);
    const data = { firstName, code, minutes: codeMinutes, address: shortened(target.address) };
    await sendMail(tx, { template: 'refund_code', isUrgent: true, to: { userId, email, language }, data });
  });
  return presentRefund(row);
}

async function storeAddress(
  deps: RefundsDeps & AuthPorts,
  actor: Actor,
  { id }: RefundRow,
  target: Target,
  digits: string,
): Promise<RefundView> {
  const code = await verifyCode(deps, { subject: deps.auth.keys.subjectOfRefund(id), purpose }, digits);
  const storedRefund = await deps.inTx(async (tx) => {
    const row = (await lockWithOrder(tx, id))?.row;
    if (!row || code?.target !== targetText(target) || code.userId !== row.userId) return undefined;
    assertDue(row);
    if (!(await spendCode(tx, { id: code.id }))) return undefined;
    return setAddress(tx, actor, row, target, deps.now());
  });
  if (!storedRefund) throw new Invalid('invalid_code', 'one_time_code_wrong');
  return presentRefund(storedRefund);
}
