import { useCallback, useEffect, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { z } from 'zod';
import { account, inOtherCurrency } from '#client/features/sell/components/sell.draft.ts';
import type { SessionUser } from '#client/lib/session/session.ts';
import {
  clearExchange,
  emptyExchange,
  readExchange,
  storeExchange,
  type ExchangeDraft,
} from './fiat-exchange.draft.ts';

export type Step = 1 | 2 | 3 | 4;

/** Values of an exchange that is repeated. */
const passedOn = z.object({ again: z.object({ from: z.string(), to: z.string(), amount: z.string(), account }) });

/** The unfinished exchange and its step in the wizard. */
export interface Exchange {
  draft: ExchangeDraft;
  update: (change: Partial<ExchangeDraft>) => void;
  step: Step;
  /** The opened exchange: its earlier steps are closed from then on. */
  orderId: string | undefined;
  /** Opens a step as an entry of its own in the browser's history. */
  go: (step: Step) => void;
  /** Runs once the server has the exchange: the draft ends, and only the proof is missing. */
  opened: (orderId: string) => void;
  /** Stores the exchange until the identity check is done, before leaving for it. */
  waitForId: () => void;
  /** Stores whether the amount is refused: such an amount is not saved. */
  setRefused: (isRefused: boolean) => void;
}

/**
 * The user's exchange as stored in this browser; step and order come from the URL, else it continues at the last step.
 */
export function useExchange(user: SessionUser): Exchange {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const { id: userId } = user;
  const state: unknown = useLocation().state;
  const [draft, setDraft] = useState(() => ({ ...readExchange(user), ...passedOn.safeParse(state).data?.again }));
  const [isRefused, setRefused] = useState(false);
  const [openedId, setOpenedId] = useState<string>();
  // Back from an opened exchange must not lead to its form: filled in again, it would become a second one.
  const orderId = search.get('order') ?? openedId;
  const step = orderId ? 4 : stepOf(Number(search.get('step') ?? draft.step), draft);

  useEffect(() => {
    if (!orderId) storeExchange(userId, { ...draft, amount: isRefused ? '' : draft.amount, step });
  }, [userId, draft, orderId, step, isRefused]);

  const update = useCallback(
    ({ to, ...change }: Partial<ExchangeDraft>) =>
      setDraft((currentDraft) => {
        const isOther = to !== undefined && to !== currentDraft.to;
        return { ...currentDraft, ...(isOther && { to, account: inOtherCurrency(currentDraft.account) }), ...change };
      }),
    [],
  );
  const go = useCallback((next: Step) => void navigate(`/fiat-exchange?step=${next}`), [navigate]);
  // Stores the sale here, not in an effect: leaving unmounts the wizard before its effects run.
  const waitForId = () => void storeExchange(userId, { ...draft, step, waitsForId: true });
  const openOrder = (id: string) => {
    setOpenedId(id);
    setDraft(emptyExchange(user));
    void clearExchange(userId);
    void navigate(`/fiat-exchange?order=${id}`, { replace: true });
  };
  return { draft, update, step, orderId, go, opened: openOrder, waitForId, setRefused };
}

/** A step is reached only with its input; the fourth only with an order. */
function stepOf(requestedStep: number, { amount, account }: ExchangeDraft): Step {
  if (requestedStep < 2 || !amount) return 1;
  const hasAccount = Boolean(account.accountName && account.accountNumber && account.bankName);
  return requestedStep >= 3 && hasAccount ? 3 : 2;
}
