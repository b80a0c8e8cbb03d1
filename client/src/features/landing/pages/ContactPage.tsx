import { useQuery } from '@tanstack/react-query';
import { Clock, Headset, Mail } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { settingsQuery } from '#client/features/settings/settings.api.ts';
import { askForHelp } from '#client/lib/help.ts';
import { Button } from '#client/ui/Button.tsx';
import { Page } from '#client/ui/Page.tsx';
import { Bone, Skeleton } from '#client/ui/Skeleton.tsx';
import { ErrorState } from '#client/ui/States.tsx';
import { BackHome } from '../parts/LegalPage.tsx';

/** How to reach a person at the desk, and how soon they answer. */
export function ContactPage() {
  const { t } = useTranslation('legal');
  const { data: settings, error, refetch, isFetching } = useQuery(settingsQuery);
  return (
    <Page title={t('contact.title')} lede={t('contact.lede')} width="text">
      {settings ? (
        <div className="flex flex-col gap-4">
          <Way icon={<Headset aria-hidden="true" className="size-5" strokeWidth={1.75} />} title={t('contact.chat')}>
            <p className="pb-3 text-sm text-muted">{t('contact.chatReply', { time: settings.support.agentReply })}</p>
            <Button look="filled" onClick={() => askForHelp('openSupportChat')}>
              {t('contact.openChat')}
            </Button>
          </Way>
          <Way icon={<Mail aria-hidden="true" className="size-5" strokeWidth={1.75} />} title={t('contact.email')}>
            <a
              href={`mailto:${settings.brand.supportEmail}`}
              className="text-link inline-flex min-h-11 min-w-11 items-center justify-center"
            >
              {settings.brand.supportEmail}
            </a>
            <p className="text-sm text-muted">{t('contact.emailReply', { time: settings.support.emailReply })}</p>
          </Way>
          <Way icon={<Clock aria-hidden="true" className="size-5" strokeWidth={1.75} />} title={t('contact.hours')}>
            <p className="text-muted">{t('contact.hoursText', { hours: settings.support.hours })}</p>
          </Way>
          <Elsewhere {...settings.brand} />
          <p className="text-sm text-muted">{t('contact.never')}</p>
        </div>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <Skeleton className="flex flex-col gap-4">
          <Bone className="h-28 rounded-card" />
          <Bone className="h-28 rounded-card" />
        </Skeleton>
      )}
      <BackHome />
    </Page>
  );
}

function Way({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <section className="card flex gap-4 p-5">
      <span className="mt-0.5 text-muted">{icon}</span>
      <div className="min-w-0">
        <h2 className="text-lg">{title}</h2>
        {children}
      </div>
    </section>
  );
}

function Elsewhere({ x, facebook, instagram, telegram }: Record<'x' | 'facebook' | 'instagram' | 'telegram', string>) {
  const { t } = useTranslation('legal');
  const places = [
    { name: 'Telegram', href: telegram },
    { name: 'X', href: x },
    { name: 'Facebook', href: facebook },
    { name: 'Instagram', href: instagram },
  ].filter(({ href }) => href);
  return (
    <nav aria-label={t('contact.elsewhere')} className="flex flex-wrap gap-x-3">
      {places.map(({ name, href }) => (
        <a
          key={name}
          href={href}
          target="_blank"
          rel="noreferrer"
          className="text-link inline-flex min-h-11 min-w-11 items-center justify-center"
        >
          {name}
        </a>
      ))}
    </nav>
  );
}
