import { MessageCircle } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { DepositChoice } from '#client/features/settlements/components/DepositChoice.tsx';
import { requestHelp } from '#client/lib/browser/help-events.ts';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { Button, ButtonLink } from '#client/ui/form/Button.tsx';
import { isOpen, isRefused } from '#shared/orders/orders.lifecycle.ts';
import { isRefundStage } from '#shared/orders/orders.stages.ts';
import { isCopy } from '../orders.offline.ts';
import type { OrderDetails } from '../orders.queries.ts';
import { givenOf, orderAgain, payoutValues, useArrival } from './orders.text.ts';
import { useNotes } from './useNotes.ts';

interface WhatHappensNowProps {
  details: OrderDetails;
  /** The chat opens beside the page, which the dialog would cover. */
  onLeave: () => void;
}

/** Where the money is: until when it arrives, that it is late, or what happens to what was sent for a refused order. */
export function WhatHappensNow({ details, onLeave }: WhatHappensNowProps) {
  const { t } = useTranslation('orders');
  const arrival = useArrival(details);
  if (isRefused(details.status)) return <Refused details={details} onLeave={onLeave} />;
  if (details.stage === 'question') return <Note>{t('next.question')}</Note>;
  if (!arrival) return null;
  const { text, isLate } = arrival;
  const isReturned = details.payout?.state === 'returned';
  return (
    <section
      aria-labelledby="arrival"
      className={
        isLate || isReturned ? 'card flex flex-col gap-3 border-pending/45 bg-pending-soft p-4' : 'flex flex-col gap-1'
      }
    >
      <h3 id="arrival" className="text-base">
        {text}
      </h3>
      {isLate && (
        <>
          <p className="text-sm">{t('arrival.lateText')}</p>
          <TalkToSupport details={details} onLeave={onLeave} />
        </>
      )}
      {isReturned && <p className="text-sm">{t('payout.returned.text', payoutValues(details))}</p>}
      {details.stage === 'details_needed' && (
        <ButtonLink text={t('checkAccount')} variant="filled" to={`/transactions/${details.id}/account`} />
      )}
    </section>
  );
}

function Refused({ details, onLeave }: WhatHappensNowProps) {
  const { t } = useTranslation('orders');
  const reason = useNotes().adminNotesOf(details);
  const key = !details.settlement && details.paymentProofFiles.length === 0 ? 'unproven' : details.type;
  return (
    <section
      aria-labelledby="next"
      className={isRefundStage(details.stage) ? 'flex flex-col gap-4' : 'card flex flex-col gap-4 p-4 md:p-6'}
    >
      <div className="flex flex-col gap-2">
        <h3 id="next" className="text-lg">
          {t('next.title')}
        </h3>
        {isRefundStage(details.stage) ? (
          <DepositChoice details={details} />
        ) : (
          <p>{t(`next.${key}`, { amount: givenOf(details) })}</p>
        )}
        {reason && (
          <p className="text-sm text-muted">
            {t('next.reason')} <bdi className="whitespace-pre-line text-ink wrap-anywhere">{reason}</bdi>
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-3">
        <TalkToSupport details={details} onLeave={onLeave} />
        <OrderAgain details={details} className="max-sm:w-full" />
      </div>
    </section>
  );
}

function TalkToSupport({ details: { id, reference, stage }, onLeave }: WhatHappensNowProps) {
  const { t } = useTranslation('orders');
  return (
    <Button
      text={t('next.talk', { reference })}
      variant={isRefundStage(stage) ? 'outline' : 'filled'}
      className="max-sm:w-full"
      icon={<MessageCircle className="size-4 max-sm:hidden" />}
      onClick={() => {
        onLeave();
        requestHelp('openSupportChat', { id, reference });
      }}
    />
  );
}

/** The same sale or exchange once more, with amount and account filled in; not from a copy, which has no account. */
export function OrderAgain({ details, className }: { details: OrderDetails; className?: string }) {
  const { t } = useTranslation('orders');
  if (isOpen(details) || isCopy(details)) return null;
  const { to, state } = orderAgain(details);
  return (
    <ButtonLink
      variant={['refund_sent', 'refunded'].includes(details.stage) ? 'filled' : 'tonal'}
      to={to}
      state={state}
      className={className}
    >
      {t(details.type === 'sell' ? 'next.sellAgain' : 'next.exchangeAgain')}
    </ButtonLink>
  );
}
