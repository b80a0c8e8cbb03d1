import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleDot } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMonth } from '#client/lib/format/format.ts';
import { formatList } from '#client/lib/format/list.ts';
import { useMay } from '#client/lib/session/permissions.ts';
import { AlertLine } from '#client/ui/feedback/AlertLine.tsx';
import { Button, TextLink } from '#client/ui/form/Button.tsx';
import { setBookRate } from '#shared/books/books.contract.ts';
import { periodsQuery, reconciliationQuery } from '../../books.queries.ts';
import { unitText } from '../books.text.ts';
import { RateDialog } from '../RateDialog.tsx';
import { differencesOf } from './books.differences.ts';
import { DifferenceText } from './DifferenceText.tsx';

interface AttentionProps {
  /** True unless another day is shown: banks and chains are compared as of now, and a month is closed now. */
  isNow: boolean;
  /** The units whose worth is unknown on the day. */
  withoutRate: readonly string[];
  day: string;
}

/** The differences, the missing rates and the month to close, each with its remedy; nothing if all is done. */
export function Attention({ isNow, withoutRate, day }: AttentionProps) {
  const { t } = useTranslation('books.admin');
  const may = useMay();
  const [unitToEnter, setUnitToEnter] = useState<string>();
  const { data: reconciliation } = useQuery(reconciliationQuery);
  const { data: months = [] } = useQuery(periodsQuery);
  const differences = reconciliation && isNow ? differencesOf(reconciliation) : [];
  const toClose = isNow ? months.findLast(({ state }) => state === 'to_close') : undefined;
  if (differences.length === 0 && withoutRate.length === 0 && !toClose) return null;
  const name = toClose && formatMonth(`${toClose.month}-01`);
  return (
    <ul aria-label={t('attention.title')} className="card divide-y divide-line">
      {differences.map(({ account, bank, unit, amount }) => {
        const subject = bank?.name ?? unitText(unit);
        const remedy = <TextLink to="?tab=reconciliation">{t('attention.look', { account: subject })}</TextLink>;
        return (
          <Item key={account} isUrgent remedy={remedy}>
            <DifferenceText name={subject} of={bank ? 'bank' : 'chain'} amount={amount} unit={unit} />
          </Item>
        );
      })}
      {withoutRate.length > 0 && (
        <Item
          isUrgent
          remedy={
            may(setBookRate.may) && (
              <Button text={t('problem.enterRate')} size="small" onClick={() => setUnitToEnter(withoutRate[0])} />
            )
          }
        >
          {t('positions.unknown', { units: formatList(withoutRate.map(unitText)) })}
        </Item>
      )}
      {toClose && (
        <Item remedy={<TextLink to={`?tab=months&month=${toClose.month}`}>{t('attention.close')}</TextLink>}>
          {t('attention.toClose', { month: name })}
        </Item>
      )}
      {unitToEnter && <RateDialog missing={{ unit: unitToEnter, day }} onClose={() => setUnitToEnter(undefined)} />}
    </ul>
  );
}

interface ItemProps {
  isUrgent?: boolean;
  remedy: ReactNode;
  children: ReactNode;
}

function Item({ isUrgent = false, ...line }: ItemProps) {
  return (
    <AlertLine Icon={isUrgent ? CircleAlert : CircleDot} tone={isUrgent ? 'text-pending' : 'text-muted'} {...line} />
  );
}
