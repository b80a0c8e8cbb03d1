import { useTranslation } from 'react-i18next';
import { formatCrypto, formatMoney, formatMoneyText } from '#client/lib/format/format.ts';
import { isolateValues } from '#client/lib/i18n/isolated.ts';
import { DottedRow, DottedRows, SlipFigure } from '#client/ui/brand/Slip.tsx';
import { lineRow } from '#shared/orders/line/line.states.ts';
import { refundOf, type Line } from '#shared/orders/line/line.ts';
import { netToPay } from '../components/orders.text.ts';
import { sentBack, symbolOf, valuesOf, type LineSource } from './line.values.ts';

interface LineSumProps {
  line: Line;
  source: LineSource;
}

/** Shows the amount of a line; a sum that will not be paid is struck through. */
export function LineSum({ line, source }: LineSumProps) {
  const { t, i18n } = useTranslation('orders.line');
  const { state } = line;
  const { sum } = lineRow(state);
  const { order, quote } = source;
  if (state === 'question' || state === 'asked') return <Coins source={source} />;
  if (sum === 'none' || (order === null && quote?.netAmount === null))
    return <AgreedSum state={state} source={source} />;
  const isStruck = sum === 'expired' || sum === 'reversed';
  const isCoins = sum === 'getBack' || sum === 'gotBack' || (sum === 'notSold' && order?.type !== 'fiat');
  const symbol = symbolOf(source);
  const refund = refundOf(source);
  const coins = refund ? sentBack(refund) : order?.settlement?.received || order?.amount || quote?.amount || 0;
  const paidNet = order ? netToPay(order) : (quote?.netAmount ?? 0);
  const currency = order?.payoutCurrency ?? quote?.currency ?? '';
  const isGiven = sum === 'notSold' && order?.type === 'fiat';
  const money = isGiven ? (order.inputAmount ?? order.amount) : paidNet;
  const unit = isCoins ? symbol : isGiven ? (order.fromCurrency ?? '') : currency;
  const text = isCoins ? formatCrypto(coins, '').trim() : formatMoney(money, unit);
  const { graceUntil } = valuesOf(line, source);
  // Without a grace period no time is named.
  const isTimeless = sum === 'graceOnly' && graceUntil === '';
  // The network fee is known once the coins were sent.
  const isLess = sum === 'getBack' && refund?.feeBy === 'customer' && refund.networkFee === null;
  const label = isGiven ? 'notExchanged' : isTimeless ? 'seenOnly' : isLess ? 'getBackLess' : sum;
  return (
    <div className="flex min-w-0 flex-col gap-0.5">
      <span className="text-sm text-muted">{t(`sum.${label}`, isolateValues({ graceUntil }, i18n.dir()))}</span>
      <SlipFigure text={text} unit={unit} isStruck={isStruck} />
      <AgreedSum state={state} source={source} />
      {isCoins && sum !== 'notSold' && <OfArrived source={source} />}
    </div>
  );
}

/** Everything that arrived, if only a part of it goes back. */
function OfArrived({ source }: Pick<LineSumProps, 'source'>) {
  const { t, i18n } = useTranslation('orders.line');
  const { deposit } = source;
  const refund = refundOf(source);
  if (!deposit || !refund || deposit.received <= refund.amount) return null;
  const receivedAmount = formatCrypto(deposit.received, symbolOf(source));
  return (
    <p className="text-sm text-muted">
      {t('coins.ofArrived', isolateValues({ received: receivedAmount }, i18n.dir()))}
    </p>
  );
}

/** Arrived and agreed coins, while no sum is certain. */
function Coins({ source }: Pick<LineSumProps, 'source'>) {
  const { t } = useTranslation('orders.line');
  const { order, deposit } = source;
  if (order?.type !== 'sell' || !deposit || deposit.received === 0) return null;
  const symbol = symbolOf(source);
  return (
    <DottedRows>
      <DottedRow label={t('coins.arrived')}>{formatCrypto(deposit.received, symbol)}</DottedRow>
      <DottedRow label={t('coins.agreed')}>{formatCrypto(deposit.agreed, symbol)}</DottedRow>
    </DottedRows>
  );
}

/** The agreed sum, if another one is paid or may be paid. */
function AgreedSum({ state, source: { order } }: { state: Line['state']; source: LineSource }) {
  const { t } = useTranslation('orders.line');
  if (!order) return null;
  const isOther = (state === 'less' || state === 'over') && netToPay(order) !== order.payoutAmount;
  if (!isOther && state !== 'late') return null;
  const amount = formatMoneyText(order.payoutAmount, order.payoutCurrency);
  const [textBefore, textAfter] = t('agreed', { amount }).split(amount);
  return (
    <p className="text-sm text-muted">
      {textBefore}
      <s>{amount}</s>
      {textAfter}
    </p>
  );
}
