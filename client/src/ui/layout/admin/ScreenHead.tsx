import { clsx } from 'clsx';
import { createContext, use, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useTableLayout } from '#client/lib/browser/useMediaQuery.ts';
import { PageHead, type PageHeadProps } from './PageHead.tsx';

/** More tabs than these leave no place for acts beside them, which then stand beside the sentence. */
const maxBesideActs = 6;

/** The place for the acts of the screen below a head: `null` where there is none in it. */
const ActsPlace = createContext<HTMLElement | null | undefined>(undefined);

/** True within a head that has the h1 and names the open tab. */
export const useIsHeaded = (): boolean => use(ActsPlace) !== undefined;

/** A head above a screen, which adds its sentence and its actions by `ScreenHead`. */
export function HeadedScreen<Id extends string>({ children, ...head }: Omit<PageHeadProps<Id>, 'actsRef'>) {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const isTableLayout = useTableLayout();
  const isFull = isTableLayout && (head.tabs?.tabs.length ?? 0) > maxBesideActs;
  return (
    <>
      <PageHead {...head} actsRef={setPlace} />
      <ActsPlace value={isFull ? null : place}>{children}</ActsPlace>
    </>
  );
}

interface ScreenHeadProps {
  /** The name of the screen for screen readers: the head above shows it. */
  title: string;
  /** Its purpose in one sentence; a phone gives the place to the content. */
  lede?: ReactNode;
  /** The acts of the screen: one filled at most, the last. They stand at the end of the head. */
  children?: ReactNode;
}

/** Shows the sentence of a screen below its head, and puts its actions into the head. */
export function ScreenHead({ title, lede, children }: ScreenHeadProps) {
  const place = use(ActsPlace);
  const isBeside = place === null && Boolean(children);
  return (
    <>
      <h2 className="sr-only">{title}</h2>
      {(lede || isBeside) && (
        <div
          className={clsx(
            'flex flex-wrap items-center justify-between gap-x-6 gap-y-2',
            // Nothing of it shows: its place would be a gap.
            !isBeside && 'max-md:sr-only',
          )}
        >
          {lede && <p className="max-w-[110ch] min-w-0 flex-1 basis-80 text-sm text-muted">{lede}</p>}
          {isBeside && <div className="ms-auto flex flex-wrap items-center gap-2">{children}</div>}
        </div>
      )}
      {place && createPortal(children, place)}
    </>
  );
}
