import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { settingsQuery } from '#client/features/settings/settings.queries.ts';
import type { PublicSettings } from '#shared/settings/settings.contract.ts';

/** Where transactions and addresses can be looked up; undefined until that is known. */
export function useExplorers(): PublicSettings['explorers'] | undefined {
  return useQuery(settingsQuery).data?.explorers;
}

/** A page of an explorer in a tab of its own, which learns nothing of this one; the bare content without an address. */
export function ExplorerLink({ href, children }: { href: string | undefined; children: ReactNode }) {
  if (!href) return children;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className="text-link">
      {children}
    </a>
  );
}
