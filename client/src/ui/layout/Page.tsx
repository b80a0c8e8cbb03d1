import { clsx } from 'clsx';
import { useEffect, useRef, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { brandName } from '#client/lib/api/initial-data.ts';
import { startAtTop } from '#client/lib/browser/scroll.ts';
import { Metadata } from './Metadata.tsx';

interface PageProps {
  /** Text of the h1 and of the window's title. */
  title: string;
  /** Shows the heading in another form, such as "Send 0.05 BTC to this address"; the window title stays `title`. */
  heading?: ReactNode;
  lede?: ReactNode;
  /** Description for search engines and previews, if the lede is more than text. */
  description?: string | undefined;
  /** Actions and filters at the end of the heading's line. */
  actions?: ReactNode;
  /** Column width: `text` 65ch, `form` 560 px, `wide` 1120 px, `full` all available, with a margin. */
  width?: 'text' | 'form' | 'wide' | 'full' | undefined;
  className?: string | undefined;
  children: ReactNode;
}

const widths = { text: 'mx-auto max-w-[65ch]', form: 'mx-auto max-w-[560px]', wide: '', full: '' };

/** A screen's frame: exactly one h1, which gets the focus when a user comes from another screen. */
export function Page({ title, heading, lede, description, actions, width = 'wide', className, children }: PageProps) {
  return (
    <div
      className={clsx(
        width === 'full' ? 'w-full px-4 md:px-6' : 'wrap',
        'flex flex-1 flex-col gap-6 py-8 md:py-12',
        className,
      )}
    >
      <header className={clsx('flex w-full flex-wrap items-start justify-between gap-x-6 gap-y-4', widths[width])}>
        <div className="min-w-0">
          <PageTitle title={title} description={description ?? (typeof lede === 'string' ? lede : undefined)}>
            {heading}
          </PageTitle>
          {lede && <p className="mt-1 max-w-[68ch] text-base text-muted">{lede}</p>}
        </div>
        {actions && <div className="no-print flex flex-wrap gap-2 max-sm:has-[input]:w-full">{actions}</div>}
      </header>
      <div className={clsx('flex w-full min-w-0 flex-1 flex-col gap-6', widths[width])}>{children}</div>
    </div>
  );
}

interface PageTitleProps {
  title: string;
  /** Description for search engines and previews. */
  description?: string | undefined;
  className?: string;
  /**
   * A different value for each step in the same place, which starts like a page: at its top, with the focus on its
   * heading.
   */
  step?: string | number | undefined;
  /** Replaces the address as the key: pages with the same place leave the focus where it is. */
  place?: string;
  /** Replaces the title. */
  children?: ReactNode;
}

/** The first page of a visit leaves the focus where the browser put it, until the user has moved on. */
let openedPath: string | undefined;

/** The h1 alone, for screens with their own frame: sets the window's title and gets the focus on arrival. */
export function PageTitle({ title, description, className, step, place: namedPlace, children }: PageTitleProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { pathname } = useLocation();
  const place = `${namedPlace ?? pathname} ${step}`;
  const focusedFor = useRef<string>(undefined);
  const windowTitle = title.includes(brandName()) ? title : `${title} · ${brandName()}`;
  useEffect(() => {
    openedPath ??= place;
    if (openedPath !== place) openedPath = '';
    if (openedPath === place || focusedFor.current === place) return;
    focusedFor.current = place;
    if (step !== undefined) startAtTop();
    heading.current?.focus({ preventScroll: true });
    // A changed query is the same page: a search or an opened row must not move the focus.
  }, [place, step]);
  return (
    <>
      <Metadata title={windowTitle} description={description} />
      <h1 ref={heading} tabIndex={-1} className={className ?? 'text-2xl'}>
        {children ?? title}
      </h1>
    </>
  );
}
