import { useTranslation } from 'react-i18next';
import { PageTitle } from '#client/ui/layout/Page.tsx';
import { Review } from './Review.tsx';

/** The review as a screen of its own that fills the window. */
export function OrdersReviewPage() {
  const { t } = useTranslation('orders.admin');
  return (
    <div data-fills-window className="flex flex-1 flex-col md:min-h-0">
      <PageTitle title={t('title')} className="sr-only" />
      <Review />
    </div>
  );
}
