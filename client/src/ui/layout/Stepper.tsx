import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';

interface StepperProps {
  /** One or two words each. */
  steps: readonly string[];
  /** From 1. */
  current: number;
}

/** The current step in a fixed order. On phones the header shows number and name. */
export function Stepper({ steps, current }: StepperProps) {
  const { t } = useTranslation();
  return (
    <ol aria-label={t('wizard.steps')} className="flex gap-2">
      {steps.map((name, index) => {
        const step = index + 1;
        const done = step < current;
        return (
          <li
            key={name}
            aria-current={step === current ? 'step' : undefined}
            className={clsx(
              'flex flex-1 items-center gap-2 border-t-3 pt-2.5 text-sm',
              step <= current ? 'border-tide' : 'border-line',
              step === current ? 'font-semibold text-ink' : 'text-muted',
            )}
          >
            <span className="flex items-center gap-2 max-md:sr-only">
              {done ? (
                <Check aria-hidden="true" className="size-4 text-tide" strokeWidth={2} />
              ) : (
                <span className="figures">{step}</span>
              )}
              {name}
              {done && <span className="sr-only">{t('wizard.done')}</span>}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
