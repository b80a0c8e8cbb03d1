interface ChangedLineProps {
  term: string;
  from: string;
  to: string;
  /** "was", for those who cannot see that the old value is struck through. */
  was: string;
}

/** A value before and after a change, in a `<dl>`. */
export function ChangedLine({ term, from, to, was }: ChangedLineProps) {
  return (
    <div className="flex flex-col gap-0.5">
      <dt className="text-muted">{term}</dt>
      <dd className="wrap-anywhere">
        <s className="text-muted">
          <span className="sr-only">{was} </span>
          <bdi>{from}</bdi>
        </s>{' '}
        <span aria-hidden="true" className="inline-block rtl:-scale-x-100">
          →
        </span>{' '}
        <bdi className="font-medium">{to}</bdi>
      </dd>
    </div>
  );
}
