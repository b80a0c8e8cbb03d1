import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { countryName } from '#client/lib/format/format.ts';
import { useErrorText } from '#client/lib/i18n/errors.ts';
import { amountOf } from '#shared/kernel/money.ts';
import { brandOf, rails, usualRails, type Rail } from '#shared/reference/rails.ts';
import { railProblem } from '#shared/settings/settings.offer.ts';
import { payoutCurrenciesQuery } from '../rates.queries.ts';

/** A rail as a form needs it. */
export type FormRail = Pick<Rail, 'id' | 'kind' | 'name' | 'countries' | 'fields'>;

const defaultRails = rails.filter(({ id }) => usualRails.includes(id));

/** Finds the rails by which a currency is paid out, in their order. */
export function useRailsOf(): (currency: string) => readonly FormRail[] {
  const { data } = useQuery(payoutCurrenciesQuery);
  return (currency) => data?.find(({ code }) => code === currency)?.rails ?? defaultRails;
}

/** Says why a rail does not take an amount in one payment, by the rule of the server. */
export function useRailBounds(method: string, currency: string, net: number | undefined): string | undefined {
  const textOf = useErrorText();
  const { data } = useQuery(payoutCurrenciesQuery);
  const rule = data?.find(({ code }) => code === currency);
  const problem =
    rule && net !== undefined && railProblem(rule, { method, currency }, amountOf('payout', String(net), currency));
  return problem ? textOf(problem.because) : undefined;
}

/** The title of each rail in the reader's language; two plain bank transfers are distinguished by their country. */
export function useRailTitles(): (offered: readonly FormRail[]) => { value: string; title: string; text?: string }[] {
  const { t } = useTranslation('sell');
  return (offeredRails) => {
    const titleOf = ({ id }: FormRail) => brandOf(id) ?? t('payment.bank');
    return offeredRails.map((rail) => {
      const title = titleOf(rail);
      const isAlone = offeredRails.filter((otherRail) => titleOf(otherRail) === title).length === 1;
      const [country] = rail.countries;
      return { value: rail.id, title, ...(!isAlone && country && { text: countryName(country) }) };
    });
  };
}
