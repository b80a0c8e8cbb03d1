import { clsx } from 'clsx';
import { ChevronDown, ChevronLeft } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { useTableLayout } from '#client/lib/browser/useMediaQuery.ts';
import { PageTitle } from '../Page.tsx';
import { Tabs, type TabsProps } from '../Tabs.tsx';

export interface PageHeadProps<Id extends string> {
  /** The h1. */
  title: string;
  /** Title of the browser's window, if it differs from the heading. */
  windowTitle?: string | undefined;
  /** Pages with the same place leave the focus where it is. */
  place?: string | undefined;
  /** The parts of the page; a single one is not shown. */
  tabs?: Required<TabsProps<Id>> | undefined;
  /** The page that this one is part of. */
  back?: { to: string; text: string } | undefined;
  /** The acts of the page: one filled at most, the last. */
  children?: ReactNode;
  /** The place for the actions of a screen below the head. */
  actsRef?: Ref<HTMLDivElement>;
}

/** The head of every page of the team: its name, its tabs and its actions on one line, above the content. */
export function PageHead<Id extends string>({
  title,
  windowTitle = title,
  place,
  tabs,
  back,
  actsRef,
  children,
}: PageHeadProps<Id>) {
  const isTableLayout = useTableLayout();
  const parts = tabs && tabs.tabs.length > 1 ? tabs : undefined;
  const heading = (
    <PageTitle
      title={windowTitle}
      {...(place !== undefined && { place })}
      className={clsx(
        // On a phone the title is small, above the select of the open tab.
        parts && 'max-md:pointer-events-none max-md:absolute max-md:top-1 max-md:text-xs max-md:font-normal',
        parts ? 'max-md:tracking-normal max-md:text-muted' : 'max-md:text-lg',
        'md:text-xl',
        parts && 'md:shrink-0',
      )}
    >
      {title}
    </PageTitle>
  );
  return (
    <header className="flex min-h-13 flex-wrap items-center gap-x-2 border-b border-line px-4 md:gap-x-4 md:px-6">
      <div className="relative flex min-w-0 grow items-center gap-x-4 self-stretch max-md:gap-x-1 max-md:min-h-13">
        {back && <BackLink {...back} />}
        {heading}
        {parts &&
          (isTableLayout ? (
            <div className="-mb-px max-w-full min-w-0 grow self-end [&_a]:min-h-13 [&_a]:px-2 min-[90rem]:[&_a]:px-3 [&_nav]:-mx-3 [&_nav]:mask-x-from-[calc(100%-12px)] [&_nav]:px-3 [&_ul]:border-transparent max-[90rem]:[&_ul]:gap-0">
              <Tabs {...parts} />
            </div>
          ) : (
            <TabSelect {...parts} />
          ))}
      </div>
      <div
        ref={actsRef}
        // A phone has no place for the icon of a button that has a name.
        className="ms-auto flex max-w-full flex-wrap items-center justify-end gap-2 py-1.5 empty:hidden max-md:[&_button:not([aria-label])>svg]:hidden"
      >
        {children}
      </div>
    </header>
  );
}

/** Leads to the page above; on a phone by its arrow. */
function BackLink({ to, text }: { to: string; text: string }) {
  return (
    <Link
      to={to}
      className="inline-flex min-h-11 shrink-0 items-center gap-1 text-sm text-muted hover:text-ink max-md:-ms-2 max-md:min-w-9 max-md:justify-center"
    >
      <ChevronLeft className="size-4.5 rtl:-scale-x-100" />
      <span className="max-md:sr-only">{text}</span>
    </Link>
  );
}

/** The tabs as one field below the page's name: it reads as the title of the open part. */
function TabSelect<Id extends string>({ label, tabs, current, hrefOf }: Required<TabsProps<Id>>) {
  const navigate = useNavigate();
  const open = (value: string) => {
    const chosenTab = tabs.find(({ id }) => id === value);
    if (chosenTab) void navigate(hrefOf(chosenTab.id), { preventScrollReset: true });
  };
  return (
    <nav aria-label={label} className="relative -ms-1 flex max-w-full min-w-0 items-center">
      <select
        aria-label={label}
        value={current}
        onChange={({ target }) => open(target.value)}
        className="field-sizing-content min-h-12 max-w-full min-w-0 cursor-pointer appearance-none rounded-control ps-1 pe-7 pt-4 text-base text-ellipsis font-semibold text-ink"
      >
        {tabs.map(({ id, text, count }) => (
          <option key={id} value={id}>
            {count === undefined ? text : `${text} (${count})`}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden="true" className="pointer-events-none absolute end-1 mt-4 size-4.5 text-muted" />
    </nav>
  );
}
