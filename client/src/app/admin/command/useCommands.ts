import { useQuery } from '@tanstack/react-query';
import { Banknote, CirclePause, CirclePlay, HandCoins } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useDueParts } from '#client/features/payouts/components/useDue.ts';
import { pausesQuery } from '#client/features/rates/admin/rates.admin.queries.ts';
import { payoutCurrenciesQuery } from '#client/features/rates/rates.queries.ts';
import { normaliseAmount } from '#client/lib/format/amount-input.ts';
import { currencyName, formatCrypto, formatMoneyText, formatNumber } from '#client/lib/format/format.ts';
import { useMay } from '#client/lib/session/permissions.ts';
import { coinById, coins } from '#shared/reference/coins.ts';
import type { Hit } from './hits.ts';

/** A verb can be recognised from this many typed letters. */
const minVerbLength = 3;

/** True if the words name the subject; undefined if the words contain no command. */
type Fits = ((...names: readonly string[]) => boolean) | undefined;

const wordsOf = (...names: readonly string[]) => names.join(' ').toLowerCase().split(/\s+/);

/**
 * Commands of the menu by verb ("pause btc", "batch ngn", "offer 500 usdt ngn") or by their subject ("btc"), in the
 * reader's language and in English, for the permissions of the reader. Without typed text: the commands that wait for
 * the reader.
 */
export function useCommands(input: string): Hit[] {
  const { t } = useTranslation('admin');
  const searchWords = input.toLowerCase().split(/\s+/);
  const [verb = '', ...words] = searchWords;
  const isVerb = (...names: readonly string[]) =>
    verb.length >= Math.min(minVerbLength, ...names.map(({ length }) => length)) &&
    names.some((name) => name.toLowerCase().startsWith(verb));
  const matchesWords = (...names: readonly string[]) =>
    words.every((word) => names.join(' ').toLowerCase().includes(word));
  const matchesAll = (...names: readonly string[]) => searchWords.every((word) => wordsOf(...names).includes(word));
  const fitsOf = (isAsked: boolean) => (isAsked ? matchesWords : input === '' ? undefined : matchesAll);
  const isPause = isVerb('pause', t('command.pauseVerb'));
  const whenTyped = (fits: Fits): Fits => (input === '' ? () => true : fits);
  return [
    ...useBatches(whenTyped(fitsOf(isVerb('batch', t('command.batchVerb'))))),
    ...useResumes(whenTyped(fitsOf(isVerb('resume', t('command.resumeVerb'))))),
    ...usePauses(fitsOf(isPause), !isPause),
    ...useOffers(isVerb('offer', t('command.offerVerb')), words),
  ];
}

/** Everything that can be paused, found by its name and its symbol or code. */
function useTargets() {
  const { t } = useTranslation('admin');
  const { data: currencies = [] } = useQuery(payoutCurrenciesQuery);
  return [
    ...coins.map(({ id, name, symbol }) => ({ what: 'coin', subject: id, name, also: symbol }) as const),
    ...currencies.map(
      ({ code }) => ({ what: 'currency', subject: code, name: currencyName(code), also: code }) as const,
    ),
    { what: 'exchanges', subject: '', name: t('pausedExchanges'), also: '' } as const,
    { what: 'desk', subject: '', name: t('pausedDesk'), also: '' } as const,
  ];
}

function usePauses(fits: Fits, isBeside: boolean): Hit[] {
  const { t } = useTranslation('admin');
  const isOn = useMay()('rates.write') && fits !== undefined;
  const { data } = useQuery({ ...pausesQuery, enabled: isOn });
  const targets = useTargets();
  if (!isOn || !data || !fits) return [];
  return targets
    .filter(({ what, subject }) => !data.active.some((pause) => pause.what === what && pause.subject === subject))
    .filter(({ name, also }) => fits(name, also))
    .map(({ also, ...target }) => ({
      id: `pause ${target.what} ${target.subject}`,
      group: 'do',
      go: { kind: 'pause', ...target },
      text: t('command.pause', { name: target.name }),
      aside: also,
      leadsTo: t('command.then.pause'),
      isBeside,
      Icon: CirclePause,
    }));
}

