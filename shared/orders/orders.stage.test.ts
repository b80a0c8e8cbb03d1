import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { orderStatuses, type OrderStatus } from './orders.lifecycle.ts';
import { payoutStates, type PayoutState } from './orders.payout.ts';
import { refundStates, type RefundState } from './orders.refund.ts';
import { asked, newOrder, stageOf, type StageParts } from './orders.stage.ts';
import { orderStages, stagesOf, type OrderStage } from './orders.stages.ts';

const byHand = newOrder(false);
const followedOrder = newOrder(true);
const net = '93.02';
const settledOrder = { ...followedOrder, owed: net };

type PayoutPart = Partial<NonNullable<StageParts['payout']>>;

/** Parts with an approved payout for arrived coins, before it is sent. */
const paidOrder = (parts: StageParts, state: PayoutState, payoutPart: PayoutPart = {}): StageParts => ({
  ...parts,
  payout: { state, amount: net, isReorganised: false, hasReturned: false, asksCustomer: false, ...payoutPart },
});
const returnedPart: PayoutPart = { hasReturned: true };
const reorganisedPart: PayoutPart = { isReorganised: true };
const refunded = (...refunds: RefundState[]): StageParts => ({ ...followedOrder, refunds });

type Case = readonly [sentence: string, status: OrderStatus, parts: StageParts, stage: OrderStage];

/** Runs each case as a test of its own. */
function tableOf(title: string, cases: readonly Case[]) {
  describe(title, () => {
    test.each(cases)('%s', (_sentence, status, parts, stage) => {
      expect(stageOf({ status, ...parts })).toBe(stage);
    });
  });
}

tableOf('before the decision', [
  ['a sale at a shared address and an exchange are looked at by hand', 'pending', byHand, 'by_hand'],
  ['it stays so while the team works on it', 'processing', byHand, 'by_hand'],
  ['and once the team named what came for it', 'pending', { ...byHand, owed: net }, 'by_hand'],
  ['and whatever is asked about coins that no one follows', 'pending', { ...byHand, asked: 'team' }, 'by_hand'],
  ['coins at an address of its own are followed', 'pending', followedOrder, 'confirming'],
  [
    'the customer is asked where too little or too late came',
    'pending',
    { ...followedOrder, asked: 'customer' },
    'short',
  ],
  ['the team is asked where the rules leave it open', 'pending', { ...followedOrder, asked: 'team' }, 'question'],
  ['what is settled can be decided', 'pending', settledOrder, 'confirmed'],
  ['also by a member who works on it', 'processing', settledOrder, 'confirmed'],
  ['a question about a sale that is settled comes first', 'processing', { ...settledOrder, asked: 'team' }, 'question'],
  ['a payout that was cancelled leaves the coins', 'processing', paidOrder(settledOrder, 'cancelled'), 'confirmed'],
]);

tableOf('from the approval to the bank', [
  ['an approved payout waits for a batch', 'processing', paidOrder({ ...byHand, owed: net }, 'due'), 'approved'],
  ['also that of a sale at an address of its own', 'processing', paidOrder(settledOrder, 'due'), 'approved'],
  [
    'also where another sum is owed beside it',
    'processing',
    paidOrder({ ...followedOrder, owed: '186.04' }, 'due'),
    'approved',
  ],
  [
    'its amount is compared, and not its digits',
    'processing',
    paidOrder({ ...followedOrder, owed: '93.020' }, 'due'),
    'approved',
  ],
  ['it is in a batch', 'processing', paidOrder(followedOrder, 'batched'), 'batched'],
  ['whose file may leave', 'processing', paidOrder(followedOrder, 'released'), 'released'],
  ['a member holds it', 'processing', paidOrder(settledOrder, 'held'), 'on_hold'],
  ['it is sent, and its order waits for the statement', 'processing', paidOrder(followedOrder, 'sent'), 'sent'],
  [
    'what came back meanwhile asks for another account',
    'processing',
    paidOrder(settledOrder, 'returned', { ...returnedPart, asksCustomer: true }),
    'details_needed',
  ],
  ['or waits for the team', 'processing', paidOrder(settledOrder, 'returned', returnedPart), 'returned'],
  ['and is paid again', 'processing', paidOrder(settledOrder, 'due', returnedPart), 'approved_again'],
  [
    'a payout that settles completes its order in the same move',
    'processing',
    paidOrder(settledOrder, 'settled'),
    'sent',
  ],
]);

