import { clsx } from 'clsx';
import { useTranslation } from 'react-i18next';
import { overviewSpans } from '#shared/overview/overview.contract.ts';
import type { Span } from './overview.admin.queries.ts';

/** How many days the charts cover. */
export function SpanSwitch({ span, onChange }: { span: Span; onChange: (span: Span) => void }) {
  const { t } = useTranslation('overview');
  return (
    <fieldset className="inline-flex rounded-control border border-line-strong">
      <legend className="sr-only">{t('span.label')}</legend>
      {overviewSpans.map((days) => (
        <button
          key={days}
          type="button"
          aria-pressed={days === span}
          className={clsx(
            'min-h-9 border-s border-line-strong px-3.5 text-sm first-of-type:rounded-s-control first-of-type:border-s-0 last-of-type:rounded-e-control pointer-coarse:min-h-11',
            days === span ? 'bg-tide-soft font-medium text-tide' : 'hover:bg-tide-soft',
          )}
          onClick={() => onChange(days)}
        >
          {t('span.days', { count: days })}
        </button>
      ))}
    </fieldset>
  );
}
