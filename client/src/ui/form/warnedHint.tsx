import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

/**
 * Returns the hint of a field with a warning above it, about a mistake that blocks nothing. The warning is announced
 * when it appears, because the focus has left the field by then. Undefined without both.
 */
export function warnedHint(warning: string | undefined, hint?: ReactNode): ReactNode {
  if (!warning) return hint;
  return (
    <>
      <span aria-live="polite" className="flex items-start gap-1.5 text-pending">
        <TriangleAlert className="mt-0.5 size-4 shrink-0" strokeWidth={2} />
        <span>{warning}</span>
      </span>
      {hint && <span className="mt-2 block">{hint}</span>}
    </>
  );
}
