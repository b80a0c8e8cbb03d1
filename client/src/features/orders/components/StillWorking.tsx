import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { settingsQuery } from '#client/features/settings/settings.queries.ts';
import { Note } from '#client/ui/feedback/Banner.tsx';

const slowMs = 20_000;

/** After 20 s of uploading a proof, announces that it is still running. */
export function StillWorking({ working }: { working: boolean }) {
  const { t } = useTranslation('orders');
  const { data: settings } = useQuery(settingsQuery);
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!working) return undefined;
    const timer = setTimeout(() => setSlow(true), slowMs);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [working]);
  return isSlow ? <Note announce>{t('stillWorking', { email: settings?.brand.supportEmail ?? '' })}</Note> : null;
}
