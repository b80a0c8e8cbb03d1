import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { withParams } from './useListParams.ts';

/**
 * A dialog that the address opens with `?name=1`, so that other screens and the command menu lead to it. The address is plain
 * again once it is open: what closes the dialog may go to another address.
 */
export function useOpenParam(name: string): [isOpen: boolean, setOpen: (isOpen: boolean) => void] {
  const [search, setSearch] = useSearchParams();
  const [isOpen, setOpen] = useState(false);
  const isAsked = search.has(name);
  if (isAsked && !isOpen) setOpen(true);
  useEffect(() => {
    if (!isAsked) return;
    setSearch((old) => withParams(old, { [name]: undefined }), { preventScrollReset: true, replace: true });
  }, [isAsked, name, setSearch]);
  return [isOpen, setOpen];
}
