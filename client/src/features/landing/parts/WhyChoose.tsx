import { useQuery } from '@tanstack/react-query';
import { Landmark, Timer, UserRoundCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { settingsQuery } from '#client/features/settings/settings.api.ts';
import { formatNumber, formatPercent } from '#client/lib/format.ts';
import { Leader, Leaders } from '#client/ui/Slip.tsx';
import { Bone } from '#client/ui/Skeleton.tsx';
import { Section } from './Section.tsx';

/** Three promises, each with its evidence instead of a picture. Times and fees are the desk's own. */
export function WhyChoose() {
  const { t } = useTranslation('landing');
  return (
    <Section title={t('why.title')}>
      <div className="grid gap-4 md:grid-cols-3 md:gap-6">
        <Promise title={t('why.payouts.title')} text={t('why.payouts.text')}>
          <Times />
        </Promise>
        <Promise title={t('why.secure.title')} text={t('why.secure.text')}>
          <Leaders>
            <Leader label={t('why.secure.reference')} words>
              {t('why.secure.referenceFact')}
            </Leader>
            <Leader label={t('why.secure.address')} words>
              {t('why.secure.addressFact')}
            </Leader>
            <Leader label={t('why.secure.bank')} words>
              {t('why.secure.bankFact')}
            </Leader>
          </Leaders>
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
    <article className="card flex flex-col gap-2 p-6">
      <h3 className="text-lg tracking-[-0.01em]">{title}</h3>
      <p className="text-muted">{text}</p>
      <div className="mt-auto pt-4">{children}</div>
    </article>
  );
}

const bone = <Bone className="h-5 w-24" />;

function Times() {
  const { t } = useTranslation('landing');
  const { data: settings } = useQuery(settingsQuery);
  const times = [
    { Icon: Timer, word: t('why.payouts.transfer'), value: settings?.times.transfer },
    { Icon: UserRoundCheck, word: t('why.payouts.check'), value: settings?.times.check },
    { Icon: Landmark, word: t('why.payouts.bank'), value: settings?.times.payout },
  ];
  return (
    <dl className="text-sm">
      {times.map(({ Icon, word, value }) => (
        <div key={word} className="flex items-center gap-2.5 py-1.5">
          <Icon aria-hidden="true" className="size-4 shrink-0 text-tide" strokeWidth={2} />
          <dt className="text-muted">{word}</dt>
          <dd className="ms-auto text-end">{value ? <bdi>{value}</bdi> : bone}</dd>
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
        {[bone, bone, bone].map((one, index) => (
          <div key={index}>{one}</div>
        ))}
      </div>
    );
  return (
    <Leaders>
      {tiers.map(({ overUsd, percent }) => (
        <Leader
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
        </Leader>
      ))}
    </Leaders>
  );
}
