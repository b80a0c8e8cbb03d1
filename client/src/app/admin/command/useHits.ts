import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ArrowLeftRight, ArrowRight, Banknote, Percent, Settings, Timer, User, Wallet } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { queueQuery } from '#client/features/orders/admin/orders.admin.queries.ts';
import { batchesFoundQuery } from '#client/features/payouts/payouts.queries.ts';
import { quotesQuery } from '#client/features/sell/admin/sell.admin.queries.ts';
import { isNamed, useSettingNames } from '#client/features/settings/admin/useSettingNames.ts';
import { usersQuery } from '#client/features/users/admin/users.admin.queries.ts';
import { reachText } from '#client/features/users/components/reach.ts';
import { useDebounced } from '#client/lib/browser/useDebounced.ts';
import { formatCrypto, formatMoneyText } from '#client/lib/format/format.ts';
import { useMay } from '#client/lib/session/permissions.ts';
import { shownEmail } from '#shared/kernel/email-address.ts';
import { coins } from '#shared/reference/coins.ts';
import { adminDestinations } from '../places.ts';
import type { Hit } from './hits.ts';
import { useActionHits } from './useActionHits.ts';
import { useCommands } from './useCommands.ts';

const typingPauseMs = 250;
const maxHits = 5;
/** A shorter text would match too many users, and too many settings. */
const minSearchLength = 3;

interface SearchResults {
  hits: Hit[];
  isSearching: boolean;
  error: Error | null;
  retry: () => void;
}

/**
 * Hits for the typed text by their groups: actions, screens and settings at once; batches, orders and users debounced.
 */
export function useHits(input: string): SearchResults {
  const typedSearch = input.trim();
  const q = useDebounced(typedSearch, typingPauseMs);
  const commands = useCommands(typedSearch);
  const actions = useActionHits(typedSearch);
  const screens = useScreens(typedSearch);
  const coinScreens = useCoinScreens(typedSearch);
  const settings = useSettings(typedSearch);
  const batches = useBatches(q);
  const rows = useRows(q);
  const actionHits = [...commands, ...actions];
  const places = [...screens, ...coinScreens, ...settings];
  const isAsked = actionHits.some(({ isBeside }) => !isBeside);
  return {
    // An action that nobody asked for comes after the line that Enter chooses.
    hits: isAsked
      ? [...actionHits, ...places, ...batches.hits, ...rows.hits]
      : [...places, ...actionHits, ...batches.hits, ...rows.hits],
    isSearching: typedSearch !== q || batches.isSearching || rows.isSearching,
    error: batches.error ?? rows.error,
    retry: () => {
      batches.retry();
      rows.retry();
    },
  };
}

/** Finds screens by their own name, or by the name of the sidebar entry that holds them. */
function useScreens(typed: string): Hit[] {
  const { t } = useTranslation(['admin', 'common']);
  const may = useMay();
  return (
    adminDestinations
      .filter((screen) => may(screen.may))
      // The dashboard opens with its first tab: both would be one screen twice.
      .filter(({ tab }) => typed !== '' || tab?.place !== 1)
      .map(({ to, text, entry }) => {
        const entryText = entry && entry.text !== text ? t(entry.text) : '';
        return {
          id: to,
          group: 'go' as const,
          go: to,
          text: t(text),
          aside: entryText,
          within: entryText,
          Icon: entry?.Icon ?? ArrowRight,
        };
      })
      .filter(({ text, within }) => isNamed(typed, text, within))
      .map(({ within: _within, ...hit }) => hit)
  );
}

/** The price and the address of a coin, by its whole symbol or the beginning of its name. */
function useCoinScreens(typed: string): Hit[] {
  const { t } = useTranslation('admin');
  const may = useMay();
  const word = typed.toLowerCase();
  if (word.length < minSearchLength) return [];
  return coins
    .filter(({ symbol, name }) => symbol.toLowerCase() === word || name.toLowerCase().startsWith(word))
    .flatMap(({ id, name, symbol, network }) => {
      // Only a symbol of two coins needs the network.
      const isShared = coins.some((coin) => coin.id !== id && coin.symbol === symbol);
      const hit = { group: 'go' } as const;
      const price = {
        ...hit,
        id: `price ${id}`,
        go: '/admin/prices',
        text: t('command.coin.price', { name }),
        aside: isShared ? network : t('prices'),
      };
      const address = {
        ...hit,
        id: `address ${id}`,
        aside: isShared ? network : t('wallets'),
        go: `/admin/wallets/${id}`,
        text: t('command.coin.address', { name }),
      };
      return [
        ...(may('rates.write') ? [{ ...price, Icon: Percent }] : []),
        ...(may('wallets.write') ? [{ ...address, Icon: Wallet }] : []),
      ];
    });
}

