import { useQuery } from '@tanstack/react-query';
import { Mail } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Subscribe } from '#client/features/newsletter/components/Subscribe.tsx';
import { settingsQuery } from '#client/features/settings/settings.queries.ts';
import { requestHelp } from '#client/lib/browser/help-events.ts';
import { Logo } from '#client/ui/brand/Brand.tsx';
import { FacebookIcon, InstagramIcon, XIcon } from '#client/ui/brand/SocialIcons.tsx';
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
              {t('footer.about')} {brand?.operator && t('footer.operatedBy', { operator: brand.operator })}
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
          {settings?.fxProvider === 'open-er-api' && <RatesSource text={t('footer.fxSource')} />}
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
