import { useQuery } from '@tanstack/react-query';
import { Mail } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Subscribe } from '#client/features/newsletter/components/Subscribe.tsx';
import { settingsQuery } from '#client/features/settings/settings.queries.ts';
import { requestHelp } from '#client/lib/browser/help-events.ts';
import { Logo } from '#client/ui/brand/Brand.tsx';
import { sourcesIn } from '#shared/reference/rate-sources.ts';
import { linksOf } from '../routes.ts';

const year = new Date().getFullYear();

/** The footer of public pages. Operator details come from the settings; unset ones are not shown. */
export function Footer() {
  const { t } = useTranslation();
  const { data: settings } = useQuery(settingsQuery);
  const brand = settings?.brand;

  return (
    <footer role="contentinfo" className="no-print border-t border-line bg-sunken pt-12 pb-8 text-sm text-muted">
      <div className="wrap">
        <div className="grid gap-8 md:grid-cols-[5fr_2fr] md:gap-12 lg:grid-cols-[4fr_2fr_4fr]">
          <div className="flex flex-col items-start gap-4">
            <Logo />
            <p className="max-w-[36ch]">
              <bdi>{brand?.tagline}</bdi> {brand?.operator && t('footer.operatedBy', { operator: brand.operator })}
            </p>
            <ul className="-ms-3 flex min-h-11 flex-wrap gap-1">
              <Social href={brand?.x} name="X" icon={<XIcon />} />
              <Social href={brand?.facebook} name="Facebook" icon={<FacebookIcon />} />
              <Social href={brand?.instagram} name="Instagram" icon={<InstagramIcon />} />
              <Social
                href={brand?.supportEmail && `mailto:${brand.supportEmail}`}
                name={t('footer.emailSupport')}
                icon={<Mail className="size-5" />}
              />
            </ul>
          </div>
          <nav aria-labelledby="footer-support">
            <h2 id="footer-support" className="mb-2 text-sm font-semibold tracking-normal text-ink">
              {t('footer.support')}
            </h2>
            <ul>
              <li>
                <button
                  type="button"
                  className="inline-flex min-h-8 items-center hover:text-ink hover:underline pointer-coarse:min-h-11"
                  onClick={() => requestHelp('openLiveChat')}
                >
                  {t('footer.help')}
                </button>
              </li>
              {linksOf('footer').map(({ to, text }) => (
                <li key={to}>
                  <Link
                    to={to}
                    className="inline-flex min-h-8 items-center hover:text-ink hover:underline pointer-coarse:min-h-11"
                  >
                    {t(text)}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
          <Subscribe />
        </div>
        <div className="mt-8 flex flex-wrap gap-x-6 gap-y-1 border-t border-line pt-4">
          <span>
            © {year} {brand?.operator ?? t('brand')}
          </span>
          <FinePrint />
          {sourcesIn(settings?.fxProvider ?? '').includes('open-er-api') && <RatesSource text={t('footer.fxSource')} />}
        </div>
      </div>
    </footer>
  );
}

function FinePrint() {
  const { t } = useTranslation();
  return (
    <>
      <span>{t('footer.never')}</span>
      <a
        href="/THIRD_PARTY_NOTICES.txt"
        className="inline-flex items-center hover:text-ink hover:underline pointer-coarse:min-h-11"
      >
        {t('footer.licences')}
      </a>
    </>
  );
}

function Social({ href, name, icon }: { href: string | undefined; name: string; icon: ReactNode }) {
  if (!href) return null;
  return (
    <li>
      <a
        href={href}
        rel="noopener noreferrer"
        target={href.startsWith('mailto:') ? undefined : '_blank'}
        aria-label={name}
        className="grid size-11 place-items-center rounded-control hover:text-ink"
      >
        {icon}
      </a>
    </li>
  );
}

/** The link that the terms of open.er-api.com ask for. */
function RatesSource({ text }: { text: string }) {
  return (
    <a href="https://www.exchangerate-api.com" className="hover:text-ink hover:underline">
      {text}
    </a>
  );
}

/** Brand marks, which lucide no longer carries (shapes after simple-icons). Decoration: the link carries the name. */
function XIcon() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className="size-4.5 fill-current">
      <path d="M18.2 2.3h3.4l-7.4 8.4 8.7 11.1h-6.8l-5.3-7-6.1 7H1.3l7.9-9L.8 2.3h7l4.8 6.4zM17 19.8h1.9L6.8 4.2h-2z" />
    </svg>
  );
}

function FacebookIcon() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className="size-4.5 fill-current">
      <path d="M24 12.07C24 5.4 18.63 0 12 0S0 5.4 0 12.07C0 18.1 4.39 23.1 10.13 24v-8.44H7.08v-3.49h3.05V9.41c0-3.02 1.79-4.69 4.53-4.69 1.31 0 2.68.24 2.68.24v2.97h-1.51c-1.49 0-1.95.93-1.95 1.88v2.26h3.32l-.53 3.49h-2.79V24C19.61 23.1 24 18.1 24 12.07z" />
    </svg>
  );
}

function InstagramIcon() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className="size-5 fill-none stroke-current stroke-[1.75]">
      <rect x="2" y="2" width="20" height="20" rx="5" />
      <circle cx="12" cy="12" r="4" />
      <path d="M17.5 6.5h.01" strokeLinecap="round" />
    </svg>
  );
}
