import { useQuery } from '@tanstack/react-query';
import { HandCoins, Timer, UserRoundCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { settingsQuery } from '#client/features/settings/settings.queries.ts';
import { formatNumber, formatPercent } from '#client/lib/format/format.ts';
import { DottedRow, DottedRows } from '#client/ui/brand/Slip.tsx';
import { SkeletonLine } from '#client/ui/feedback/Skeleton.tsx';
import { Section } from './Section.tsx';

/** Three promises, each with evidence instead of a picture. Times and fees come from the settings. */
export function WhyChoose() {
  const { t } = useTranslation('landing');
  return (
    <Section title={t('why.title')}>
      <div className="grid gap-4 md:grid-cols-3 md:gap-6">
        <Promise title={t('why.payouts.title')} text={t('why.payouts.text')}>
          <PayoutTimes />
        </Promise>
        <Promise title={t('why.secure.title')} text={t('why.secure.text')}>
          <DottedRows>
            <DottedRow label={t('why.secure.reference')} prose>
              {t('why.secure.referenceNote')}
            </DottedRow>
            <DottedRow label={t('why.secure.address')} prose>
              {t('why.secure.addressNote')}
            </DottedRow>
            <DottedRow label={t('why.secure.bank')} prose>
              {t('why.secure.bankNote')}
            </DottedRow>
          </DottedRows>
        </Promise>
        <Promise title={t('why.rates.title')} text={t('why.rates.text')}>
          <Fees />
        </Promise>
      </div>
    </Section>
  );
}

function Promise({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <article className="card flex min-w-0 flex-col gap-2 p-6">
      <h3 className="text-lg tracking-[-0.01em]">{title}</h3>
      <p className="text-muted">{text}</p>
      <div className="mt-auto pt-4">{children}</div>
    </article>
  );
}

const skeletonLine = <SkeletonLine className="h-5 w-24" />;

function PayoutTimes() {
  const { t } = useTranslation('landing');
  const { data: settings } = useQuery(settingsQuery);
  const times = [
    { Icon: Timer, label: t('why.payouts.transfer'), value: settings?.times.transfer },
    { Icon: UserRoundCheck, label: t('why.payouts.check'), value: settings?.times.check },
    { Icon: HandCoins, label: t('why.payouts.bank'), value: settings?.times.payout },
  ];
  return (
    <dl className="text-sm">
      {times
        .filter(({ value }) => value !== '')
        .map(({ Icon, label, value }) => (
          <div key={label} className="flex flex-wrap items-center gap-2.5 py-1.5">
            <dt className="flex items-center gap-2.5 text-muted">
              <Icon className="size-4 shrink-0 text-tide" strokeWidth={2} />
              {label}
            </dt>
            <dd className="ms-auto text-end">{value ? <bdi>{value}</bdi> : skeletonLine}</dd>
          </div>
        ))}
    </dl>
  );
}

function Fees() {
  const { t } = useTranslation('landing');
  const { data: settings } = useQuery(settingsQuery);
  const tiers = (settings?.fees.tiers ?? []).toSorted((a, b) => a.overUsd - b.overUsd);
  const firstStep = tiers.find(({ overUsd }) => overUsd > 0)?.overUsd;
  if (!settings)
    return (
      <div className="flex flex-col gap-3 py-1.5">
        {[skeletonLine, skeletonLine, skeletonLine].map((item, index) => (
          <div key={index}>{item}</div>
        ))}
      </div>
    );
  return (
    <DottedRows>
      {tiers.map(({ overUsd, percent }) => (
        <DottedRow
          key={overUsd}
          label={
            overUsd > 0
              ? t('why.rates.over', { usd: formatNumber(overUsd) })
              : firstStep === undefined
                ? t('why.rates.any')
                : t('why.rates.upTo', { usd: formatNumber(firstStep) })
          }
        >
          {formatPercent(percent)}
        </DottedRow>
      ))}
    </DottedRows>
  );
}
