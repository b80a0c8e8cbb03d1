import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ClockLine } from '#client/features/orders/line/MoneyLine.tsx';
import { onThisDevice, useNow } from '#client/lib/browser/useNow.ts';
import { formatClock } from '#client/lib/format/clock.ts';
import { formatMoneyText, formatTime } from '#client/lib/format/format.ts';
import { DottedRow, DottedRows } from '#client/ui/brand/Slip.tsx';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import type { ExchangeEstimate, Instructions } from '../fiat-exchange.queries.ts';

/** The times of these instructions by the clock of this device; the lock may be over. */
function useDeadlines({ lockedUntil, proofDueAt, serverTime }: Instructions) {
  const endsAt = onThisDevice(lockedUntil, serverTime);
  const now = useNow(true);
  return { endsAt, due: formatClock(onThisDevice(proofDueAt, serverTime), now), isOver: now >= Date.parse(endsAt) };
}

/** Shows until when the rate is locked and the proof is due. */
export function Deadlines({ details }: { details: Instructions }) {
  const { t } = useTranslation('fiat-exchange');
  const { endsAt, due, isOver } = useDeadlines(details);
  if (isOver) return null;
  return (
    <div className="line" data-tone="pending">
      <ClockLine
        main={t('instructions.locked', { time: formatTime(endsAt) })}
        under={t('instructions.proofBy', { time: due })}
      />
    </div>
  );
}

/** Shown once the lock is over: the button that gets a new rate. */
export function LockOver({ details, renew }: { details: Instructions; renew: () => Promise<unknown> }) {
  const { t } = useTranslation('fiat-exchange');
  if (!useDeadlines(details).isOver) return null;
  return (
    <Note tone="warning" action={<Button onClick={() => void renew()}>{t('instructions.renew')}</Button>}>
      <output className="block font-semibold">{t('instructions.expired')}</output>
      {t('instructions.expiredText')}
    </Note>
  );
}

interface NewRateProps {
  previousEstimate: ExchangeEstimate;
  now: ExchangeEstimate;
  reference: string;
  children: ReactNode;
}

/** The rate moved after its lock had expired: old and new side by side. */
export function NewRate({ previousEstimate, now, reference, children }: NewRateProps) {
  const { t } = useTranslation('fiat-exchange');
  const { outputAmount, toCurrency } = previousEstimate;
  return (
    <Note tone="warning" announce>
      <strong className="block font-semibold">{t('changed.title')}</strong>
      {t('changed.text', { reference })}
      <DottedRows className="mt-2">
        <DottedRow label={t('changed.before')}>{formatMoneyText(outputAmount, toCurrency)}</DottedRow>
        <DottedRow label={t('changed.now')} strong>
          {formatMoneyText(now.outputAmount, now.toCurrency)}
        </DottedRow>
      </DottedRows>
      <div className="pt-3">{children}</div>
    </Note>
  );
}