function useResumes(fits: Fits): Hit[] {
  const { t } = useTranslation('admin');
  const isOn = useMay()('rates.write') && fits !== undefined;
  const { data } = useQuery({ ...pausesQuery, enabled: isOn });
  const targets = useTargets();
  if (!isOn || !data || !fits) return [];
  return data.active.flatMap(({ what, subject, reason }): Hit[] => {
    const name = targets.find((target) => target.what === what && target.subject === subject)?.name ?? subject;
    if (!fits(name, subject, coinById(subject)?.symbol ?? '')) return [];
    const go = { kind: 'resume', what, subject, name } as const;
    return [
      {
        id: `resume ${what} ${subject}`,
        group: 'do',
        go,
        text: t('command.resume', { name }),
        aside: reason,
        leadsTo: t('command.then.resume'),
        Icon: CirclePlay,
      },
    ];
  });
}

/**
 * Payouts due in each currency: those that a batch takes, apart from those that need a check; a hit opens the page at
 * the button of the batch.
 */
function useBatches(fits: Fits): Hit[] {
  const { t } = useTranslation(['admin', 'payouts.admin']);
  const isOn = useMay()('payouts.prepare') && fits !== undefined;
  const parts = useDueParts(isOn);
  if (!parts || !fits) return [];
  return parts
    .filter(({ currency }) => fits(currency, currencyName(currency)))
    .flatMap(({ currency, ready, flagged }): Hit[] => {
      const hit = {
        group: 'do',
        go: `/admin/payouts?tab=due&group=${currency}`,
        // The text of the command ends with the code.
        aside: '',
        Icon: Banknote,
      } as const;
      const textOf = ({ amount }: { amount: string }) => formatMoneyText(amount, currency);
      const batch = t('command.batch', { count: ready.payouts, amount: textOf(ready) });
      const payoutCount = formatNumber(flagged.payouts);
      const flaggedText = t('payouts.admin:needLook', {
        count: flagged.payouts,
        shown: payoutCount,
        amounts: textOf(flagged),
      });
      return [
        ...(ready.payouts > 0
          ? [{ ...hit, id: `batch ${currency}`, text: batch, leadsTo: t('command.then.batch') }]
          : []),
        ...(flagged.payouts > 0
          ? [{ ...hit, id: `look ${currency}`, text: flaggedText, leadsTo: t('command.then.look') }]
          : []),
      ];
    });
}

const usualCurrency = 'USD';

/**
 * "offer 500 usdt ngn" opens the form of an offer filled in. The words may come in any order; a symbol of several coins
 * gives a line for each, in their order, with its network.
 */
function useOffers(isAsked: boolean, words: readonly string[]): Hit[] {
  const { t, i18n } = useTranslation('admin');
  const isOn = useMay()('offers.write') && isAsked;
  const { data: currencies = [] } = useQuery({ ...payoutCurrenciesQuery, enabled: isOn });
  if (!isOn) return [];
  const amount = words.map((word) => normaliseAmount(word, i18n.language)).find((number) => number !== undefined);
  const currency = currencies.find(({ code }) => words.includes(code.toLowerCase()))?.code;
  const rest = words.filter(
    (word) => word !== currency?.toLowerCase() && normaliseAmount(word, i18n.language) === undefined,
  );
  return coins
    .filter(({ name, symbol }) => rest.every((word) => `${symbol} ${name}`.toLowerCase().includes(word)))
    .map(({ id, symbol, network }) => {
      const amountText = amount === undefined ? symbol : formatCrypto(amount, symbol);
      const searchParams = new URLSearchParams({ new: '1', coin: id, ...(amount && { amount }) });
      searchParams.set('currency', currency ?? usualCurrency);
      return {
        id: `offer ${id}`,
        group: 'do',
        go: `/admin/offers?${searchParams}`,
        text: t('command.offer', { what: amountText, currency: currency ?? usualCurrency }),
        aside: network,
        Icon: HandCoins,
      };
    });
}
