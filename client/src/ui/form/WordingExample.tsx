import type { ReactNode } from 'react';
import { Button } from './Button.tsx';

interface WordingExampleProps {
  caption: string;
  /** The language of the text: rarely that of the page. */
  language: string;
  /** Restores the built-in wording; absent while that applies. */
  reset?: { label: string; busy: boolean; onReset: () => void } | undefined;
  children: ReactNode;
}

/** A preview of an edited wording with filled placeholders, and a button that restores the built-in one. */
export function WordingExample({ caption, language, reset, children }: WordingExampleProps) {
  return (
    <>
      <figure className="flex flex-col gap-1">
        <figcaption className="text-xs text-muted">{caption}</figcaption>
        <blockquote
          lang={language}
          dir="auto"
          className="flex flex-col gap-3 rounded-control bg-sunken p-3 text-sm wrap-anywhere whitespace-pre-line"
        >
          {children}
        </blockquote>
      </figure>
      {reset && (
        <Button variant="ghost" className="self-start" disabled={reset.busy} onClick={reset.onReset}>
          {reset.label}
        </Button>
      )}
    </>
  );
}
