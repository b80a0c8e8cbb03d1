import { lazy, Suspense, useEffect, useState } from 'react';
import { onFirstToast } from '#client/ui/feedback/toast.ts';

const Toaster = lazy(async () => ({ default: (await import('#client/ui/feedback/Toaster.tsx')).Toaster }));

/** Loads the toast viewport when the first message comes. */
export function Toasts() {
  const [wanted, setWanted] = useState(false);
  useEffect(() => onFirstToast(() => setWanted(true)), []);
  return wanted ? (
    <Suspense>
      <Toaster />
    </Suspense>
  ) : null;
}
