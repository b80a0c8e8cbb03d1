import { Inbox, SearchX, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../form/Button.tsx';

interface EmptyListProps {
  Icon?: LucideIcon;
  /** The finding, if the text explains more than that. */
  title?: string | undefined;
  /** One sentence with the finding: none waits, or none was made yet. */
  text: string;
  /** The button or link of what comes next, for who may do it. */
  action?: ReactNode;
}

/** In the place of a list of the team without any row: the finding, and the act that comes next. */
export function EmptyList({ Icon = Inbox, title, text, action }: EmptyListProps) {
  return (
    <div className="flex flex-col items-center gap-4 px-4 py-12 text-center md:py-20">
      <span className="grid size-12 place-items-center rounded-full bg-other-soft text-muted">
        <Icon aria-hidden="true" className="size-6" strokeWidth={1.5} />
      </span>
      <div className="flex max-w-[48ch] flex-col gap-1 text-balance wrap-break-word">
        {title !== undefined && <p className="text-base font-semibold">{title}</p>}
        <p className={title === undefined ? 'text-base' : 'text-sm text-muted'}>{text}</p>
      </div>
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
        // On a phone what comes next stands first, and both are as wide as the wider one.
        <div className="flex justify-center gap-3 max-sm:flex-col-reverse max-sm:items-stretch sm:flex-wrap sm:items-center">
          <Button text={t(q ? 'empty.clearSearch' : 'filters.clear')} size="small" onClick={onClear} />
          {next}
        </div>
      }
    />
  );
}
