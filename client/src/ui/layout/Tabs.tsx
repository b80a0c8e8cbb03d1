import { clsx } from 'clsx';
import { useRef } from 'react';
import { Link } from 'react-router-dom';
import { useShownInStrip } from './useShownInStrip.ts';

interface Tab<Id extends string> {
  id: Id;
  text: string;
  count?: number | undefined;
}

export interface TabsProps<Id extends string> {
  /** Label of the tabs for screen readers. */
  label: string;
  tabs: readonly Tab<Id>[];
  current: Id;
  /** Builds the address of a tab; by default the `tab` of the query. */
  hrefOf?: ((id: Id) => string) | undefined;
}

/**
 * On a phone the tabs are a strip that fades where it continues: the open or focused tab must be scrolled into view.
 */
const intoStrip = (tab: HTMLElement | null) => tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' });

/** Parts of one screen, each with its own address. */
export function Tabs<Id extends string>({ label, tabs, current, hrefOf = (id) => `?tab=${id}` }: TabsProps<Id>) {
  const nav = useRef<HTMLElement>(null);
  const href = hrefOf(current);
  useShownInStrip(nav, href);
  return (
    <nav
      ref={nav}
      aria-label={label}
      className="-mx-[16px] overflow-x-auto mask-x-from-[calc(100%-16px)] px-[16px] md:mx-0 md:mask-none md:px-0"
    >
      <ul className="flex w-max min-w-full gap-1 border-b border-line">
        {tabs.map(({ id, text, count }) => (
          <li key={id} ref={id === current ? intoStrip : undefined}>
            <Link
              to={hrefOf(id)}
              preventScrollReset
              onFocus={({ currentTarget }) => intoStrip(currentTarget)}
              aria-current={id === current ? 'page' : undefined}
              className={clsx(
                '-mb-px flex min-h-11 items-center gap-2 border-b-2 px-2 text-sm sm:px-3 whitespace-nowrap -outline-offset-2',
                id === current ? 'border-tide font-medium text-ink' : 'border-transparent text-muted hover:text-ink',
              )}
            >
              {text}
              {count !== undefined && (
                <span className="rounded-full bg-other-soft px-1.5 text-xs text-ink figures">{count}</span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
