import { clsx } from 'clsx';
import { Coins, Landmark, UserRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Mark } from '#client/ui/brand/Brand.tsx';
import { Section } from './Section.tsx';

const steps = [
  { key: 'account', Icon: UserRound },
  { key: 'coin', Icon: Coins },
  { key: 'amount', Icon: Landmark },
  { key: 'money', Icon: undefined },
] as const;

/** The path the money travels, in four steps. */
export function HowItWorks() {
  const { t } = useTranslation('landing');
  return (
    <Section title={t('how.title')}>
      <ol className="grid lg:grid-cols-4">
        {steps.map(({ key, Icon }, index) => (
          <li
            key={key}
            className="relative min-h-20 min-w-0 ps-14 pt-1 pb-6 last:pb-0 lg:ps-0 lg:pe-8 lg:pt-16 lg:pb-0"
          >
            {index < steps.length - 1 && (
              <span
                aria-hidden="true"
                className="absolute start-[19px] top-11 bottom-1 border-s-2 border-dotted border-line-strong lg:start-10 lg:end-0 lg:top-[19px] lg:bottom-auto lg:border-s-0 lg:border-t-2"
              />
            )}
            <span
              className={clsx(
                'absolute start-0 top-0 grid size-10 place-items-center rounded-full border-[1.5px]',
                Icon ? 'border-line-strong bg-bg' : 'border-tide bg-tide-soft',
              )}
            >
              {Icon ? <Icon aria-hidden="true" className="size-5" strokeWidth={1.75} /> : <Mark className="size-5.5" />}
            </span>
            <h3 className="text-lg tracking-[-0.01em]">{t(`how.${key}.title`)}</h3>
            <p className="mt-1 text-sm text-muted lg:max-w-[28ch]">{t(`how.${key}.text`)}</p>
          </li>
        ))}
      </ol>
    </Section>
  );
}
