import { useCallback, useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { keepSale, readSale, type SaleDraft } from './sale-draft.ts';

export type Step = 1 | 2 | 3 | 4;

/** The unfinished sale and where in the wizard it stands. */
export interface Sale {
  draft: SaleDraft;
  update: (change: Partial<SaleDraft>) => void;
  step: Step;
  /** Goes to a step as a place of its own in the browser's history. */
  go: (step: Step) => void;
}

/** The sale of a person: what the link names first, then what this browser has kept. The step stands in the URL. */
export function useSale(userId: string): Sale {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const [draft, setDraft] = useState(() => startOf(userId, search));
  const step = stepOf(search, draft);

  useEffect(() => {
    keepSale(userId, draft);
  }, [userId, draft]);

  const update = useCallback((change: Partial<SaleDraft>) => setDraft((old) => ({ ...old, ...change })), []);
  const go = useCallback((next: Step) => void navigate(`/sell?step=${next}`), [navigate]);
  return { draft, update, step, go };
}

function startOf(userId: string, search: URLSearchParams): SaleDraft {
  const kept = readSale(userId);
  const [crypto, amount, currency, quote] = ['crypto', 'amount', 'currency', 'quote'].map((name) => search.get(name));
  if (quote) return { ...kept, quoteId: quote };
  if (!crypto) return kept;
  // Another coin or amount than the kept sale's begins a new one; a hold belongs to its own terms.
  return {
    ...kept,
    cryptoId: crypto,
    amount: amount ?? (crypto === kept.cryptoId ? kept.amount : ''),
    currency: currency ?? kept.currency,
    quoteId: undefined,
    sent: false,
    transactionHash: '',
  };
}

/** A step is reached only with what it needs; `crypto` in the link opens the second. */
function stepOf(search: URLSearchParams, draft: SaleDraft): Step {
  const asked = Number(search.get('step') ?? (search.has('quote') ? 4 : search.has('crypto') ? 2 : 1));
  if (asked >= 4 && draft.quoteId) return 4;
  if (!draft.cryptoId) return 1;
  if (asked >= 3 && draft.amount) return 3;
  return asked >= 2 ? 2 : 1;
}
