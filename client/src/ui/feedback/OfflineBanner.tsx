import { useTranslation } from 'react-i18next';
import { useOnline } from '#client/lib/api/online.ts';
import { Banner } from './Banner.tsx';

/** Says that nothing can be sent now, for as long as it is so. */
export function OfflineBanner() {
  const { t } = useTranslation();
  return useOnline() ? null : <Banner>{t('offline.banner')}</Banner>;
}
