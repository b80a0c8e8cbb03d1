import { normaliseAmount } from '#client/lib/format/amount-input.ts';
import { wireForm } from '#client/ui/form/contract-schemas.ts';
import type { ManualKind } from '#shared/books/books.accounts.ts';
import { entryInput } from '#shared/books/books.contract.ts';
import type { ManualEntryInput } from '../books.queries.ts';

/** A movement as members describe it: an amount left one place and reached another. */
export interface Movement {
  left: string;
  reached: string;
  unit: string;
  amount: string;
}

export interface ManualForm {
  kind: ManualKind;
  /** Local time of this device, `2026-10-31T18:00`. */
  at: string;
  /** The name of the exchange, if a line has one. */
  exchange: string;
  lines: Movement[];
  note: string;
}

/** Places that money and coins can leave and reach by hand, beside each bank account of the business. */
export const places = [
  'coins',
  'exchange',
  'cash',
  'bank',
  'cost:network',
  'cost:bank',
  'capital',
  'position',
  'fees',
  'kept',
  'lost',
  'result',
] as const;

/** The default beginning and end of each kind of entry. */
export const usual: Record<ManualKind, readonly [left: string, reached: string]> = {
  opening: ['capital', 'coins'],
  disposal: ['exchange', 'position'],
  transfer: ['coins', 'exchange'],
  cost: ['bank', 'cost:bank'],
  capital: ['capital', 'bank'],
  correction: ['coins', 'lost'],
};

/** The account of a place: the addresses of a coin, an exchange by its name. */
function accountAt(place: string, unit: string, exchange: string): string {
  if (place === 'coins') return `coins:${unit}`;
  return place === 'exchange' ? `exchange:${exchange.trim().toLowerCase()}` : place;
}

const instant = (local: string): string => {
  const date = new Date(local);
  return Number.isNaN(date.getTime()) ? local : date.toISOString();
};

/**
 * Returns the entry that the form sends. The receiving account comes first, as in the book; coins of a customer come
 * from the account `coins`.
 */
export function wireOf({ kind, at, exchange, lines, note }: ManualForm, language: string): ManualEntryInput {
  return {
    kind,
    at: instant(at),
    note,
    lines: lines.map(({ left, reached, unit, amount }) => ({
      from: accountAt(reached, unit, exchange),
      to: accountAt(left, unit, exchange),
      unit,
      amount: normaliseAmount(amount, language) ?? amount.trim(),
    })),
  };
}

/** The form of a manual entry, checked by the contract; a refused account is marked at its place. */
export const manualSchema = (language: string) =>
  wireForm<ManualForm, ManualEntryInput>(
    entryInput,
    (values) => wireOf(values, language),
    ({ path, message }, { lines }) => {
      const [list, index, name] = path;
      const place = name === 'from' ? 'reached' : name === 'to' ? 'left' : undefined;
      if (list !== 'lines' || index === undefined || !place) return { path, message };
      // One field names the exchange of all lines.
      return lines[Number(index)]?.[place] === 'exchange'
        ? { path: ['exchange'], message: 'exchange_name_invalid' }
        : { path: [list, index, place], message };
    },
  );
