import { UserRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';

/** Names the assignee of a row in a list; null without one. */
export function HandlingLine({ assignee }: { assignee: { name: string } | null }) {
  const { t } = useTranslation('users.handling');
  if (!assignee) return null;
  return (
    <span className="inline-flex min-w-0 items-center gap-1 text-xs">
      <UserRound className="size-3.5 shrink-0" />
      <span className="sr-only">{t('assignee')}: </span>
      <bdi className="wrap-anywhere">{assignee.name}</bdi>
    </span>
  );
}
