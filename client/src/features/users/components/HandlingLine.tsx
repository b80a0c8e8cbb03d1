import { UserRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';

/** Assignee and tags of a row in a list; nothing where there is neither. */
export function HandlingLine({ assignee, tags }: { assignee: { name: string } | null; tags: readonly string[] }) {
  const { t } = useTranslation('users.handling');
  if (!assignee && tags.length === 0) return null;
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-xs">
      {assignee && (
        <span className="inline-flex min-w-0 items-center gap-1">
          <UserRound className="size-3.5 shrink-0" />
          <span className="sr-only">{t('assignee')}: </span>
          <bdi className="wrap-anywhere">{assignee.name}</bdi>
        </span>
      )}
      {tags.map((tag) => (
        <bdi key={tag} className="wrap-anywhere rounded-control border border-line-strong px-1">
          {tag}
        </bdi>
      ))}
    </span>
  );
}
