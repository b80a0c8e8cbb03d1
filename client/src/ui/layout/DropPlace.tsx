import type { ReactNode } from 'react';

/** Covers the page while a file is dragged over it, and names the use of the file. */
export function DropPlace({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <section
      aria-label={title}
      className="pointer-events-none fixed inset-4 z-20 flex flex-col items-center justify-center gap-1 rounded-card border-2 border-dashed border-tide bg-raised p-6 text-center"
    >
      <p className="text-lg font-semibold">{title}</p>
      {children}
    </section>
  );
}
