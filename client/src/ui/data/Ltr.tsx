import type { ReactNode } from 'react';

/** A text that is written from left to right in every language: an amount, an address, a reference. */
export function Ltr({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <bdi dir="ltr" className={className}>
      {children}
    </bdi>
  );
}
