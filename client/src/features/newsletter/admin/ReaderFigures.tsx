import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#client/lib/format.ts';
import { figuresQuery } from '../newsletter.api.ts';

/** How many people read the newsletter, in one line. */
export function ReaderFigures() {
  const { t } = useTranslation('newsletter');
  const { data } = useQuery(figuresQuery);
  if (!data) return null;
  const words = { waiting: formatNumber(data.waiting), left: formatNumber(data.left) };
  return (
    <p className="px-4 pt-4 text-sm text-muted figures md:px-6">{t('figures', { count: data.subscribed, ...words })}</p>
  );
}
