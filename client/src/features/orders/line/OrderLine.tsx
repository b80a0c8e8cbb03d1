import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { OwnDeposit } from '#client/features/deposits/deposits.queries.ts';
import { RefundAddressForm } from '#client/features/refunds/components/RefundAddressForm.tsx';
import { ExplorerLink, useExplorers } from '#client/features/settings/components/ExplorerLink.tsx';
import { SendMissing } from '#client/features/settlements/components/SendMissing.tsx';
import { requestHelp } from '#client/lib/browser/help-events.ts';
import { formatCrypto } from '#client/lib/format/format.ts';
import { isolated } from '#client/lib/i18n/isolated.ts';
import { shortAddress } from '#client/ui/data/AddressBlock.tsx';
import { CopyButton } from '#client/ui/data/CopyButton.tsx';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { refundOf } from '#shared/orders/line/line.ts';
import type { RefundView } from '#shared/orders/orders.refund.ts';
import { coinById } from '#shared/reference/coins.ts';
import { transactionUrl } from '#shared/settings/settings.explorers.ts';
import { AwaitingProof } from '../components/AwaitingProof.tsx';
import { useNotes } from '../components/useNotes.ts';
import type { OrderDetails } from '../orders.queries.ts';
import { CopyAddress } from './CopyAddress.tsx';
import { Decision } from './Decision.tsx';
import { MoneyLine } from './MoneyLine.tsx';
import { StateAction, TalkButton } from './OrderActions.tsx';
import type { Followed } from './useLine.ts';

interface OrderLineProps {
  details: OrderDetails;
  followed: Followed;
  /** The customer sends what is missing, or chooses again. */
  onTopUp: (isToppingUp: boolean) => void;
  /** The chat opens beside the page, which the dialog would cover. */
  onLeave: () => void;
}

/** An order that exists: its line of money, and in it or below it what its state asks for. */
export function OrderLine({ details, followed, onTopUp, onLeave }: OrderLineProps) {
  const { t } = useTranslation(['deposits', 'orders.line']);
  const { line, source } = followed;
  const { deposit } = source;
  const { state } = line;
  const refund = refundOf(source);
  const reason = useNotes().adminNotesOf(details);
  const simulated = deposit?.isSimulated && <Note tone="warning">{t('simulated')}</Note>;
  const shown = { line, source };
  const isAsked = details.asked !== null && Date.parse(details.asked.until) > source.now;
  // Beside what its state asks for.
  const question = isAsked && details.asked && (
    <>
      <Question text={details.asked.text} />
      <TalkButton {...{ details, onLeave }} variant="outline" text={t('orders.line:action.answer')} />
    </>
  );
  if ((state === 'short' || state === 'late') && deposit && deposit.choices.length > 0)
    return (
      <>
        {simulated}
        {question}
        <Decision {...{ details, deposit, line, source }} onTopUp={() => onTopUp(true)} />
      </>
    );
  if (state === 'top_up' && deposit)
    return (
      <>
        {question}
        <TopUp {...{ details, deposit, line, source }} onBack={() => onTopUp(false)} />
      </>
    );
  if (refund && (state === 'refund_address' || state === 'rejected_coins' || state === 'refund_code'))
    return (
      <>
        <MoneyLine {...shown} isBrief reason={state === 'rejected_coins' ? reason : null} />
        <RefundAddressForm refund={refund} amount={coinsOf(refund)} onStored={() => undefined} />
      </>
    );
  if (state === 'proof')
    return (
      <>
        <MoneyLine {...shown} />
        <AwaitingProof details={details} />
      </>
    );
  const isRejected = state === 'rejected' || state === 'rejected_sent';
  return (
    <>
      {simulated}
      <MoneyLine
        {...shown}
        reason={isRejected ? reason : null}
        rows={state === 'asked' && details.asked && <Question text={details.asked.text} />}
        action={<StateAction {...{ state, details, onLeave }} />}
      />
      {refund && <RefundMore refund={refund} />}
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
  Pick<Followed, 'line' | 'source'> & {
    deposit: OwnDeposit;
    onBack: () => void;
  };

/** The rest of the coins is still to come: the address once more, unless it was stopped, and the way back to the choice. */
function TopUp({ details, deposit, line, source, onBack }: TopUpProps) {
  const { t } = useTranslation('settlements');
  const { address } = deposit;
  const action = (
    <>
      {address !== '' && <CopyAddress address={address} variant="filled" />}
      <Button text={t('chooseAgain')} onClick={onBack} />
    </>
  );
  return (
    <>
      {address === '' && <Note tone="danger">{t('noAddress')}</Note>}
      <MoneyLine line={line} source={source} action={action} />
      {address !== '' && <SendMissing details={details} deposit={deposit} />}
    </>
  );
}

const coinsOf = ({ amount, cryptoId }: RefundView) => formatCrypto(amount, coinById(cryptoId)?.symbol ?? '');

/** Steps that are left for a refund on its way, and where it is seen. */
function RefundMore({ refund }: { refund: RefundView }): ReactNode {
  const { t, i18n } = useTranslation(['refunds', 'orders', 'orders.line']);
  const [isChanging, setChanging] = useState(false);
  const explorers = useExplorers();
  const { state, cryptoId, transactionHash } = refund;
  // More came than is paid for: its own refund has no line of its own.
  if (isChanging || (state === 'due' && refund.address === null))
    return (
      <RefundAddressForm refund={refund} amount={coinsOf(refund)} heading="h3" onStored={() => setChanging(false)} />
    );
  if (state === 'due') return <Button text={t('change')} className="self-start" onClick={() => setChanging(true)} />;
  const explorer = transactionHash ? transactionUrl(explorers, cryptoId, transactionHash) : undefined;
  return (
    <div className="no-print flex flex-col gap-1 text-sm text-muted">
      {transactionHash && (
        <div className="flex flex-wrap items-center gap-x-3">
          <span>{t('orders.line:transaction', isolated({ hash: shortAddress(transactionHash) }, i18n.dir()))}</span>
          <CopyButton text={transactionHash} label={t('orders:copyHash')} />
          {explorer && <ExplorerLink href={explorer}>{t('orders:explorer')}</ExplorerLink>}
        </div>
      )}
      {state !== 'confirmed' && (
        <p className="flex flex-wrap items-center gap-x-3">
          {t('wrong')}
          <Button text={t('write')} variant="ghost" size="small" onClick={() => requestHelp('openSupportChat')} />
        </p>
      )}
    </div>
  );
}
