import { useQuery } from '@tanstack/react-query';
import { Clock, Headset, Mail } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { settingsQuery } from '#client/features/settings/settings.queries.ts';
import { requestHelp } from '#client/lib/browser/help-events.ts';
import { EmailAddress } from '#client/ui/data/EmailAddress.tsx';
import { LoadedQuery } from '#client/ui/feedback/States.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { Page } from '#client/ui/layout/Page.tsx';
import { BackHome } from '../components/LegalPage.tsx';

/** How to reach the team, and how soon it answers. */
export function ContactPage() {
  const { t } = useTranslation('landing.legal');
  const query = useQuery(settingsQuery);
  return (
    <Page title={t('contact.title')} lede={t('contact.lede')} width="text">
      <LoadedQuery query={query} skeleton={['h-28 rounded-card', 'h-28 rounded-card']}>
        {(settings) => (
          <div className="flex flex-col gap-4">
            <ContactRow icon={<Headset className="size-5" />} title={t('contact.chat')}>
              {settings.support.agentReply && (
                <p className="pb-3 text-sm text-muted">
                  {t('contact.chatReply', { time: settings.support.agentReply })}
                </p>
              )}
              <Button text={t('contact.openChat')} variant="filled" onClick={() => requestHelp('openSupportChat')} />
            </ContactRow>
            <ContactRow icon={<Mail className="size-5" />} title={t('contact.email')}>
              <a
                href={`mailto:${settings.brand.supportEmail}`}
                className="text-link inline-flex min-h-11 min-w-11 items-center justify-center"
              >
                <EmailAddress email={settings.brand.supportEmail} />
              </a>
              {settings.support.emailReply && (
                <p className="text-sm text-muted">{t('contact.emailReply', { time: settings.support.emailReply })}</p>
              )}
            </ContactRow>
            {settings.support.hours && (
              <ContactRow icon={<Clock className="size-5" />} title={t('contact.hours')}>
                <p className="text-muted">{t('contact.hoursText', { hours: settings.support.hours })}</p>
              </ContactRow>
            )}
            <SocialLinks {...settings.brand} />
            <p className="text-sm text-muted">{t('contact.never')}</p>
          </div>
        )}
      </LoadedQuery>
      <BackHome />
    </Page>
  );
}

function ContactRow({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
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

function SocialLinks(props: Record<'x' | 'facebook' | 'instagram' | 'telegram', string>) {
  const { x, facebook, instagram, telegram } = props;
  const { t } = useTranslation('landing.legal');
  const profiles = [
    { name: 'Telegram', href: telegram },
    { name: 'X', href: x },
    { name: 'Facebook', href: facebook },
    { name: 'Instagram', href: instagram },
  ].filter(({ href }) => href);
  return (
    <nav aria-label={t('contact.social')} className="flex flex-wrap gap-x-3">
      {profiles.map(({ name, href }) => (
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
