import { useQuery } from '@tanstack/react-query';
import { Check, CircleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { TextLink } from '#client/ui/form/Button.tsx';
import { coinById } from '#shared/reference/coins.ts';
import { reconciliationQuery } from '../../books.queries.ts';
import { agreementOfUnit } from './books.differences.ts';

/** Says if banks and chains agree with the book about a unit; anything else is a link, to its reason or remedy. */
export function UnitAgreement({ unit }: { unit: string }) {
  const { t } = useTranslation('books.admin');
  const { data } = useQuery(reconciliationQuery);
  if (!data) return <span className="text-faint">–</span>;
  const state = agreementOfUnit(data, unit);
  const hasAccount = coinById(unit) !== undefined || data.accounts.some(({ currency }) => currency === unit);
  if (!hasAccount)
    return <TextLink to="/admin/payouts?tab=accounts">{t('positions.noAccount', { currency: unit })}</TextLink>;
  // Nothing is to be done about a chain on which nothing came.
  if (data.coins.find(({ id }) => id === unit)?.gap === 'no_transfers')
    return <span className="text-muted">{t('reconciliation.nothingYet')}</span>;
  if (state === 'not_read')
    return (
      <Link
        to="?tab=reconciliation"
        className="inline-flex min-h-6 items-center text-muted underline underline-offset-2 hover:text-ink"
      >
        {t('reconciliation.not_read')}
      </Link>
    );
  if (state === 'differs')
    return (
      <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
        <CircleAlert aria-hidden="true" className="size-4 shrink-0 text-pending" />
        <TextLink to="?tab=reconciliation">{t('reconciliation.differs')}</TextLink>
      </span>
    );
  return (
    <span className="text-completed">
      <Check aria-hidden="true" className="inline size-4" />
      <span className="sr-only">{t('reconciliation.agrees')}</span>
    </span>
  );
}
