import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { auditRoles } from '#shared/audit/audit.contract.ts';
import { dayIn, oneIn, withValues } from '#client/lib/list-address.ts';
import type { LogFilter } from './audit.api.ts';

const names = ['q', 'actor', 'action', 'subjectType', 'subjectId', 'from', 'to'] as const;
type Changes = Partial<Record<(typeof names)[number], string | undefined>>;

export interface LogFilterState {
  filter: LogFilter;
  isNarrowed: boolean;
  change: (changes: Changes) => void;
  clear: () => void;
  /** The address with these changes, for links. */
  hrefWith: (changes: Changes) => string;
}

/** Reads what is looked for in the log from the address, and writes it there. */
export function useLogFilter(): LogFilterState {
  const [search, setSearch] = useSearchParams();
  const filter = useMemo(() => filterOf(search), [search]);
  const change = useCallback(
    (changes: Changes) => setSearch((old) => withValues(old, changes), { replace: true }),
    [setSearch],
  );
  const clear = useCallback(() => change(Object.fromEntries(names.map((name) => [name, undefined]))), [change]);
  return {
    filter,
    isNarrowed: names.some((name) => search.has(name)),
    change,
    clear,
    hrefWith: (changes) => `?${withValues(search, changes).toString()}`,
  };
}

function filterOf(search: URLSearchParams): LogFilter {
  const text = (name: (typeof names)[number]) => search.get(name) ?? undefined;
  return {
    q: text('q'),
    actor: oneIn(search, 'actor', auditRoles),
    action: text('action'),
    subjectType: text('subjectType'),
    subjectId: text('subjectId'),
    from: dayIn(search, 'from'),
    to: dayIn(search, 'to'),
  };
}