/** Finds settings by name for members who may change them: each opens at its field. */
function useSettings(typed: string): Hit[] {
  const names = useSettingNames();
  const maySet = useMay()('settings.write');
  if (!maySet || typed.length < minSearchLength) return [];
  return names
    .filter(({ label, place }) => isNamed(typed, label, place))
    .slice(0, 2 * maxHits)
    .map(({ to, label, place }) => ({
      id: `setting ${to} ${label}`,
      group: 'go',
      go: to,
      text: label,
      aside: place,
      Icon: Settings,
    }));
}

/** Reads the short form of a batch reference: "B-4" is B-000004. */
const batchReference = /^b-?0*([1-9]\d{0,8})$/i;

function useBatches(q: string): SearchResults {
  const { t } = useTranslation('admin');
  const number = batchReference.exec(q)?.[1];
  const reference = number === undefined ? '' : `B-${number.padStart(6, '0')}`;
  const mayRead = useMay()('orders.read');
  const { data, error, isFetching, refetch } = useQuery({
    ...batchesFoundQuery(reference),
    enabled: mayRead && reference !== '',
  });
  const hits = (data?.items ?? [])
    .filter((batch) => batch.reference === reference)
    .map(({ id, currency, total, count, state }) => ({
      id: `batch ${id}`,
      group: 'found' as const,
      go: `/admin/payouts?tab=${state === 'prepared' || state === 'released' ? 'release' : 'sent'}&batch=${id}`,
      text: reference,
      aside: t('command.payouts', { count, amount: formatMoneyText(total, currency) }),
      Icon: Banknote,
    }));
  return { hits: reference ? hits : [], isSearching: isFetching, error, retry: () => void refetch() };
}

/** Orders, quotes and users. */
function useRows(q: string): SearchResults {
  const { t } = useTranslation('admin');
  const may = useMay();
  const isEnabled = q.length >= minSearchLength;
  const page = { q, page: 1, pageSize: maxHits };
  const searchOptions = { enabled: isEnabled, refetchInterval: false, placeholderData: keepPreviousData } as const;
  const orders = useQuery({ ...queueQuery(page), ...searchOptions });
  const quotes = useQuery({ ...quotesQuery(page), ...searchOptions });
  const users = useQuery({ ...usersQuery(page), ...searchOptions, enabled: isEnabled && may('users.read') });
  const hits = [
    ...(orders.data?.items ?? []).map(({ id, reference, userEmail }) => ({
      id: `order ${id}`,
      group: 'found' as const,
      go: `/admin/transactions?show=all&tx=${id}`,
      text: reference,
      aside: shownEmail(userEmail ?? ''),
      Icon: ArrowLeftRight,
    })),
    ...(quotes.data?.items ?? []).map(({ reference, userEmail, userName, amount, cryptoSymbol }) => ({
      id: `quote ${reference}`,
      group: 'found' as const,
      go: `/admin/sell-quotes?q=${reference}`,
      text: reference,
      // A quote is found by its coin too.
      aside: `${t('command.quote')}, ${formatCrypto(amount, cryptoSymbol)} · ${shownEmail(userEmail ?? userName)}`,
      Icon: Timer,
    })),
    ...(users.data?.items ?? []).map((user) => ({
      id: `user ${user.id}`,
      group: 'found' as const,
      go: `/admin/users?user=${user.id}`,
      text: user.name,
      aside: reachText(user),
      Icon: User,
    })),
  ];
  return {
    hits: isEnabled ? hits : [],
    isSearching: isEnabled && (orders.isFetching || quotes.isFetching || users.isFetching),
    error: orders.error ?? quotes.error ?? users.error,
    retry: () => void Promise.all([orders.refetch(), quotes.refetch(), users.refetch()]),
  };
}
