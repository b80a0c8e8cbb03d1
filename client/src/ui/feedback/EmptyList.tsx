import { Inbox, SearchX, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../form/Button.tsx';

interface EmptyListProps {
  Icon?: LucideIcon;
  /** The finding in one sentence: no row waits, or none was made yet. */
  text: string;
  /** The button or link of what comes next, for who may do it. */
  action?: ReactNode;
}

/** Replaces the rows of an empty list of the team: the finding, and the next action. */
export function EmptyList({ Icon = Inbox, text, action }: EmptyListProps) {
  return (
    <div className="flex flex-col items-center gap-4 px-4 py-12 text-center md:py-20">
      <span className="grid size-12 place-items-center rounded-full bg-other-soft text-muted">
        <Icon aria-hidden="true" className="size-6" strokeWidth={1.5} />
      </span>
      <p className="max-w-[48ch] text-base text-balance wrap-break-word">{text}</p>
      {action}
    </div>
  );
}

interface NothingFoundProps {
  /** The search text that matches no row. */
  q?: string | undefined;
  onClear: () => void;
  /** Another action that the search suggests, such as adding the missing row. */
  next?: ReactNode;
}

/** Replaces the rows of a list when the search and the filters match none. */
export function NothingFound({ q, onClear, next }: NothingFoundProps) {
  const { t } = useTranslation('admin.common');
  return (
    <EmptyList
      Icon={SearchX}
      text={q ? t('empty.search', { q }) : t('empty.filtered')}
      action={
        <div className="flex flex-wrap items-center justify-center gap-3">
          <Button
            text={t(q ? 'empty.clearSearch' : 'filters.clear')}
            size={next ? 'small' : 'regular'}
            onClick={onClear}
          />
          {next}
        </div>
      }
    />
  );
}
