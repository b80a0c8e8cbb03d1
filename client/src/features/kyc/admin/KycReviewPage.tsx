import { useTranslation } from 'react-i18next';
import { PageTitle } from '#client/ui/layout/Page.tsx';
import { KycReview } from './KycReview.tsx';

/** The identity checks on their own, filling the window. */
export function KycReviewPage() {
  const { t } = useTranslation('kyc.admin');
  return (
    <div data-fills-window className="flex flex-1 flex-col md:min-h-0">
      <PageTitle title={t('title')} className="sr-only" />
      <KycReview />
    </div>
  );
}
