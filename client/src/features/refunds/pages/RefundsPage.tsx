import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { EmptyState, Loaded } from '#client/ui/feedback/States.tsx';
import { Page } from '#client/ui/layout/Page.tsx';
import { RefundAddress } from '../components/RefundAddress.tsx';
import { refundsQuery } from '../refunds.queries.ts';

/** Own refunds: where to, and how far. */
export function RefundsPage() {
  const { t } = useTranslation('refunds');
  const refunds = useQuery(refundsQuery());
  return (
    <Page title={t('title')} lede={t('lede')} width="form">
      <Loaded query={refunds} title={t('fetchFailed')} skeleton={['h-40 rounded-card']}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState title={t('none')} text={t('noneText')} />
          ) : (
            rows.map((refund) => <RefundAddress key={refund.id} refund={refund} heading="h2" />)
          )
        }
      </Loaded>
    </Page>
  );
}
