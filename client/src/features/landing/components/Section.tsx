import { clsx } from 'clsx';
import type { ReactNode } from 'react';

interface SectionProps {
  /** Target of links on the page. */
  id?: string;
  title: string;
  note?: ReactNode;
  action?: ReactNode;
  sunken?: boolean;
  children: ReactNode;
}

/** One part of the landing page: heading, an optional link, content. */
export function Section({ id, title, note, action, sunken = false, children }: SectionProps) {
  return (
    <section id={id} className={clsx('scroll-mt-16 py-12 md:py-16', sunken && 'border-y border-line bg-sunken')}>
      <div className="wrap">
        <header className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-2 md:mb-8">
          <div>
            <h2 className="text-xl md:text-2xl">{title}</h2>
            {note && <p className="mt-1 text-sm text-muted">{note}</p>}
          </div>
          {action}
        </header>
        {children}
      </div>
    </section>
  );
}
