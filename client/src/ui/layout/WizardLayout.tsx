import { clsx } from 'clsx';
import { Check, ChevronDown, CircleHelp, ReceiptText, X } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { requestHelp } from '#client/lib/browser/help-events.ts';
import { useMediaQuery } from '#client/lib/browser/useMediaQuery.ts';
import { Logo } from '../brand/Brand.tsx';
import { OfflineBanner } from '../feedback/OfflineBanner.tsx';
import { PageTitle } from './Page.tsx';
import { SkipLink } from './SkipLink.tsx';
import { useBarHeight } from './useBarHeight.ts';

export interface WizardLayoutProps {
  /** Title of the wizard, such as "Sell Your Crypto". */
  title: string;
  steps: readonly string[];
  /** Number of the current step; the first is 1. */
  step: number;
  /** The step's question or action: the h1. */
  heading: string;
  lede?: ReactNode;
  /** The target of Save and exit. */
  exitTo: string;
  /** Runs before leaving; the wizard itself stores the draft. */
  onExit?: (() => void) | undefined;
  /** The Slip: beside the form from 1024 px, folded under one line below that. */
  summary?: ReactNode;
  /** Content next to the form while there is no Slip yet, if there is space. */
  beside?: ReactNode;
  /** Line of the folded Slip, such as "You get ₦2,871,430.00 NGN". */
  summaryLine?: ReactNode;
  /** Back at the start, the primary button at the end. */
  bar: ReactNode;
  /** Content above the steps: the paused subjects. */
  banner?: ReactNode;
  children: ReactNode;
}

/** The frame of a full-focus task: slim header, steps, form, Slip, and a bar at the bottom that stays in reach. */
export function WizardLayout(props: WizardLayoutProps) {
  const { title, steps, step, heading, lede, exitTo, onExit, summary, beside, summaryLine, bar, banner } = props;
  const { children } = props;
  const { t } = useTranslation();
  const isWide = useMediaQuery('(min-width: 64rem)');
  const barRef = useRef<HTMLElement>(null);
  useBarHeight(barRef);
  const place = { step, total: steps.length, name: steps[step - 1] ?? '' };

  return (
    <>
      <SkipLink />
      <header role="banner" className="no-print border-b border-line">
        <div className="wrap flex min-h-14 max-w-[1016px] flex-wrap items-center gap-2 md:min-h-16 md:gap-3">
          <Logo markOnly />
          <StepPlace title={title} place={place} />
          <HelpEntry />
          <Link
            to={exitTo}
            onClick={onExit}
            className="inline-flex min-h-11 min-w-11 items-center justify-center text-sm font-medium text-link"
          >
            <X className="size-5 md:hidden" />
            <span className="max-md:sr-only">{t('wizard.saveAndExit')}</span>
          </Link>
        </div>
      </header>
      <OfflineBanner />
      {banner}
      <main id="main" className="wrap flex max-w-[1016px] flex-1 flex-col gap-6 py-4 md:gap-8 md:py-8">
        <Stepper steps={steps} current={step} />
        <div className="grid gap-6 lg:grid-cols-[minmax(0,560px)_minmax(0,360px)] lg:justify-between lg:gap-12">
          <div className="flex min-w-0 flex-col gap-6">
            <div aria-live="polite">
              <p className="sr-only">{t('wizard.step', place)}</p>
              <PageTitle title={`${heading} · ${title}`} step={step}>
                {heading}
              </PageTitle>
              {lede && <p className="mt-1 text-muted">{lede}</p>}
            </div>
            {summary && !isWide && <FoldedSummary line={summaryLine}>{summary}</FoldedSummary>}
            {children}
          </div>
          {isWide && <aside className="sticky top-8 self-start">{summary || beside}</aside>}
        </div>
      </main>
      <section
        ref={barRef}
        data-bar
        aria-label={t('wizard.bar')}
        className="no-print sticky bottom-0 z-10 border-t border-line bg-bg pb-[env(safe-area-inset-bottom)] data-tall:static typing:static"
      >
        <div className="wrap wizard-bar flex max-w-[1016px] flex-wrap items-center justify-between gap-3 py-3">
          {bar}
        </div>
      </section>
    </>
  );
}

/** The title of the wizard; on a phone, where the steps have no names, with the number and the name of the step. */
function StepPlace({ title, place }: { title: string; place: { step: number; total: number; name: string } }) {
  const { t } = useTranslation();
  return (
    <p className="flex min-w-0 flex-1 basis-20 items-center border-s border-line ps-2 text-sm text-muted md:ps-3">
      <span className="truncate max-md:hidden">{title}</span>
      <span className="flex min-w-0 flex-col text-xs md:hidden">
        <span>{t('wizard.stepShort', place)}</span>
        <span className="font-medium text-ink">{place.name}</span>
      </span>
    </p>
  );
}

/** The dock's launcher is hidden here; help opens from the header instead. */
function HelpEntry() {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      className="inline-flex min-h-11 min-w-11 items-center justify-center gap-2 text-sm font-medium text-muted hover:text-ink"
      onClick={() => requestHelp('openHelp')}
    >
      <CircleHelp className="size-5 md:hidden" />
      <span className="max-md:sr-only">{t('nav.help')}</span>
    </button>
  );
}

function FoldedSummary({ line, children }: { line: ReactNode; children: ReactNode }) {
  return (
    <details className="group">
      <summary className="flex min-h-12 list-none items-center gap-3 rounded-control border border-line bg-surface px-4 py-2 text-sm [&::-webkit-details-marker]:hidden">
        <ReceiptText className="size-5 shrink-0 text-muted" />
        <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-3">{line}</span>
        <ChevronDown className="size-4 shrink-0 transition-transform group-open:rotate-180" strokeWidth={2} />
      </summary>
      <div className="pt-3">{children}</div>
    </details>
  );
}

interface StepperProps {
  /** Names of one or two words. */
  steps: readonly string[];
  /** Number of the current step; the first is 1. */
  current: number;
}

/** The current step in a fixed order. On phones the header shows number and name. */
function Stepper({ steps, current }: StepperProps) {
  const { t } = useTranslation();
  return (
    <ol aria-label={t('wizard.steps')} className="flex gap-2">
      {steps.map((name, index) => {
        const step = index + 1;
        const isDone = step < current;
        return (
          <li
            key={name}
            aria-current={step === current ? 'step' : undefined}
            className={clsx(
              'flex flex-1 items-center gap-2 border-t-3 pt-2.5 text-sm',
              step <= current ? 'border-tide' : 'border-line',
              step === current ? 'font-semibold text-ink' : 'text-muted',
            )}
          >
            <span className="flex items-center gap-2 max-md:sr-only">
              {isDone ? (
                <Check className="size-4 text-tide" strokeWidth={2} />
              ) : (
                <span className="figures">{step}</span>
              )}
              {name}
              {isDone && <span className="sr-only">{t('wizard.done')}</span>}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
