import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyAddress } from '#client/features/orders/line/CopyAddress.tsx';
import { requestHelp } from '#client/lib/browser/help-events.ts';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { Button, ButtonLink } from '#client/ui/form/Button.tsx';
import type { LineState } from '#shared/orders/line/line.states.ts';
import type { SellWizard } from '../components/useSellWizard.ts';
import type { SellQuote } from '../sell.queries.ts';
import { CancelSale } from './CancelSale.tsx';

/** True until any coins are seen: the page then shows the address first. */
export const isBeforeSeen = (state: LineState): boolean =>
  state === 'waiting' || state === 'waiting_photo' || state === 'lock_ended' || state === 'lock_ended_photo';

/** Starts a new sale of the amount at today's rate; coins that arrive for the old one are still recorded. */
export function startAgain({ update, go }: SellWizard): void {
  update({ quoteId: undefined, sent: false });
  go(2);
}

/** A link to the dashboard at the end of the bar, for a screen without a next step. */
export function ToDashboard({ text }: { text: string }) {
  return (
    <>
      <span className="max-sm:hidden" />
      <ButtonLink text={text} variant="filled" to="/dashboard" />
    </>
  );
}

interface BarProps {
  quote: SellQuote;
  wizard: SellWizard;
  state: LineState;
  amount: string;
  onProve: () => void;
}

/** The button of the step, and the back button while coins are still to be sent. */
export function SaleBar({ quote, wizard, state, amount, onProve }: BarProps) {
  const { t } = useTranslation(['sell', 'orders.line']);
  const backButton = <Button onClick={() => wizard.go(3)}>{t('back')}</Button>;
  if (state === 'lock_ended' || state === 'expired' || (state === 'stopped' && quote.isOwn))
    return (
      <>
        {backButton}
        <Button variant="filled" onClick={() => startAgain(wizard)}>
          {state === 'stopped' ? t('orders.line:action.startNew') : t('orders.line:action.newRate', { amount })}
        </Button>
      </>
    );
  if (!isBeforeSeen(state) && quote.isOwn) return <ToDashboard text={t('orders.line:action.dashboard')} />;
  return (
    <>
      {backButton}
      {quote.isOwn ? (
        <CopyAddress address={quote.deposit.address} variant="filled" />
      ) : (
        <Button variant="filled" onClick={() => prove(quote, wizard, onProve)}>
          {t('confirm.next', { amount })}
        </Button>
      )}
    </>
  );
}

/** The photo needs an account to pay to: it may have been left out on another device. */
function prove(quote: SellQuote, { draft, update, go }: SellWizard, onProve: () => void): void {
  const isKnown = quote.isOwn && quote.paymentDetails !== null;
  const hasAccount = isKnown || Boolean(draft.account.accountName && draft.account.accountNumber);
  if (!hasAccount) return go(3);
  update({ sent: true });
  return onProve();
}

interface DetoursProps {
  quote: SellQuote;
  wizard: SellWizard;
  userId: string;
  onProve: () => void;
}

/** Links that few customers need: a photo although the coins are detected, and the cancellation of the sale. */
export function Detours({ quote, wizard, userId, onProve }: DetoursProps) {
  const { t } = useTranslation('sell');
  const [isAsking, setAsking] = useState(false);
  return (
    <div className="flex flex-col items-start">
      {quote.isOwn && (
        <Button
          text={t('follow.upload')}
          variant="ghost"
          className="-ms-2"
          onClick={() => prove(quote, wizard, onProve)}
        />
      )}
      {!wizard.draft.sent && (
        <Button text={t('confirm.drop')} variant="ghost" className="-ms-2" onClick={() => setAsking(true)} />
      )}
      {isAsking && <CancelSale quote={quote} userId={userId} onClose={() => setAsking(false)} />}
    </div>
  );
}

/** Replaces address, QR code and copy buttons once the address was stopped. */
export function StoppedAddress({ isOwn }: { isOwn: boolean }) {
  const { t } = useTranslation('sell');
  return (
    <section aria-label={t('deposit.label')}>
      <Note
        tone="danger"
        announce
        action={<Button onClick={() => requestHelp('openSupportChat')}>{t('deposit.stopped.contact')}</Button>}
      >
        <p className="font-semibold">{t('deposit.stopped.text')}</p>
        {/* For an own address the line above shows both. */}
        {!isOwn && (
          <ul className="mt-2 flex list-disc flex-col gap-1 ps-5">
            <li>{t('deposit.stopped.unsent')}</li>
            <li>{t('deposit.stopped.sent')}</li>
          </ul>
        )}
      </Note>
    </section>
  );
}
