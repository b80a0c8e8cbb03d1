import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Problem } from '#client/ui/feedback/Problem.tsx';
import { EmptyState } from '#client/ui/feedback/States.tsx';
import { Page } from '#client/ui/layout/Page.tsx';
import { RefundAddress } from '../components/RefundAddress.tsx';
import { refundsQuery } from '../refunds.queries.ts';

/** Own refunds: where to, and how far. */
export function RefundsPage() {
  const { t } = useTranslation('refunds');
  const { data, error } = useQuery(refundsQuery());
  return (
    <Page title={t('title')} lede={t('lede')} width="form">
      <Problem error={error} title={error ? t('fetchFailed') : undefined} />
      {data?.length === 0 && <EmptyState title={t('none')} text={t('noneText')} />}
      {data?.map((refund) => (
        <RefundAddress key={refund.id} refund={refund} heading="h2" />
      ))}
    </Page>
  );
}
