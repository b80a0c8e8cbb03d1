import { clsx } from 'clsx';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../form/Button.tsx';

export interface StripProps {
  id: string;
  icon: ReactNode;
  title: ReactNode;
  text: ReactNode;
  reference?: string | undefined;
  /** True for a message that the reader must not miss. */
  urgent?: boolean;
  action: ReactNode;
}

/**
 * Shows unfinished work, most urgent first: one line, the others behind a button, so that the screen below stays in
 * view.
 */
export function Strips({
  strips: [first, ...otherStrips],
  all = false,
}: {
  strips: readonly StripProps[];
  all?: boolean;
}) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(all);
  if (!first) return null;
  return (
    <div className="flex flex-col gap-2">
      <ul className="flex flex-col gap-2">
        {[first, ...(isOpen ? otherStrips : [])].map((strip) => (
          <Strip key={strip.id} {...strip} />
        ))}
      </ul>
      {otherStrips.length > 0 && !isOpen && (
        <Button variant="ghost" size="small" className="self-start" onClick={() => setOpen(true)}>
          {t('action.showMore', { count: otherStrips.length })}
        </Button>
      )}
    </div>
  );
}

function Strip({ icon, title, text, reference, urgent = false, action }: StripProps) {
  return (
    <li
      className={clsx(
        'card flex flex-wrap items-center gap-x-4 gap-y-3 p-4',
        urgent ? 'border-pending/45 bg-pending-soft' : 'bg-raised',
      )}
    >
      {icon}
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-semibold">{title}</p>
        <p className="text-sm text-muted">
          {text} {reference && <span className="font-mono text-xs whitespace-nowrap">{reference}</span>}
        </p>
      </div>
      <span className="flex flex-wrap items-center gap-3 max-sm:w-full max-sm:*:flex-1">{action}</span>
    </li>
  );
}
