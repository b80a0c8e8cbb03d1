import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Check, ChevronDown, ChevronsRight, Circle } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PriceSources } from '#client/features/rates/components/PriceSources.tsx';
import { call } from '#client/lib/api/call.ts';
import { useTableLayout } from '#client/lib/browser/useMediaQuery.ts';
import { formatNumber, noBreak } from '#client/lib/format/format.ts';
import { useMay } from '#client/lib/session/permissions.ts';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { toast } from '#client/ui/feedback/toast.ts';
import { Button, ButtonLink } from '#client/ui/form/Button.tsx';
import type { Api } from '#shared/api.ts';
import { reviewedSteps, setupSteps, type SetupState, type SetupStep } from '#shared/overview/overview.contract.ts';
import { setupQuery } from './overview.admin.queries.ts';
import { RemoveSamples, SampleState, SignUpCode, TestOrderActs, useSampleRemoval } from './SetupExtras.tsx';

/** The screen of each step. */
const places: Record<SetupStep, string> = {
  secondFactor: '/admin/account',
  brand: '/admin/settings?section=brand',
  mail: '/admin/settings?tab=mails',
  rates: '/admin/prices',
  addresses: '/admin/wallets',
  chains: '/admin/wallets',
  currencies: '/admin/prices',
  account: '/admin/payouts?tab=accounts',
  fees: '/admin/settings?section=fees',
  terms: '/terms-of-service',
  team: '/admin/team?invite=1',
  testOrder: '/admin/transactions',
};

/** Typical duration of each step, in minutes. */
const minutesOf: Record<SetupStep, number> = {
  secondFactor: 2,
  brand: 5,
  mail: 2,
  rates: 5,
  addresses: 15,
  chains: 20,
  currencies: 3,
  account: 5,
  fees: 5,
  terms: 15,
  team: 3,
  testOrder: 10,
};

/** The first customers can be served without these. */
const canWait: readonly SetupStep[] = ['chains', 'account', 'team'];

/** Steps that only need to be opened. */
const toBeSeen: readonly SetupStep[] = ['currencies', 'fees', 'terms'];

const isFinished = ({ state }: StepProps) => state !== 'open';

const icons = { open: Circle, done: Check, skipped: ChevronsRight } as const;

