import type { ReactNode } from 'react';

/**
 * A replaced value, shown before the current one; `wasLabel` is for screen readers, which do not announce the
 * strike-through.
 */
export function Replaced({ wasLabel, children }: { wasLabel: string; children: ReactNode }) {
  return (
    <>
      <s className="text-muted">
        <span className="sr-only">{wasLabel} </span>
        {children}
      </s>{' '}
      <span aria-hidden="true" className="inline-block rtl:-scale-x-100">
        →
      </span>{' '}
    </>
  );
}

interface ChangedLineProps {
  term: string;
  from: string;
  to: string;
  /** "was", for screen readers, which do not announce the strike-through. */
  wasLabel: string;
}

/** A value before and after a change, in a `<dl>`. */
export function ChangedLine({ term, from, to, wasLabel }: ChangedLineProps) {
  return (
    <div className="flex flex-col gap-0.5">
      <dt className="text-muted">{term}</dt>
      <dd className="wrap-anywhere">
        <Replaced wasLabel={wasLabel}>
          <bdi>{from}</bdi>
        </Replaced>
        <bdi className="font-medium">{to}</bdi>
      </dd>
    </div>
  );
}
