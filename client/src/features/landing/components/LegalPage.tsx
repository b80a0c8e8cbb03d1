import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { settingsQuery } from '#client/features/settings/settings.queries.ts';
import { Contents } from '#client/ui/layout/Contents.tsx';
import { Page } from '#client/ui/layout/Page.tsx';

interface LegalPageProps {
  title: string;
  lede: string;
  sections: readonly { id: string; title: string; text: string }[];
}

/** A legal text: contents beside it if there is space, numbered sections, its date, and a contact. */
export function LegalPage({ title, lede, sections }: LegalPageProps) {
  const { t } = useTranslation('landing.legal');
  return (
    <Page
      title={title}
      description={lede}
      lede={
        <>
          {lede} <span className="block">{t('effective')}</span>
        </>
      }
    >
      <div className="grid gap-10 lg:grid-cols-[minmax(0,65ch)_240px] lg:justify-between">
        <div className="flex flex-col gap-8">
          <ol className="flex flex-col gap-8">
            {sections.map((section, index) => (
              <li key={section.id} id={section.id} className="flex scroll-mt-24 flex-col gap-2">
                <h2 className="text-xl wrap-anywhere">
                  {index + 1}. {section.title}
                </h2>
                <p className="whitespace-pre-line text-muted">{section.text}</p>
              </li>
            ))}
          </ol>
          <ContactNote />
          <BackHome />
        </div>
        <Contents label={t('contents')} parts={sections.map(({ id, title: text }) => ({ id, text }))} />
      </div>
    </Page>
  );
}

function ContactNote() {
  const { t } = useTranslation('landing.legal');
  const { data: settings } = useQuery(settingsQuery);
  if (!settings) return null;
  const { operator, supportEmail } = settings.brand;
  return (
    <p className="card p-4 text-sm">
      {t('ask', { operator })}{' '}
      <a href={`mailto:${supportEmail}`} className="text-link font-medium wrap-anywhere">
        {supportEmail}
      </a>
    </p>
  );
}

/** A link for a page without a next step. */
export function BackHome() {
  const { t } = useTranslation('landing.legal');
  return (
    <Link to="/" className="no-print inline-flex min-h-11 items-center gap-2 self-start text-link font-medium">
      <ArrowLeft className="size-4 rtl:-scale-x-100" strokeWidth={2} />
      {t('backHome')}
    </Link>
  );
}
