import { useTranslation } from 'react-i18next';
import type { OwnDeposit } from '#client/features/deposits/deposits.queries.ts';
import { SendMissing } from '#client/features/settlements/components/SendMissing.tsx';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { refundOf } from '#shared/orders/line/line.ts';
import { AwaitingProof } from '../components/AwaitingProof.tsx';
import { useNotes } from '../components/useNotes.ts';
import type { OrderDetails } from '../orders.queries.ts';
import { CopyAddress } from './CopyAddress.tsx';
import { Decision } from './Decision.tsx';
import { LineSum } from './LineSum.tsx';
import { LineClock, MoneyLine } from './MoneyLine.tsx';
import { StateAction, TalkButton } from './OrderActions.tsx';
import { asksForAddress, RefundLine, RefundMore } from './RefundLine.tsx';
import type { FollowedLine } from './useLine.ts';

interface OrderLineProps {
  details: OrderDetails;
  followed: FollowedLine;
  /** Runs when the customer sends the missing coins, or chooses again. */
  onTopUp: (isToppingUp: boolean) => void;
  /** The chat opens beside the page; the dialog would cover it. */
  onLeave: () => void;
}

/** An existing order: its money line, and in or below it the input that its state asks for. */
export function OrderLine({ details, followed, onTopUp, onLeave }: OrderLineProps) {
  const { t } = useTranslation(['deposits', 'orders.line']);
  const { line, source } = followed;
  const { deposit } = source;
  const { state } = line;
  const refund = refundOf(source);
  const reason = useNotes().adminNotesOf(details);
  const simulatedNote = deposit?.isSimulated && <Note tone="warning">{t('simulated')}</Note>;
  const lineWithSource = { line, source };
  const isAsked = details.asked !== null && Date.parse(details.asked.until) > source.now;
  // Shown next to the actions of the state.
  const question = isAsked && details.asked && (
    <>
      <Question text={details.asked.text} />
      <TalkButton details={details} onLeave={onLeave} variant="outline" text={t('orders.line:action.answer')} />
    </>
  );
  if ((state === 'short' || state === 'late') && deposit && deposit.choices.length > 0)
    return (
      <>
        {question}
        <Decision details={details} deposit={deposit} line={line} source={source} onTopUp={() => onTopUp(true)} />
        {simulatedNote}
      </>
    );
  if (state === 'top_up' && deposit)
    return (
      <>
        {question}
        <TopUp details={details} deposit={deposit} line={line} source={source} onBack={() => onTopUp(false)} />
      </>
    );
  if (refund && asksForAddress(state)) return <RefundLine details={details} followed={followed} refund={refund} />;
  if (state === 'proof') return <AwaitingProof {...lineWithSource} details={details} />;
  const isRejected = state === 'rejected' || state === 'rejected_sent';
  return (
    <>
      <MoneyLine
        {...lineWithSource}
        reason={isRejected ? reason : null}
        rows={state === 'asked' && details.asked && <Question text={details.asked.text} />}
        action={<StateAction state={state} details={details} onLeave={onLeave} />}
      />
      {refund && <RefundMore refund={refund} />}
      {simulatedNote}
    </>
  );
}

/** The question of the team in its own words. */
function Question({ text }: { text: string }) {
  return (
    <blockquote dir="auto" className="mt-4 border-s-4 border-pending ps-4 whitespace-pre-line wrap-anywhere">
      {text}
    </blockquote>
  );
}

type TopUpProps = Pick<OrderLineProps, 'details'> &
  Pick<FollowedLine, 'line' | 'source'> & {
    deposit: OwnDeposit;
    onBack: () => void;
  };

/**
 * The missing coins are still to come: the address once more, unless it was stopped, and a button back to the choice.
 */
function TopUp({ details, deposit, line, source, onBack }: TopUpProps) {
  const { t } = useTranslation('settlements');
  const { address } = deposit;
  const chooseAgainButton = <Button text={t('chooseAgain')} onClick={onBack} />;
  if (address === '')
    return (
      <>
        <Note tone="danger">{t('noAddress')}</Note>
        <MoneyLine line={line} source={source} action={chooseAgainButton} />
      </>
    );
  return (
    <>
      <div className="line">
        <LineSum line={line} source={source} />
      </div>
      <LineClock line={line} source={source} />
      <SendMissing details={details} deposit={deposit}>
        <CopyAddress address={address} variant="filled" />
        {chooseAgainButton}
      </SendMissing>
      <MoneyLine line={line} source={source} sum={<></>} clock={null} />
    </>
  );
}
