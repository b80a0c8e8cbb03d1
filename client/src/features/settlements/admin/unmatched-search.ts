import { useQuery } from '@tanstack/react-query';
import { queueQuery } from '#client/features/orders/admin/orders.admin.queries.ts';
import { usersQuery } from '#client/features/users/admin/users.admin.queries.ts';
import { reachText } from '#client/features/users/components/reach.ts';
import { useDebounced } from '#client/lib/browser/useDebounced.ts';
import type { ComboboxOption } from '#client/ui/form/combobox/combobox-options.ts';
import { openStatuses } from '#shared/orders/orders.lifecycle.ts';

const foundSize = 20;
/** A search of fewer characters would match too much. */
const minLength = 2;

/** Open sales of a coin by reference, customer, address or hash. */
export function useFoundSales(cryptoId: string, typedText: string): ComboboxOption[] {
  const q = useDebounced(typedText.trim());
  const page = queueQuery({ q, type: 'sell', status: [...openStatuses], pageSize: foundSize });
  const { data } = useQuery({ ...page, enabled: q.length >= minLength });
  const sales = (data?.items ?? []).filter((order) => order.cryptoId === cryptoId);
  // `keywords` is the search, so that the field lists every sale that the server found.
  return sales.map(({ id, reference, userName }) => {
    return { value: id, text: reference, aside: userName ?? '', keywords: q };
  });
}

/** Customers by name or address. */
export function useFoundCustomers(typedText: string): ComboboxOption[] {
  const q = useDebounced(typedText.trim());
  const { data } = useQuery({ ...usersQuery({ q, pageSize: foundSize }), enabled: q.length >= minLength });
  return (data?.items ?? []).map((user) => ({
    value: user.id,
    text: user.name,
    aside: reachText(user),
    keywords: q,
  }));
}