tableOf('after a reorganisation', [
  [
    'an approved payout waits for the team',
    'processing',
    paidOrder({ ...followedOrder, asked: 'team' }, 'due', reorganisedPart),
    'question',
  ],
  [
    'as one does that is held',
    'processing',
    paidOrder({ ...followedOrder, asked: 'team' }, 'held', reorganisedPart),
    'question',
  ],
  ['and one that nothing is owed for, whatever it says', 'processing', paidOrder(followedOrder, 'due'), 'confirming'],
  ['also where a member holds it', 'processing', paidOrder({ ...followedOrder, asked: 'team' }, 'held'), 'question'],
  [
    'a payout of more than is owed is not ready',
    'processing',
    paidOrder({ ...followedOrder, owed: '93.01' }, 'due'),
    'confirmed',
  ],
  ['coins that come again are followed', 'processing', paidOrder(followedOrder, 'held', reorganisedPart), 'confirming'],
  [
    'and are approved once more when they are settled',
    'processing',
    paidOrder(settledOrder, 'held', reorganisedPart),
    'confirmed',
  ],
  ['after which the payout waits for a batch', 'processing', paidOrder(settledOrder, 'due'), 'approved'],
  [
    'at a shared address the team is asked in any case',
    'processing',
    paidOrder(byHand, 'due', reorganisedPart),
    'question',
  ],
  [
    'until it named other coins',
    'processing',
    paidOrder({ ...byHand, owed: net }, 'due', reorganisedPart),
    'confirmed',
  ],
  [
    'a batch that was prepared keeps its lines',
    'processing',
    paidOrder(followedOrder, 'batched', reorganisedPart),
    'batched',
  ],
  ['what was released is on its way', 'processing', paidOrder(followedOrder, 'released', reorganisedPart), 'released'],
]);

tableOf('a completed order', [
  ['from before payouts were recorded was sent', 'completed', byHand, 'sent'],
  ['was handed to the bank', 'completed', paidOrder(settledOrder, 'sent'), 'sent'],
  ['was booked by the bank', 'completed', paidOrder(settledOrder, 'settled'), 'settled'],
  [
    'came back, and its customer is asked',
    'completed',
    paidOrder(settledOrder, 'returned', { ...returnedPart, asksCustomer: true }),
    'details_needed',
  ],
  [
    'came back, and its customer is not asked',
    'completed',
    paidOrder(settledOrder, 'returned', returnedPart),
    'returned',
  ],
  ['is paid again', 'completed', paidOrder(settledOrder, 'due', returnedPart), 'approved_again'],
  ['is in its second batch', 'completed', paidOrder(settledOrder, 'batched', returnedPart), 'batched'],
  ['whose file may leave', 'completed', paidOrder(settledOrder, 'released', returnedPart), 'released'],
  ['is held before it is paid again', 'completed', paidOrder(settledOrder, 'held', returnedPart), 'on_hold'],
  ['was sent again', 'completed', paidOrder(settledOrder, 'sent', returnedPart), 'sent'],
  ['arrived the second time', 'completed', paidOrder(settledOrder, 'settled', returnedPart), 'settled'],
  ['was sent back as a whole', 'completed', paidOrder(settledOrder, 'reversed'), 'reversed'],
  [
    'keeps its stage whatever becomes of the coins',
    'completed',
    paidOrder({ ...followedOrder, asked: 'team' }, 'sent', reorganisedPart),
    'sent',
  ],
  [
    'keeps its stage whatever is refunded',
    'completed',
    { ...paidOrder(settledOrder, 'sent'), refunds: ['confirmed'] },
    'sent',
  ],
]);

tableOf('a refused order', [
  ['is over', 'rejected', byHand, 'closed'],
  ['is over with its payout', 'failed', paidOrder(settledOrder, 'cancelled'), 'closed'],
  ['waits for its refund', 'rejected', refunded('due'), 'refund_due'],
  ['waits for it while it is approved', 'failed', refunded('approved'), 'refund_due'],
  ['has sent it', 'failed', refunded('sent'), 'refund_sent'],
  ['has sent it for good', 'failed', refunded('confirmed'), 'refunded'],
  ['is over where its refund was taken back', 'failed', refunded('cancelled'), 'closed'],
  ['waits for the second refund though the first has arrived', 'failed', refunded('confirmed', 'due'), 'refund_due'],
  ['follows the second refund to the chain', 'failed', refunded('confirmed', 'sent', 'cancelled'), 'refund_sent'],
  ['is refunded once both have arrived', 'rejected', refunded('confirmed', 'confirmed'), 'refunded'],
]);

const anyParts = fc.record({
  status: fc.constantFrom(...orderStatuses),
  isFollowed: fc.boolean(),
  asked: fc.constantFrom(null, ...asked),
  owed: fc.constantFrom('0', '93.01999999', net, '186.04'),
  payout: fc.option(
    fc.record({
      state: fc.constantFrom(...payoutStates),
      amount: fc.constant(net),
      isReorganised: fc.boolean(),
      hasReturned: fc.boolean(),
      asksCustomer: fc.boolean(),
    }),
  ),
  refunds: fc.array(fc.constantFrom(...refundStates), { maxLength: 4 }),
});

test('an order has exactly one stage, which belongs to its status', () => {
  fc.assert(
    fc.property(anyParts, (input) => {
      expect(stagesOf[input.status]).toContain(stageOf(input));
      const refunds = input.refunds.toReversed();
      expect(stageOf({ ...input, refunds })).toBe(stageOf(input));
    }),
  );
});

test('every stage can be reached, and belongs to a status', () => {
  const reachedStages = new Set(fc.sample(anyParts, 5_000).map(stageOf));
  expect([...reachedStages].toSorted()).toEqual([...orderStages].toSorted());
  expect(new Set(Object.values(stagesOf).flat())).toEqual(new Set(orderStages));
});