/** Steps that an installation needs before its first customer; gone when each is done or skipped, unless `always`. */
export function SetupGuide({ always = false }: { always?: boolean }) {
  const { t } = useTranslation('overview');
  const may = useMay();
  const { data } = useQuery({ ...setupQuery, enabled: may('settings.write') });
  const [chosenStep, setChosenStep] = useState<SetupStep>();
  // On a phone the open step changes the height of the others, so it is scrolled into view again.
  const layout = useTableLayout() ? 'wide' : 'narrow';
  const open = data?.steps.filter(({ state }) => state === 'open') ?? [];
  if (!data || (open.length === 0 && !always)) return null;
  const shownStep = chosenStep ?? open[0]?.id ?? setupSteps[0];
  const minutesFor = (isLater: boolean) =>
    open.filter(({ id }) => canWait.includes(id) === isLater).reduce((all, { id }) => all + minutesOf[id], 0);
  const [neededMinutes, laterMinutes] = [minutesFor(false), minutesFor(true)];
  const [doneCount, total] = [data.steps.length - open.length, data.steps.length];
  const progressText = [
    t('setup.progress', { done: doneCount, total }),
    neededMinutes > 0 && t('setup.left', { time: t('minutes', { count: neededMinutes }) }),
    laterMinutes > 0 &&
      t('setup.leftWaiting', { time: t('minutes', { count: laterMinutes }) }).replaceAll(' ', noBreak),
  ]
    .filter(Boolean)
    .join(' · ');
  // A tab of the settings has no heading between the page's own and this one.
  const Heading = always ? 'h2' : 'h3';
  const lineOf = ({ id, state }: StepProps) => (
    <StepLine
      key={id}
      id={id}
      state={state}
      isShown={id === shownStep}
      isChosen={id === chosenStep}
      onShow={() => setChosenStep(id)}
    >
      <GuideStep
        key={layout}
        id={id}
        state={state}
        samples={data.samples}
        isChosen={chosenStep !== undefined}
        onShow={setChosenStep}
      />
    </StepLine>
  );
  return (
    <section aria-labelledby="setup-title" className="card flex min-w-0 flex-col gap-3 p-4 sm:p-5">
      <header className="flex flex-wrap items-baseline justify-between gap-x-4">
        {/* On the tab of its name the title says how much is left. */}
        <Heading id="setup-title" className="text-base">
          {always ? progressText : t('setup.title')}
        </Heading>
        {!always && <p className="text-xs text-muted">{progressText}</p>}
      </header>
      <div aria-hidden="true" className="h-1 overflow-hidden rounded-full bg-other-soft">
        <div className="h-full bg-completed" style={{ width: `${(doneCount / total) * 100}%` }} />
      </div>
      {always && open.length > 0 && (
        <p className="max-w-[90ch] text-sm text-muted">{t(laterMinutes > 0 ? 'setup.rule' : 'setup.ruleAll')}</p>
      )}
      {/* A member who returns for one step sees the remaining steps first. */}
      <ol className="flex flex-col">{data.steps.filter((step) => !always || !isFinished(step)).map(lineOf)}</ol>
      {always && data.steps.some(isFinished) && (
        <details open={open.length === 0}>
          <summary className="min-h-9 cursor-pointer py-1.5 text-sm text-muted hover:text-ink pointer-coarse:min-h-11">
            {t('setup.finished', { shown: formatNumber(data.steps.filter(isFinished).length) })}
          </summary>
          <ol className="flex flex-col">{data.steps.filter(isFinished).map(lineOf)}</ol>
        </details>
      )}
    </section>
  );
}

type StepProps = { id: SetupStep; state: SetupState };
type Samples = Api['GET /api/admin/setup']['output']['samples'];

type StepLineProps = StepProps & { isShown: boolean; isChosen: boolean; onShow: () => void; children: ReactNode };

/** A step by its name; the shown step has its content below. */
function StepLine({ id, state, isShown, isChosen, onShow, children }: StepLineProps) {
  const { t } = useTranslation('overview');
  const name = useRef<HTMLButtonElement>(null);
  // The button that ended the previous step is gone, and the focus with it.
  useEffect(() => {
    if (isChosen) name.current?.focus({ preventScroll: true });
  }, [isChosen]);
  const Icon = icons[state];
  return (
    <li className={clsx('border-t px-3', isShown ? 'rounded-control border-transparent bg-sunken' : 'border-line')}>
      <button
        ref={name}
        type="button"
        aria-current={isShown ? 'step' : undefined}
        aria-expanded={isShown}
        className="flex min-h-9 w-full items-center gap-2 py-1.5 text-start text-sm text-muted aria-[current]:font-medium aria-[current]:text-ink pointer-coarse:min-h-11"
        onClick={onShow}
      >
        <Icon className={state === 'done' ? 'size-5 shrink-0 text-completed' : 'size-5 shrink-0 text-faint'} />
        <span className="min-w-0 flex-1">{t(`setup.step.${id}`)}</span>
        <span className="text-end text-xs text-faint">
          {state === 'open'
            ? [canWait.includes(id) && t('setup.canWait'), t('minutes', { count: minutesOf[id] })]
                .filter(Boolean)
                .join(' · ')
            : t(`setup.state.${state}`)}
        </span>
        <ChevronDown aria-hidden="true" className={clsx('size-4 shrink-0 text-faint', isShown && 'rotate-180')} />
      </button>
      {isShown && children}
    </li>
  );
}

type ShownStep = StepProps & { samples: Samples; isChosen: boolean; onShow: (id: SetupStep) => void };

