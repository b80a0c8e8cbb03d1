import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { settingsQuery } from '#client/features/settings/settings.queries.ts';
import type { PublicSettings } from '#shared/settings/settings.contract.ts';

/** Links to transactions and addresses; undefined until they are loaded. */
export function useExplorers(): PublicSettings['explorers'] | undefined {
  return useQuery(settingsQuery).data?.explorers;
}

/**
 * Links to a page of an explorer in a new tab, without a referrer or opener; without an address it shows the content
 * alone.
 */
export function ExplorerLink({ href, children }: { href: string | undefined; children: ReactNode }) {
  if (!href) return children;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className="text-link">
      {children}
    </a>
  );
}
