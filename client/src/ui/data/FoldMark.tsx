import { ChevronRight } from 'lucide-react';

/** The mark before the name of a `<details className="group">`: it points down once that is open. */
export function FoldMark() {
  return (
    <ChevronRight
      aria-hidden="true"
      className="mt-0.5 size-4 shrink-0 text-muted group-open:rotate-90 rtl:not-group-open:-scale-x-100"
    />
  );
}