/** One step: its reason, its current state, and its buttons below them. */
function GuideStep({ id, state, samples, isChosen, onShow }: ShownStep) {
  const { t } = useTranslation('overview');
  const { addresses, accounts } = samples;
  const pane = useRef<HTMLDivElement>(null);
  // The previous step may have been taller.
  useEffect(() => {
    if (isChosen) pane.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  const nextStep = setupSteps[setupSteps.indexOf(id) + 1];
  const { mark, test, error } = useSetup(id, () => nextStep && onShow(nextStep));
  const remove = useSampleRemoval();
  const maySeeSources = useMay()('rates.write');
  const isSaving = mark.isPending || test.isPending;
  const isUnseen = state === 'open' && toBeSeen.includes(id);
  const linkText = id === 'secondFactor' ? t('setup.step.secondFactor') : t(`setup.do.${id}`);
  const acts = (
    <div className="flex gap-2 max-sm:flex-col max-sm:*:w-full max-sm:[&_button]:w-full sm:flex-wrap">
      {id === 'testOrder' && <TestOrderActs addresses={addresses} to={places.addresses} />}
      <ButtonLink
        text={id === 'addresses' && addresses > 0 ? t('setup.do.someAddresses', { count: addresses }) : linkText}
        size="small"
        variant={id === 'mail' || id === 'testOrder' ? 'outline' : 'filled'}
        to={places[id]}
        onClick={() => isUnseen && mark.mutate('done')}
      />
      {id === 'addresses' && (
        <ButtonLink
          text={accounts > 0 ? t('setup.do.someAccounts', { count: accounts }) : t('setup.do.accounts')}
          size="small"
          to="/admin/payment-methods"
        />
      )}
      {id === 'addresses' && <RemoveSamples samples={samples} remove={remove} />}
      {id === 'mail' && (
        <Button size="small" variant="filled" busy={test.isPending} onClick={() => test.mutate()}>
          {t('setup.send')}
        </Button>
      )}
      {state === 'open' && reviewedSteps.includes(id) && !isUnseen && (
        <Button text={t('setup.looked')} size="small" disabled={isSaving} onClick={() => mark.mutate('done')} />
      )}
      {state === 'open' && (
        <Button size="small" variant="ghost" disabled={isSaving} onClick={() => mark.mutate('skipped')}>
          {t('setup.skip')}
        </Button>
      )}
      {state === 'skipped' && (
        <Button size="small" variant="ghost" disabled={isSaving} onClick={() => mark.mutate('open')}>
          {t('setup.again')}
        </Button>
      )}
    </div>
  );
  return (
    <div ref={pane} className="flex min-w-0 flex-col gap-3 pb-3 ps-7 text-sm">
      <p className="max-w-[90ch] text-muted">{t(`setup.text.${id}`)}</p>
      {id === 'rates' && maySeeSources && <PriceSources />}
      {id === 'testOrder' && addresses > 0 && <Note tone="warning">{t('setup.samplesFirst')}</Note>}
      {id === 'addresses' && <SampleState samples={samples} remove={remove} />}
      {error && <AdminProblem error={error} title={t('setup.failed')} />}
      {id === 'testOrder' ? <SignUpCode>{acts}</SignUpCode> : acts}
    </div>
  );
}

/** Marks a step, or sends the test message; the answer is the updated guide. */
function useSetup(step: SetupStep, onMarked: () => void) {
  const { t } = useTranslation('overview');
  const client = useQueryClient();
  const mark = useMutation({
    mutationFn: (state: SetupState) => call('PUT /api/admin/setup/:step', { params: { step }, body: { state } }),
    onSuccess: (guide, state) => {
      client.setQueryData(setupQuery.queryKey, guide);
      if (state !== 'open') onMarked();
    },
  });
  const test = useMutation({
    mutationFn: () => call('POST /api/admin/setup/mail'),
    onSuccess: (guide) => {
      client.setQueryData(setupQuery.queryKey, guide);
      toast({ title: t('setup.sent') });
    },
  });
  return { mark, test, error: mark.error ?? test.error };
}
