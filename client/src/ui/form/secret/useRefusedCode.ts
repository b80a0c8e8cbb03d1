import { useEffect, useRef } from 'react';
import { hasCode } from '#client/lib/api/call.ts';

/**
 * For what is around the text field of a code; `error` is what the last attempt failed with. A code that was wrong is
 * selected, so that the right one typed next takes its place.
 */
export function useRefusedCode(error: unknown) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!hasCode(error, 'invalid_code')) return;
    const input = place.current?.querySelector('input');
    input?.focus();
    input?.select();
  }, [error]);
  return place;
}
