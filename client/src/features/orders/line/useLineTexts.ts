import { useTranslation } from 'react-i18next';
import { isolateValues } from '#client/lib/i18n/isolated.ts';
import { refundOf, type Line } from '#shared/orders/line/line.ts';
import { railWordsOf } from '#shared/reference/rails.ts';
import { depthOf, methodOf, valuesOf, type LineSource } from './line.values.ts';
import { accountWordOf, wordsOf } from './line.words.ts';

/** The sentence of a line and the line below it. */
export function useLineTexts(line: Line, source: LineSource): { sentence: string; detail: string } {
  const { t, i18n } = useTranslation('orders.line');
  const values = isolateValues(valuesOf(line, source), i18n.dir());
  const { sentence, detail } = wordsOf(line.state, methodOf(source));
  const isExchange = source.order?.type === 'fiat';
  const depth = depthOf(line, source);
  const isDeep = sentence === 'refundSent' && depth !== undefined && depth.confirmations >= depth.required;
  const sentenceKey =
    isExchange && sentence === 'rejected' ? 'rejectedExchange' : isDeep ? 'refundConfirmed' : sentence;
  const refund = refundOf(source);
  const refundDetail = refund?.feeBy === 'customer' && detail === 'refundTo' ? 'refundToLess' : detail;
  const detailKey = isExchange && refundDetail === 'rejectedSent' ? 'rejectedPaid' : refundDetail;
  // A photo opens the order of a shared address: its transfers are not detected by themselves.
  const isUnseen = detail === 'stopped' && source.lock?.isOwn === false;
  const isUnread = detail === 'photo' && source.deposit?.isRead !== true;
  // A stored copy does not contain the address.
  const isUnaddressed = detail === 'refundTo' && !refund?.address;
  const because = detail === 'account' ? whyReturned(source) : undefined;
  return {
    sentence: t(`sentence.${sentenceKey}`, values),
    detail:
      detailKey && !isUnseen && !isUnaddressed
        ? t(`detail.${because ?? (isUnread ? 'byHand' : detailKey)}`, values)
        : '',
  };
}

const returnedDetails = {
  account_closed: 'accountClosed',
  wrong_account: 'accountWrong',
  name: 'accountName',
} as const;

/** Returns which text says why money came back; mobile money names a number where a bank names an account. */
function whyReturned(source: LineSource) {
  const reason = source.order?.payout?.returnedBecause;
  const isKnown = reason && reason !== 'other';
  if (accountWordOf(methodOf(source)) === 'number')
    return !isKnown ? 'number' : reason === 'name' ? 'numberName' : 'numberRefused';
  if (!isKnown) return undefined;
  const reasonText = returnedDetails[reason];
  return railWordsOf(methodOf(source)) === 'bank' ? reasonText : (`${reasonText}ByRail` as const);
}
