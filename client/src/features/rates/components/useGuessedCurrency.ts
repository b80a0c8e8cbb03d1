import { useQuery } from '@tanstack/react-query';
import { getInitialData } from '#client/lib/api/initial-data.ts';
import { payoutCurrenciesQuery } from '../rates.queries.ts';
import { guessCurrency } from './rates.guess-currency.ts';

/** The payout currency a visitor most likely wants; undefined until it is known which there are. */
export function useGuessedCurrency(): string | undefined {
  const { data: currencies = [] } = useQuery(payoutCurrenciesQuery);
  const offered = currencies.map(({ code }) => code);
  return getInitialData()?.currency ?? guessCurrency(offered, navigator.languages);
}
