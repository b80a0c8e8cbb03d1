import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { RefundAddressForm } from '#client/features/refunds/components/RefundAddressForm.tsx';
import { ExplorerLink, useExplorers } from '#client/features/settings/components/ExplorerLink.tsx';
import { requestHelp } from '#client/lib/browser/help-events.ts';
import { formatCrypto } from '#client/lib/format/format.ts';
import { isolateValues } from '#client/lib/i18n/isolated.ts';
import { shortAddress } from '#client/ui/data/AddressBlock.tsx';
import { CopyButton } from '#client/ui/data/CopyButton.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import type { LineState } from '#shared/orders/line/line.states.ts';
import type { RefundView } from '#shared/orders/orders.refund.ts';
import { coinById } from '#shared/reference/coins.ts';
import { transactionUrl } from '#shared/settings/settings.explorers.ts';
import { useNotes } from '../components/useNotes.ts';
import type { OrderDetails } from '../orders.queries.ts';
import { MoneyLine, Reason } from './MoneyLine.tsx';
import type { FollowedLine } from './useLine.ts';
import { useLineTexts } from './useLineTexts.ts';

/** States that ask for the address to which the coins go back, or for its code. */
const askingStates: readonly LineState[] = ['refund_address', 'rejected_coins', 'refund_code'];
/** True for the states in which the customer still has to name an address or a code for the coins to be returned. */
export const asksForAddress = (state: LineState): boolean => askingStates.includes(state);

interface RefundLineProps {
  details: OrderDetails;
  followed: FollowedLine;
  refund: RefundView;
  /** `undefined` if the dialog around it shows the sentence. */
  heading?: 'h2';
}

/**
 * Coins of an order that go back: its money line, above it the form for the address, or below it the link to the
 * transfer.
 */
export function RefundLine({ details, followed, refund, heading: Heading }: RefundLineProps) {
  const { state } = followed.line;
  const reason = useNotes().adminNotesOf(details);
  const { sentence, detail } = useLineTexts(followed.line, followed.source);
  if (!asksForAddress(state))
    return (
      <div className="flex flex-col gap-4">
        <MoneyLine {...followed} heading={Heading} />
        <RefundMore refund={refund} isAlone />
      </div>
    );
  // The form comes first: on a phone its button must be in view.
  return (
    <div className="flex flex-col gap-4">
      {Heading && <Heading className="text-lg">{sentence}</Heading>}
      {state === 'rejected_coins' && (
        <div>
          {reason && <Reason text={reason} />}
          {/* Shown before the address is asked for. */}
          <p className="line-detail">{detail}</p>
        </div>
      )}
      <RefundAddressForm refund={refund} amount={coinsOf(refund)} onStored={() => undefined} />
      <MoneyLine {...followed} isBrief />
    </div>
  );
}

const coinsOf = ({ amount, cryptoId }: RefundView) => formatCrypto(amount, coinById(cryptoId)?.symbol ?? '');

interface RefundMoreProps {
  refund: RefundView;
  /** States in which no foot of a dialog has a button that opens the chat. */
  isAlone?: boolean;
}

/** The remaining steps of a refund on its way, and the link to its transfer. */
export function RefundMore({ refund, isAlone = false }: RefundMoreProps): ReactNode {
  const { t, i18n } = useTranslation(['refunds', 'orders', 'orders.line']);
  const [isChanging, setChanging] = useState(false);
  const explorers = useExplorers();
  const { state, cryptoId, transactionHash } = refund;
  // Where more coins arrived than are paid for, the line above is about the payout.
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
          <span>
            {t('orders.line:transaction', isolateValues({ hash: shortAddress(transactionHash) }, i18n.dir()))}
          </span>
          <CopyButton text={transactionHash} label={t('orders:copyHash')} />
          {explorer && <ExplorerLink href={explorer}>{t('orders:explorer')}</ExplorerLink>}
        </div>
      )}
      {isAlone && state !== 'confirmed' && (
        <p className="flex flex-wrap items-center gap-x-3">
          {t('wrong')}
          <Button text={t('write')} variant="ghost" size="small" onClick={() => requestHelp('openSupportChat')} />
        </p>
      )}
    </div>
  );
}
