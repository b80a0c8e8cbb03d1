import { useQuery } from '@tanstack/react-query';
import { Clock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatClock } from '#client/lib/format/format.ts';
import { ButtonLink } from '#client/ui/form/Button.tsx';
import { awaitingProofQuery } from '../orders.queries.ts';
import { givenOf, proofDeadlineOf } from './orders.text.ts';

/** Exchanges that are cancelled automatically unless their proof of payment arrives: which, and until when. */
export function ExchangesAwaitingProof() {
  const { t } = useTranslation('orders');
  const { data: waiting } = useQuery(awaitingProofQuery);
  if (!waiting?.length) return null;
  return (
    <ul className="flex flex-col gap-2">
      {waiting.map((order) => (
        <li key={order.id} className="card flex flex-wrap items-center gap-x-4 gap-y-3 bg-raised p-4">
          <Clock aria-hidden="true" className="size-6 shrink-0 text-pending" strokeWidth={1.75} />
          <div className="min-w-0 flex-1 basis-48">
            <p className="font-semibold">{t('waiting.title')}</p>
            <p className="text-sm text-muted">
              {givenOf(order)} · {t('waiting.until', { time: formatClock(proofDeadlineOf(order)) })}
            </p>
          </div>
          <span className="font-mono text-xs text-muted">{order.reference}</span>
          <ButtonLink variant="tonal" to={`/fiat-exchange?order=${order.id}`} className="max-sm:w-full">
            {t('waiting.upload')}
          </ButtonLink>
        </li>
      ))}
    </ul>
  );
}
