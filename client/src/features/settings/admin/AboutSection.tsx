import { useTranslation } from 'react-i18next';
import type { AdminSettings } from './settings.admin.queries.ts';

/** The version in use, and what is set where the product is started. */
export function AboutSection({ settings }: { settings: AdminSettings }) {
  const { t } = useTranslation('settings.admin');
  const { productVersion, walletCooloffHours: count, sampleRates } = settings;
  const details = [
    { term: t('about.version'), detail: productVersion },
    { term: t('about.cooloff'), detail: t('about.cooloffHours', { count }) },
    { term: t('about.rates'), detail: t(sampleRates ? 'about.sample' : 'about.live') },
  ];
  return (
    <section className="flex flex-col gap-3 self-start card p-4 sm:p-5">
      <h2 className="text-base">{t('about.title')}</h2>
      <dl className="flex flex-col gap-2 text-sm">
        {details.map(({ term, detail }) => (
          <div key={term} className="flex flex-wrap justify-between gap-x-4">
            <dt className="text-muted">{term}</dt>
            <dd>{detail}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
