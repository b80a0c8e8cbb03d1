import { useCallback, useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';

/** Values of the address by name, some with several; a name without a value is removed from it. */
type Values = Record<string, string | readonly string[] | undefined>;

interface ListParams<Filters> {
  filters: Filters;
  /** Number of the current page; the first is 1. */
  page: number;
  /** The row that is open beside the list. */
  openId: string | undefined;
  /** Changes the filters and goes to the first page. No row stays open: it would seem to belong to the new list. */
  change: (part: Partial<Filters>) => void;
  /** Goes to another page, where no row is open. */
  goTo: (page: number) => void;
  /** Opens a row, or with undefined goes back to the list alone. */
  open: (id: string | undefined, how?: { replace: boolean }) => void;
  hrefOf: (id: string) => string;
}

/** How a list maps to the URL; the same object on every render. */
export interface ListParamsConfig<Filters> {
  /** The URL parameter of the open row. */
  item: string;
  read: (search: URLSearchParams) => Filters;
  /** The address holds only values that differ from the default, so that a plain list has a plain address. */
  write: (filters: Filters) => Values;
}

/** The list state from the URL, and functions to change it; other URL parameters are left alone. */
export function useListParams<Filters extends object>(list: ListParamsConfig<Filters>): ListParams<Filters> {
  const [search, setSearch] = useSearchParams();
  const filters = useMemo(() => list.read(search), [list, search]);
  const change = useCallback(
    (part: Partial<Filters>) =>
      setSearch(
        (params) =>
          withParams(params, {
            ...list.write({ ...list.read(params), ...part }),
            page: undefined,
            [list.item]: undefined,
          }),
        { replace: true, preventScrollReset: true },
      ),
    [list, setSearch],
  );
  const goTo = useCallback(
    (page: number) =>
      setSearch((params) => withParams(params, { page: page > 1 ? String(page) : undefined, [list.item]: undefined })),
    [list, setSearch],
  );
  const open = useCallback(
    (id: string | undefined, options = { replace: false }) =>
      setSearch((params) => withParams(params, { [list.item]: id }), { ...options, preventScrollReset: true }),
    [list, setSearch],
  );
  return {
    filters,
    page: Math.max(1, Math.trunc(Number(search.get('page'))) || 1),
    openId: search.get(list.item) ?? undefined,
    change,
    goTo,
    open,
    hrefOf: (id) => `?${withParams(search, { [list.item]: id }).toString()}`,
  };
}

/** Returns the parameters of the address with changed values. */
export function withParams(currentParams: URLSearchParams, values: Values): URLSearchParams {
  const params = new URLSearchParams(currentParams);
  for (const [name, value] of Object.entries(values)) {
    params.delete(name);
    for (const entry of [value ?? []].flat()) if (entry) params.append(name, entry);
  }
  return params;
}

/**
 * A dialog that the address opens with `?name=1`, for links from other screens and the command menu. Once it is open
 * the parameter is removed: closing the dialog may lead to another address.
 */
export function useOpenParam(name: string): [isOpen: boolean, setOpen: (isOpen: boolean) => void] {
  const [search, setSearch] = useSearchParams();
  const [isOpen, setOpen] = useState(false);
  const isAsked = search.has(name);
  if (isAsked && !isOpen) setOpen(true);
  useEffect(() => {
    if (!isAsked) return;
    setSearch((params) => withParams(params, { [name]: undefined }), { preventScrollReset: true, replace: true });
  }, [isAsked, name, setSearch]);
  return [isOpen, setOpen];
}

/** The day in the parameter of this name, as yyyy-mm-dd; undefined without one. */
export function dayParam(search: URLSearchParams, name: string): string | undefined {
  return /^\d{4}-\d{2}-\d{2}$/.exec(search.get(name) ?? '')?.[0];
}

/** Returns a parameter of the URL if it is one of these values, else undefined. */
export function enumParam<Value extends string>(
  search: URLSearchParams,
  name: string,
  values: readonly Value[],
): Value | undefined {
  return values.find((value) => value === search.get(name));
}
