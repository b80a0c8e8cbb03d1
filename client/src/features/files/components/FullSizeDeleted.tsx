import { useTranslation } from 'react-i18next';
import { CallError } from '#client/lib/api/call.ts';
import { fullSizeDays } from '#shared/files/files.rules.ts';

/** True where the full size of a picture was deleted while its screen was open. */
export const isFullSizeDeleted = (error: unknown): boolean =>
  error instanceof CallError && error.reason === 'full_size_not_found';

/** Replaces the full size of a picture once it was deleted. */
export function FullSizeDeleted() {
  const { t, ready } = useTranslation('errors', { useSuspense: false });
  return (
    <output className="block text-sm text-muted">{ready && t('full_size_not_found', { days: fullSizeDays })}</output>
  );
}
