import { useTranslation } from 'react-i18next';
import { useNow } from '#client/lib/browser/useNow.ts';
import { Time } from '#client/ui/data/Money.tsx';
import { minuteMs } from '#shared/reference/units-of-time.ts';

/** Says when the other side of a balance was read. */
export function ReadAt({ at }: { at: string }) {
  const { t } = useTranslation('books.admin');
  const now = useNow(true, minuteMs);
  if (now - Date.parse(at) < minuteMs) return t('reconciliation.justRead');
  return (
    <>
      {t('reconciliation.lastRead')} <Time at={at} shape="relative" />
    </>
  );
}
