import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { settingsQuery } from '#client/features/settings/settings.queries.ts';
import { DottedRow, DottedRows, Slip, SlipTotal } from '#client/ui/brand/Slip.tsx';
import { ButtonLink } from '#client/ui/form/Button.tsx';
import { orderQuery } from '../orders.queries.ts';
import { givenOf } from './orders.text.ts';

/** The only confirmation, as no toast repeats it: focused, so that a screen reader reads it. */
const focusOnce = (element: HTMLHeadingElement | null) => element?.focus();

/** After a sale: confirmation, reference and next steps. Stays until the user leaves. */
export function Submitted({ id, href }: { id: string; href: string }) {
  const { t } = useTranslation('orders');
  const { data: order } = useQuery(orderQuery(id));
  const { data: settings } = useQuery(settingsQuery);
  if (!order) return null;
  const { check, payout } = settings?.times ?? {};
  return (
    <section aria-labelledby="submitted" className="grid gap-6 md:grid-cols-[minmax(0,1fr)_360px] md:items-start">
      <div className="flex flex-col gap-3">
        <h2 id="submitted" ref={focusOnce} tabIndex={-1} className="flex items-start gap-3 text-xl">
          <CircleCheck aria-hidden="true" className="mt-0.5 size-6 shrink-0 text-completed" strokeWidth={1.75} />
          {t('submitted.title')}
        </h2>
        <p className="text-muted">{t('submitted.text')}</p>
        {check && payout && (
          <ol className="list-decimal space-y-1 ps-5 text-sm text-muted">
            <li>{t('submitted.check', { time: check })}</li>
            <li>{t('submitted.pay', { time: payout })}</li>
            <li>{t('submitted.mail')}</li>
          </ol>
        )}
        <ButtonLink variant="filled" to={href} className="mt-1 self-start">
          {t('submitted.track')}
        </ButtonLink>
      </div>
      <Slip seed={order.reference} title={t('slip.title')} aside={<span className="font-mono">{order.reference}</span>}>
        <SlipTotal label={t('slip.get')} amount={order.payoutAmount} currency={order.payoutCurrency} />
        <DottedRows className="mt-3">
          <DottedRow label={t('slip.sent')}>{givenOf(order)}</DottedRow>
        </DottedRows>
      </Slip>
    </section>
  );
}
