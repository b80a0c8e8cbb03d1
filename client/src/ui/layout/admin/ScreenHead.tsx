import { clsx } from 'clsx';
import { createContext, use, useLayoutEffect, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useTableLayout } from '#client/lib/browser/useMediaQuery.ts';
import { PageHead, type PageHeadProps } from './PageHead.tsx';

/** With more tabs than these no space is left for actions beside them, which then go beside the sentence. */
const maxBesideActs = 6;

/** The place for the actions of the screen below a head: null if the head has none. */
const ActsPlace = createContext<HTMLElement | null | undefined>(undefined);

type HeadPart = Required<Pick<PageHeadProps<string>, 'title' | 'back'>>;

/** Takes the part that a head names instead of its screen; nothing where the head names the open tab. */
const NamePart = createContext<((part: HeadPart | undefined) => void) | undefined>(undefined);

/** True within a head that has the h1 and names the open tab. */
export const useIsHeaded = (): boolean => use(ActsPlace) !== undefined;

type HeadedScreenProps<Id extends string> = Omit<PageHeadProps<Id>, 'actsRef'> & {
  /** An act of every screen below the head. */
  act?: ReactNode;
};

/** A head above a screen, which adds its sentence and its actions by `ScreenHead`. */
export function HeadedScreen<Id extends string>({ children, act, ...head }: HeadedScreenProps<Id>) {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const [part, setPart] = useState<HeadPart>();
  const isTableLayout = useTableLayout();
  const tabCount = head.tabs?.tabs.length ?? 0;
  const isFull = isTableLayout && tabCount > maxBesideActs;
  return (
    <>
      <PageHead {...head} {...(part && { ...part, windowTitle: `${part.title} · ${head.title}` })} actsRef={setPlace}>
        {act}
      </PageHead>
      <NamePart value={tabCount > 1 ? undefined : setPart}>
        <ActsPlace value={isFull ? null : place}>{children}</ActsPlace>
      </NamePart>
    </>
  );
}

/**
 * Names a part of a screen in the head, with the way back to the whole: one post of a list. Returns false where the
 * head names tabs: then the part has a heading of its own.
 */
export function useHeadPart({ title, back: { to, text } }: HeadPart): boolean {
  const namePart = use(NamePart);
  useLayoutEffect(() => {
    namePart?.({ title, back: { to, text } });
    return () => namePart?.(undefined);
  }, [namePart, title, to, text]);
  return namePart !== undefined;
}

interface ScreenHeadProps {
  /** The name of the screen for screen readers: the head above shows it. */
  title: string;
  /** The purpose of the screen in one sentence, hidden on a phone. */
  lede?: ReactNode;
  /** The actions of the screen, at the end of the head: at most one is filled, the last. */
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
            // No part of it is visible, so it must take no space.
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
