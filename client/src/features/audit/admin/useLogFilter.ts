import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { dayParam, enumParam, withParams } from '#client/lib/browser/useListParams.ts';
import { auditRoles } from '#shared/audit/audit.contract.ts';
import type { AuditLogFilter } from './audit.admin.queries.ts';

/** The first one is the default. */
export const logSorts = ['newest', 'oldest'] as const;
const names = ['q', 'actor', 'action', 'subjectType', 'subjectId', 'from', 'to', 'sort'] as const;
type Changes = Partial<Record<(typeof names)[number], string | undefined>>;

export interface LogFilterState {
  filter: AuditLogFilter & { sort: (typeof logSorts)[number] };
  isNarrowed: boolean;
  change: (changes: Changes) => void;
  clear: () => void;
  /** The address with these changes, for links. */
  hrefWith: (changes: Changes) => string;
}

/** Reads the filters of the log from the address, and writes them there. */
export function useLogFilter(): LogFilterState {
  const [search, setSearch] = useSearchParams();
  const filter = useMemo(() => filterOf(search), [search]);
  const change = useCallback(
    (changes: Changes) =>
      setSearch((params) => withParams(params, changes), { replace: true, preventScrollReset: true }),
    [setSearch],
  );
  const clear = useCallback(() => change(Object.fromEntries(names.map((name) => [name, undefined]))), [change]);
  return {
    filter,
    isNarrowed: names.some((name) => name !== 'sort' && search.has(name)),
    change,
    clear,
    hrefWith: (changes) => `?${withParams(search, changes).toString()}`,
  };
}

function filterOf(search: URLSearchParams): LogFilterState['filter'] {
  const text = (name: (typeof names)[number]) => search.get(name) ?? undefined;
  return {
    q: text('q'),
    actor: enumParam(search, 'actor', auditRoles),
    action: text('action'),
    subjectType: text('subjectType'),
    subjectId: text('subjectId'),
    from: dayParam(search, 'from'),
    to: dayParam(search, 'to'),
    sort: enumParam(search, 'sort', logSorts) ?? 'newest',
  };
}
