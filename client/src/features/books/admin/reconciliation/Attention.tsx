import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleDot } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMonth } from '#client/lib/format/format.ts';
import { TextLink } from '#client/ui/form/Button.tsx';
import { periodsQuery, reconciliationQuery } from '../../books.queries.ts';
import { amountText, unitText } from '../books.text.ts';
import { differencesOf } from './books.differences.ts';

/** The differences and the month to close, each with a link to its remedy; nothing if all is done. */
export function Attention() {
  const { t } = useTranslation('books.admin');
  const { data: found } = useQuery(reconciliationQuery);
  const { data: months = [] } = useQuery(periodsQuery);
  const differences = found ? differencesOf(found) : [];
  const toClose = months.findLast(({ state }) => state === 'to_close');
  if (differences.length === 0 && !toClose) return null;
  const name = toClose && formatMonth(`${toClose.month}-01`);
  return (
    <ul aria-label={t('attention.title')} className="card divide-y divide-line text-sm">
      {differences.map(({ account, bank, unit, amount }) => (
        <Item
          key={account}
          icon={<CircleAlert aria-hidden="true" className="size-4 shrink-0 text-pending" />}
          link={<TextLink to="?tab=reconciliation">{t('attention.look')}</TextLink>}
        >
          {t('problem.not_reconciled', { account: bank?.name ?? unitText(unit), difference: amountText(amount, unit) })}
        </Item>
      ))}
      {toClose && (
        <Item
          icon={<CircleDot aria-hidden="true" className="size-4 shrink-0 text-muted" />}
          link={<TextLink to={`?tab=months&month=${toClose.month}`}>{t('attention.close')}</TextLink>}
        >
          {t('attention.toClose', { month: name })}
        </Item>
      )}
    </ul>
  );
}

function Item({ icon, link, children }: { icon: ReactNode; link: ReactNode; children: ReactNode }) {
  return (
    <li className="flex items-center gap-3 px-4 py-2">
      {icon}
      <span className="min-w-0 flex-1 wrap-anywhere">{children}</span>
      {link}
    </li>
  );
}
