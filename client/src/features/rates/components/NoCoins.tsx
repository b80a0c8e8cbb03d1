import { useTranslation } from 'react-i18next';
import { EmptyState } from '#client/ui/feedback/States.tsx';

/** Replaces the coins when none can be sold now. */
export function NoCoins({ level }: { level?: 2 | 3 }) {
  const { t } = useTranslation('rates');
  return <EmptyState level={level} title={t('noneOffered.title')} text={t('noneOffered.text')} />;
}
