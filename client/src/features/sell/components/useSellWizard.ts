import { useCallback, useEffect, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { z } from 'zod';
import { formatNumber } from '#client/lib/format/format.ts';
import type { SessionUser } from '#client/lib/session/session.ts';
import {
  account,
  clearSellDraft,
  emptySale,
  inOtherCurrency,
  readSellDraft,
  storeSellDraft,
  type SellDraft,
} from './sell.draft.ts';

export type Step = 1 | 2 | 3 | 4;

/** The unfinished sale and its step in the wizard. */
export interface SellWizard {
  draft: SellDraft;
  update: (change: Partial<SellDraft>) => void;
  step: Step;
  /** Opens a step as an entry of its own in the browser's history. */
  go: (step: Step) => void;
  /** True if the wizard opened where a stored sale was left. */
  resumed: boolean;
  /** Drops the stored draft and begins at the first step. */
  startOver: () => void;
  /** Stores the sale until the identity check is done, before leaving for it. */
  waitForId: () => void;
  /** Stores whether the amount is refused: such an amount is not saved. */
  setRefused: (isRefused: boolean) => void;
}

/** The user's sale: values from the link, then those in this browser; without a step it opens where it was left. */
export function useSellWizard(user: SessionUser): SellWizard {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const state: unknown = useLocation().state;
  const { id: userId } = user;
  const [draft, setDraft] = useState(() => initialDraft(user, search, state));
  const step = stepOf(search, draft);

  // A step that cannot be reached any more, such as one of a sale that was submitted meanwhile.
  const requestedStep = Number(search.get('step') ?? step);
  useEffect(() => {
    if (requestedStep !== step) void navigate(`/sell?step=${step}`, { replace: true });
  }, [requestedStep, step, navigate]);

  const [isRefused, setRefused] = useState(false);
  useEffect(() => {
    storeSellDraft(userId, { ...draft, amount: isRefused ? '' : draft.amount, step });
  }, [userId, draft, step, isRefused]);

  const update = useCallback(
    (change: Partial<SellDraft>) => setDraft((currentDraft) => changedDraft(currentDraft, change)),
    [],
  );
  const go = useCallback((next: Step) => void navigate(`/sell?step=${next}`), [navigate]);
  // Stores the sale here, not in an effect: leaving unmounts the wizard before its effects run.
  const waitForId = () => void storeSellDraft(userId, { ...draft, step, waitsForId: true });
  const isResumed = step > 1 && !['step', 'quote', 'crypto'].some((name) => search.has(name));
  const startOver = () => {
    setDraft(emptySale(user));
    void clearSellDraft(userId);
    void navigate('/sell?step=1', { replace: true });
  };
  return { draft, update, step, go, resumed: isResumed, startOver, waitForId, setRefused };
}

function changedDraft(draft: SellDraft, { currency = draft.currency, ...change }: Partial<SellDraft>): SellDraft {
  const account = currency === draft.currency ? draft.account : inOtherCurrency(draft.account);
  return { ...draft, account, ...change, currency };
}

/** State of a repeated sale: the account, which must not appear in an address. */
const passedOn = z.object({ again: z.object({ account }) });

function initialDraft(user: SessionUser, search: URLSearchParams, state: unknown): SellDraft {
  const storedDraft = readSellDraft(user);
  const [crypto, amount, currency, quote] = ['crypto', 'amount', 'currency', 'quote'].map((name) => search.get(name));
  if (quote && !crypto) return { ...storedDraft, quoteId: quote };
  if (!crypto) return storedDraft;
  // A coin or amount other than the stored one starts a new sale; a quote belongs
  // to its terms, and a link may bring both.
  const again = passedOn.safeParse(state).data?.again;
  return {
    ...changedDraft(storedDraft, { currency: currency ?? storedDraft.currency, ...again }),
    cryptoId: crypto,
    amount: amount ? groupAmount(amount) : crypto === storedDraft.cryptoId ? storedDraft.amount : '',
    quoteId: quote ?? undefined,
    sent: false,
    transactionHash: '',
    waitsForId: false,
  };
}

/** Plain decimal text in the format of the reader's language; anything else unchanged. */
const groupAmount = (amount: string) => (/^\d{1,15}(\.\d{1,8})?$/.test(amount) ? formatNumber(amount) : amount);

/** A step is reached only with its input; `crypto` in the link opens the second, no link the last open one. */
function stepOf(search: URLSearchParams, draft: SellDraft): Step {
  const requestedStep = Number(search.get('step') ?? (search.has('quote') ? 4 : search.has('crypto') ? 2 : draft.step));
  if (requestedStep >= 4 && draft.quoteId) return 4;
  if (!draft.cryptoId) return 1;
  if (requestedStep >= 3 && draft.amount) return 3;
  return requestedStep >= 2 ? 2 : 1;
}
