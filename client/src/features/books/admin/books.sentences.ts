import type { ParseKeys } from 'i18next';
import { formatList } from '#client/lib/format/list.ts';
import { parseAccount, type AccountKind, type EntryKind } from '#shared/book/book.accounts.ts';
import { decimal, toText, zero, type Decimal } from '#shared/kernel/money.ts';
import type { Entry } from '../books.queries.ts';
import { amountText, type AccountText, type Translate } from './books.text.ts';

type Line = Entry['lines'][number];
type EntryParts = Pick<Entry, 'kind' | 'lines' | 'order' | 'batch'>;

const isCost = (account: string) => account.startsWith('cost:');
const kindOf = (account: string): AccountKind | undefined => parseAccount(account)?.kind;

/** The sum of some lines by unit, such as `0.0125 BTC` or `0.0125 BTC and $10.00 USD`. */
function sumText(lines: readonly Line[]): string {
  const sums = new Map<string, Decimal>();
  for (const { unit, amount } of lines) sums.set(unit, (sums.get(unit) ?? zero).plus(decimal(amount)));
  return formatList([...sums].map(([unit, sum]) => amountText(toText(sum), unit)));
}

/** Maps a kind of entry to the key of its sentence; without an order or a batch it takes the second key. */
const sentences: Partial<Record<EntryKind, readonly ParseKeys<'books.admin'>[]>> = {
  'transfer.arrived': ['sentence.arrived', 'sentence.arrivedAlone'],
  'transfer.reorganised': ['sentence.reorganised'],
  claim: ['sentence.claimed', 'sentence.claimedAlone'],
  stated: ['sentence.stated', 'sentence.statedAlone'],
  'refund.due': ['sentence.refundDue'],
  'refund.cancelled': ['sentence.refundCancelled'],
  'refund.sent': ['sentence.refundSent'],
  'attempt.made': ['sentence.attemptMade', 'sentence.attemptMadeByHand'],
  'attempt.void': ['sentence.attemptVoid', 'sentence.attemptVoidByHand'],
  'attempt.sent': ['sentence.attemptSent', 'sentence.attemptSentByHand'],
  'attempt.returned': ['sentence.attemptReturned'],
  'order.reversed': ['sentence.orderReversed'],
  'order.ended': ['sentence.orderEnded'],
  extra: ['sentence.extra'],
  kept: ['sentence.kept'],
  'line.matched': ['sentence.lineMatched'],
  'money.back': ['sentence.moneyBack'],
};

const ofBatch: readonly EntryKind[] = ['attempt.made', 'attempt.void', 'attempt.sent'];

function settledText({ lines }: EntryParts, translate: Translate): string {
  const boughtLines = lines.filter(({ to }) => to === 'position');
  const owedLines = lines.filter(({ to }) => kindOf(to) === 'owed');
  const fees = lines.filter(({ to }) => to === 'fees');
  const texts = { given: sumText(boughtLines), net: sumText(owedLines) };
  if (fees.length === 0) return translate('sentence.settledWithoutFee', texts);
  return translate('sentence.settled', { ...texts, gross: sumText([...owedLines, ...fees]), fee: sumText(fees) });
}

/** Names the accounts that a line left and reached. On the wire `from` is the account that it reached. */
const movedText = ({ from, to, unit, amount }: Line, translate: Translate, accountText: AccountText): string =>
  translate('sentence.moved', { amount: amountText(amount, unit), left: accountText(to), reached: accountText(from) });

/** An entry as a sentence, without debit and credit: `0.0125 BTC arrived for LF-7K3M-Q2`. */
export function sentenceOf(entry: EntryParts, translate: Translate, accountText: AccountText): string {
  const { kind, order, batch } = entry;
  if (kind === 'settled') return settledText(entry, translate);
  const [sentence, aloneKey = sentence] = sentences[kind] ?? [];
  if (sentence === undefined) return formatList(entry.lines.map((line) => movedText(line, translate, accountText)));
  const costs = entry.lines.filter(({ from }) => isCost(from));
  const lines = entry.lines.filter(({ from }) => !isCost(from));
  const reference = ofBatch.includes(kind) ? batch?.reference : order?.reference;
  const text = translate(reference === undefined ? (aloneKey ?? sentence) : sentence, {
    amount: sumText(lines),
    reference: reference ?? '',
  });
  return costs.length > 0 ? translate('sentence.withFee', { sentence: text, fee: sumText(costs) }) : text;
}
