import { useRef } from 'react';
import { useShortcutKeys } from './useShortcutKeys.ts';

interface RowKeys {
  /** The rows that can be chosen, in their order. */
  ids: readonly string[];
  /** The element of a row that carries the focus while keys move along the list. */
  elementIdOf: (id: string) => string;
  chosen: ReadonlySet<string>;
  setChosen: (chosen: ReadonlySet<string>) => void;
  /** More keys; each gets the row that has the focus. */
  keys?: Readonly<Record<string, (id: string | undefined) => void>>;
  isOn: boolean;
}

/**
 * J and K move, X selects, with Shift they extend the selection; `choose` selects one row, or the range from the last
 * selected one.
 */
export function useRowKeys({ ids, elementIdOf, chosen, setChosen, keys = {}, isOn }: RowKeys): {
  choose: (id: string, isRange: boolean) => void;
} {
  const lastRowId = useRef<string>(undefined);
  const placeOf = (id: string | undefined) => ids.findIndex((row) => row === id);
  const focusedRowId = () => ids.find((id) => document.activeElement?.id === elementIdOf(id));
  const add = (moreIds: readonly string[]) => setChosen(new Set([...chosen, ...moreIds]));
  const move = (step: 1 | -1, isChoosing = false) => {
    const focusedIndex = placeOf(focusedRowId());
    const next = ids[focusedIndex < 0 ? 0 : focusedIndex + step];
    if (next === undefined) return;
    document.getElementById(elementIdOf(next))?.focus();
    if (!isChoosing) return;
    add([ids[focusedIndex] ?? next, next]);
    lastRowId.current = next;
  };
  const toggle = (id: string) => {
    lastRowId.current = id;
    setChosen(new Set(chosen.has(id) ? [...chosen].filter((chosenId) => chosenId !== id) : [...chosen, id]));
  };
  const choose = (id: string, isRange: boolean) => {
    const [from = -1, to = -1] = [placeOf(lastRowId.current), placeOf(id)].toSorted((a, b) => a - b);
    if (!isRange || from < 0) return toggle(id);
    lastRowId.current = id;
    add(ids.slice(from, to + 1));
  };
  useShortcutKeys(
    'screen',
    {
      j: () => move(1),
      k: () => move(-1),
      'shift j': () => move(1, true),
      'shift k': () => move(-1, true),
      x: () => {
        const id = focusedRowId();
        if (id !== undefined) toggle(id);
      },
      ...Object.fromEntries(Object.entries(keys).map(([key, onRow]) => [key, () => onRow(focusedRowId())])),
    },
    isOn,
  );
  return { choose };
}
