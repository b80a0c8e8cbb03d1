import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { IdCard, KeyRound, UserRoundCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { settingsQuery } from '#client/features/settings/settings.queries.ts';
import { formatMoneyText } from '#client/lib/format/format.ts';
import { HeroArt } from '#client/ui/brand/HeroArt.tsx';
import { PageTitle } from '#client/ui/layout/Page.tsx';
import { VisitorEstimate } from './VisitorEstimate.tsx';

interface AuthFrameProps {
  title: string;
  lede?: ReactNode;
  /** A different value for each step on the same page. */
  step?: string | undefined;
  /** Short pages end with the engraving. */
  short?: boolean;
  /** True for members of the team: hides the reasons for customers. */
  forTeam?: boolean;
  children: ReactNode;
}

/** Shows a form at the start side, and at the end side the waiting sale and the reasons to trust us. */
export function AuthFrame({ title, lede, step, short = false, forTeam = false, children }: AuthFrameProps) {
  const { t } = useTranslation(['auth', 'common']);
  return (
    <div className={clsx('relative flex flex-1 flex-col', short && 'pb-32 md:pb-52')}>
      <div
        className={clsx(
          'wrap grid flex-1 content-start gap-x-16 gap-y-10 py-8 md:py-12',
          forTeam
            ? 'lg:grid-cols-[minmax(0,520px)] lg:justify-center'
            : 'lg:grid-cols-[minmax(0,520px)_minmax(0,360px)] lg:justify-between',
        )}
      >
        <div className="flex min-w-0 flex-col gap-6">
          <header>
            <PageTitle
              title={title}
              step={step}
              description={typeof lede === 'string' ? lede : t('common:footer.never')}
            >
              {title}
            </PageTitle>
            {lede && <p className="mt-1 text-muted">{lede}</p>}
          </header>
          {/* On a phone the form would hide the sale, for which the visitor is asked to sign in. */}
          {!forTeam && (
            <div className="empty:hidden lg:hidden">
              <VisitorEstimate brief />
            </div>
          )}
          {children}
        </div>
        {!forTeam && (
          <aside className="flex min-w-0 flex-col gap-6 lg:pt-1">
            <div className="hidden flex-col lg:flex">
              <VisitorEstimate />
            </div>
            <Reasons />
          </aside>
        )}
      </div>
      {short && <HeroArt />}
    </div>
  );
}

function Reasons() {
  const { t } = useTranslation(['auth', 'common']);
  const { data: settings } = useQuery(settingsQuery);
  if (!settings) return null;
  const { operator } = settings.brand;
  const { kycUsd, kycDays } = settings.limits;
  const reasons = [
    { Icon: UserRoundCheck, text: t('why.review', { operator }) },
    { Icon: KeyRound, text: t('common:footer.never') },
    { Icon: IdCard, text: t('why.identity', { amount: formatMoneyText(kycUsd, 'USD'), days: kycDays }) },
  ];
  return (
    <ul className="flex flex-col gap-3 text-sm text-muted">
      {reasons.map(({ Icon, text }) => (
        <li key={text} className="flex gap-3 text-pretty">
          <Icon className="mt-0.5 size-4 shrink-0" />
          {text}
        </li>
      ))}
    </ul>
  );
}
