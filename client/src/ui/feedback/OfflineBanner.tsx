import { useTranslation } from 'react-i18next';
import { useOnline } from '#client/lib/api/online.ts';
import { Banner } from './Banner.tsx';

/** The banner shown while nothing can be sent. */
export function OfflineBanner() {
  const { t } = useTranslation();
  return useOnline() ? null : <Banner>{t('offline.banner')}</Banner>;
}
