import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useMemberName } from '#client/features/users/users.members.queries.ts';
import { currencyName } from '#client/lib/format/format.ts';
import { Time } from '#client/ui/data/Money.tsx';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { wireForm } from '#client/ui/form/contract-schemas.ts';
import { ShortForm } from '#client/ui/form/Form.tsx';
import { Select, TextInput } from '#client/ui/form/TextInput.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { coinById, coins } from '#shared/reference/coins.ts';
import { pauseOffer } from '#shared/settings/settings.contract.ts';
import { payoutCurrenciesQuery } from '../rates.queries.ts';
import { pausesQuery, usePause, useResume, type Pause } from './rates.admin.queries.ts';

const subjectName = (subject: string) => coinById(subject)?.name ?? `${subject} · ${currencyName(subject)}`;

/** The field holds the kind and its subject in one, as `coin:bitcoin`. */
const schema = wireForm(
  pauseOffer.body,
  ({ target, reason }: { target: string; reason: string }) => {
    const [kind, subject] = target.split(':');
    return { what: kind, subject, reason };
  },
  (issue) => (issue.path[0] === 'reason' ? issue : { path: ['target'], message: 'field_required' }),
);

/** The pressed row of the prices, such as `coin:bitcoin`; each press has a new value. */
export interface PauseTarget {
  name: `coin:${string}` | `currency:${string}`;
}

/** Current pauses, each with the button that ends it. */
export function ActivePauses() {
  const { t } = useTranslation('rates.admin');
  const { data: pauses, error } = useQuery(pausesQuery);
  if (error) return <AdminProblem error={error} title={t('failed.fetch')} />;
  return pauses?.active.map((pause) => <ActivePause key={`${pause.what}:${pause.subject}`} pause={pause} />);
}

/** Pauses the chosen subject; a pressed row sets `target`, and the reason gets the focus. */
export function PausePanel({ target }: { target: PauseTarget | undefined }) {
  const { t } = useTranslation('rates.admin');
  return (
    <section className="flex flex-col gap-4 card p-4 sm:p-5">
      <header className="flex flex-col gap-1">
        <h2 className="text-base">{t('prices.pauseTitle')}</h2>
        <p className="max-w-[80ch] text-sm text-muted max-sm:hidden">{t('prices.pauseLede')}</p>
      </header>
      <PauseForm target={target} />
    </section>
  );
}

function ActivePause({ pause }: { pause: Pause }) {
  const { t } = useTranslation('rates.admin');
  const resume = useResume();
  const { what, subject, reason, since } = pause;
  const memberName = useMemberName()(pause.by);
  const name = what === 'desk' || what === 'exchanges' ? t(`prices.${what}`) : subjectName(subject);
  return (
    <Note
      tone="warning"
      action={
        <Button
          text={t('prices.resume')}
          size="small"
          aria-label={`${t('prices.resume')}: ${name}`}
          busy={resume.isPending}
          onClick={() => resume.mutate(pause)}
        />
      }
    >
      <strong className="font-semibold">{t('prices.isPaused', { name })}</strong> {t('prices.since')}{' '}
      <Time at={since} />
      {memberName && <>, {t('prices.pausedBy', { name: memberName })}</>}
      <p>{t('prices.pauseEffect')}</p>
      <p className="wrap-anywhere">{reason}</p>
      {resume.error && <AdminProblem error={resume.error} title={t('failed.decide')} />}
    </Note>
  );
}

/** The name of the chosen subject for the button; undefined while none is chosen. */
function useTargetName(chosenSubject: string): string | undefined {
  const { t } = useTranslation('admin');
  const [kind, subject = ''] = chosenSubject.split(':');
  if (kind === 'desk') return t('pausedDesk');
  if (kind === 'exchanges') return t('pausedExchanges');
  return subject === '' ? undefined : (coinById(subject)?.name ?? subject);
}

function PauseForm({ target }: { target: PauseTarget | undefined }) {
  const { t } = useTranslation(['rates.admin', 'admin']);
  const { data: currencies = [] } = useQuery(payoutCurrenciesQuery);
  const [form, field] = useContractForm(schema, { defaultValues: { target: '', reason: '' } });
  const { setFocus, setValue } = form;
  const name = useTargetName(form.watch('target'));
  useEffect(() => {
    if (!target) return;
    setValue('target', target.name);
    setFocus('reason');
  }, [target, setFocus, setValue]);
  const pause = usePause();
  return (
    <ShortForm
      form={form}
      className="grid items-start gap-3 sm:grid-cols-[1fr_2fr_auto]"
      error={pause.error}
      onSubmit={(body) => pause.mutate(body, { onSuccess: () => form.reset() })}
    >
      <Select
        label={t('prices.what')}
        none={t('prices.none')}
        options={[
          ['desk', t('prices.desk')],
          ['exchanges', t('prices.exchanges')],
          ...coins.map(({ id, name }) => [`coin:${id}`, name] as const),
          ...currencies.map(({ code }) => [`currency:${code}`, subjectName(code)] as const),
        ]}
        {...field('target')}
      />
      <TextInput label={t('prices.reason')} autoComplete="off" {...field('reason')} />
      <Button
        type="submit"
        variant={name === undefined ? 'outline' : 'danger'}
        busy={pause.isPending}
        className="min-h-12 sm:mt-7"
      >
        {name === undefined ? t('prices.pauseOpen') : t('admin:command.pause', { name })}
      </Button>
      {pause.error && <AdminProblem error={pause.error} title={t('failed.decide')} />}
    </ShortForm>
  );
}
