import { CircleAlert, CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { formatDay, formatMonth, formatNumber } from '#client/lib/format/format.ts';
import { useMay } from '#client/lib/session/permissions.ts';
import { AlertLine } from '#client/ui/feedback/AlertLine.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import type { Period } from '../books.queries.ts';
import { unitText } from './books.text.ts';
import { RateDialog } from './RateDialog.tsx';
import { DifferenceText } from './reconciliation/DifferenceText.tsx';

type Problem = Period['problems'][number];

const maxShown = 10;

/** Checks that run before a month is closed. */
const checks = [
  'period_order',
  'missing_rate',
  'not_reconciled',
  'books_changed',
] as const satisfies readonly Problem['code'][];

interface ProblemsProps {
  problems: readonly Problem[];
  /** True for the oldest month of the book, which follows on none. */
  isFirstMonth: boolean;
}

/** Lists the problems that prevent closing a month, each with its remedy, then the passed checks in few lines. */
export function Problems({ problems, isFirstMonth }: ProblemsProps) {
  const { t } = useTranslation('books.admin');
  const [missingRate, setMissingRate] = useState<{ day?: string; unit?: string }>();
  const passedChecks = checks.filter((check) => problems.every(({ code }) => code !== check));
  return (
    <>
      <ul aria-label={t('problem.title')} className="card divide-y divide-line text-sm empty:hidden">
        {problems.slice(0, maxShown).map((problem) => (
          <AlertLine
            key={`${problem.code} ${Object.values(problem.params).join(' ')}`}
            Icon={CircleAlert}
            tone="text-pending"
            remedy={<Remedy problem={problem} onRate={setMissingRate} />}
          >
            <ProblemText problem={problem} />
          </AlertLine>
        ))}
        {problems.length > maxShown && (
          <li className="px-4 py-2.5 text-muted">
            {t('problem.more', { shown: formatNumber(problems.length - maxShown) })}
          </li>
        )}
      </ul>
      <ul
        aria-label={t('problem.done')}
        className="flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted empty:hidden max-sm:flex-col"
      >
        {passedChecks.map((check) => (
          <li key={check} className="flex items-center gap-1.5">
            <CircleCheck aria-hidden="true" className="size-4 shrink-0 text-completed" />
            {t(`problem.ok.${isFirstMonth && check === 'period_order' ? 'first_month' : check}`)}
          </li>
        ))}
      </ul>
      {missingRate && <RateDialog missing={missingRate} onClose={() => setMissingRate(undefined)} />}
    </>
  );
}

function ProblemText({ problem: { code, params } }: { problem: Problem }) {
  const { t } = useTranslation('books.admin');
  const { month = '', unit = '', day = '', account = '', difference = '' } = params;
  // The unit follows the amount, as in the refusal to close.
  const [amount = '0'] = difference.split(' ');
  const texts = {
    period_order: () => t('problem.period_order', { month: formatMonth(`${month}-01`) }),
    missing_rate: () => t('problem.missing_rate', { unit: unitText(unit), day: formatDay(day, { year: 'numeric' }) }),
    not_reconciled: () => <DifferenceText name={account} of="bank" amount={amount} unit={unit} />,
    books_changed: () => t('problem.books_changed'),
  };
  return texts[code]();
}

interface RemedyProps {
  problem: Problem;
  onRate: (missing: { day?: string; unit?: string }) => void;
}

function Remedy({ problem: { code, params }, onRate }: RemedyProps) {
  const { t } = useTranslation('books.admin');
  const may = useMay();
  const { month, day, unit, account = '' } = params;
  if (code === 'period_order')
    return (
      <Link to={`?tab=months&month=${month}`} className="inline-flex min-h-6 items-center text-link">
        {t('problem.show', { month: formatMonth(`${month}-01`) })}
      </Link>
    );
  if (code === 'not_reconciled')
    return (
      <Link to="?tab=reconciliation" className="inline-flex min-h-6 items-center text-link">
        {t('attention.look', { account })}
      </Link>
    );
  if (code !== 'missing_rate' || !may('settings.write')) return null;
  return (
    <Button
      text={t('problem.enterRate')}
      size="small"
      onClick={() => onRate({ ...(day && { day }), ...(unit && { unit }) })}
    />
  );
}
