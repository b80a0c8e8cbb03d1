import { readAccounts, readProfiles } from '#server/features/payouts/accounts/payouts.accounts.queries.ts';
import { addAccount } from '#server/features/payouts/accounts/payouts.accounts.service.ts';
import { seedProfiles } from '#server/features/payouts/accounts/payouts.profiles.service.ts';
import { markSent } from '#server/features/payouts/batches/payouts.batches.actions.service.ts';
import { makeBatch } from '#server/features/payouts/batches/payouts.batches.service.ts';
import { releaseBatch } from '#server/features/payouts/batches/payouts.release.service.ts';
import { moneyText } from '#server/features/payouts/list/payouts.present.ts';
import { holdPayout, returnPayout } from '#server/features/payouts/payouts.actions.service.ts';
import { approvePayout } from '#server/features/payouts/payouts.approval.service.ts';
import type { PayoutsDeps } from '#server/features/payouts/payouts.ports.ts';
import { importStatement } from '#server/features/payouts/statements/payouts.import.service.ts';
import { callOf } from '#server/http/guards/four-eyes.ts';
import { decimal } from '#shared/kernel/money.ts';
import { deskAccountInput } from '#shared/payouts/payouts.accounts.contract.ts';
import { approveForPayout, type PayoutView } from '#shared/payouts/payouts.contract.ts';
import { idempotencyOf, ownerActor } from './demo.activity.ts';
import { memberActor } from './demo.handling.ts';
import { stageText } from './demo.pictures.ts';
import { findPayableOrders } from './demo.queries.ts';
import { demoTeam } from './demo.team.ts';

const currency = 'NGN';
const accountNumber = '0152792740';

/** Payouts in each of their states, through the real services: due, released, sent, returned and on a statement. */
export async function seedPayouts(deps: PayoutsDeps, folder: string): Promise<void> {
  const owner = await ownerActor(deps);
  const reviewer = demoTeam[0] && (await memberActor(deps, demoTeam[0]));
  if (!reviewer) throw new Error('There is no team');
  const names = { name: 'Naira account', bankName: 'Demo Bank', holderName: 'Landfall Demo Ltd' };
  await seedProfiles(deps);
  const profile = (await readProfiles(deps.db)).find(({ name }) => name === 'ng-transfer');
  const input = deskAccountInput.parse({ ...names, currency, accountNumber, format: 'csv', profileId: profile?.id });
  await addAccount.carryOut(deps, owner, { params: undefined, body: input });
  const [paying] = await readAccounts(deps.db);
  if (!paying) throw new Error('There is no account');

  const payouts: PayoutView[] = [];
  for (const { id } of await findPayableOrders(deps.db, { currency, max: 5 })) {
    const approval = { kind: 'order', reason: 'Checked with the customer' } as const;
    const call = callOf(approveForPayout, { params: { id }, body: approval });
    const { result } = await approvePayout(deps, reviewer, id, { body: approval, call }, idempotencyOf(deps));
    if (result && 'state' in result) payouts.push(result);
  }
  const [returnedPayout, sentPayout, preparedPayout] = payouts.filter((payout) => payout.currency === currency);
  const heldPayout = payouts.findLast((payout) => payout.currency !== currency);
  const reason = 'The name differs: asked the customer.';
  if (heldPayout) await holdPayout.carryOut(deps, reviewer, { params: { id: heldPayout.id }, body: { reason } });
  if (!returnedPayout || !sentPayout || !preparedPayout) return;
  const batchOf = async (...lines: PayoutView[]) => {
    const body = { accountId: paying.id, payoutIds: lines.map(({ id }) => id) };
    const { result } = await makeBatch(deps, reviewer, body, idempotencyOf(deps));
    if (!result) throw new Error('The batch was not made');
    return result;
  };
  await batchOf(preparedPayout);
  const { id, digest } = await batchOf(returnedPayout, sentPayout);
  await releaseBatch.carryOut(deps, owner, { params: { id }, body: { digest } });
  await markSent.carryOut(deps, owner, { params: { id }, body: {} });
  const note = 'The bank says that the account is closed.';
  const returnBody = { reason: 'account_closed', note } as const;
  await returnPayout.carryOut(deps, owner, { params: { id: returnedPayout.id }, body: returnBody });
  const statement = await stageText(folder, 'statement.sta', statementOf(deps.now(), sentPayout));
  await importStatement(deps, owner, { accountId: paying.id }, statement, { idempotency: idempotencyOf(deps) });
}

/** A statement with one line that fits a payout, and one that nothing is known about. */
function statementOf(now: Date, { order, amount }: PayoutView): string {
  const day = now.toISOString().slice(2, 10).replaceAll('-', '');
  const lines = [
    [amount, order.reference],
    ['1250.00', 'Account fee'],
  ] as const;
  const bookings = lines.map(
    ([sum, text], index) => `:61:${day}D${sum.replace('.', ',')}NTRFNONREF//D${index}\n:86:${text}`,
  );
  const closingBalance = lines.reduce((rest, [sum]) => rest.minus(decimal(sum)), decimal('5000000'));
  const balances = [
    `:60F:C${day}${currency}5000000,00`,
    `:62F:C${day}${currency}${moneyText(closingBalance.toFixed(), currency).replace('.', ',')}`,
  ];
  return [':20:DEMO', `:25:${accountNumber}`, ':28C:1/1', balances[0], ...bookings, balances[1], ''].join('\n');
}
