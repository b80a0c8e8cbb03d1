import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { call } from '#client/lib/api/call.ts';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { Select, TextArea, TextInput } from '#client/ui/form/TextInput.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { keySource } from '#shared/deposit-sources/deposit-sources.contract.ts';
import { depositScripts, keyCoins } from '#shared/deposit-sources/deposit-sources.kinds.ts';
import { chainDetails } from '#shared/reference/chains.ts';
import { usePreview } from '../deposit-sources.admin.queries.ts';
import { asNumber, SourceDialog, WhenEmpty } from './SourceDialog.tsx';

/**
 * Own addresses from the public key of an account, in three steps: the key, its first addresses beside those of the
 * operator's wallet, and the fourth one, which is typed from that wallet.
 */
export function KeyDialog({ coinId, onClose }: { coinId?: string | undefined; onClose: () => void }) {
  const { t } = useTranslation('deposit-sources.admin');
  const [form, field] = useContractForm(keySource, {
    defaultValues: {
      kind: 'xpub',
      cryptoId: keyCoins.find((coin) => coin === coinId) ?? 'bitcoin',
      xpub: '',
      lastSix: '',
      gapLimit: 20,
      whenEmpty: 'refuse',
    } satisfies Partial<z.input<typeof keySource>>,
  });
  const preview = usePreview();
  const typed = form.watch(['cryptoId', 'xpub', 'scriptType']);
  const { variables } = preview;
  const shownKey = [variables?.cryptoId, variables?.xpub, variables?.scriptType];
  // The addresses of another key, coin or kind prove nothing about the one that is typed now.
  const isShown =
    preview.data !== undefined &&
    typed.every((value, index) => (value || undefined) === (shownKey[index] || undefined));
  const show = () => {
    const { cryptoId, xpub, scriptType } = form.getValues();
    const focusEnding = () => form.setFocus('lastSix');
    preview.mutate({ cryptoId, xpub, scriptType }, { onSuccess: () => setTimeout(focusEnding) });
  };
  const missing = form.watch('lastSix').trim() === '' ? t('key.sixFirst') : undefined;
  return (
    <SourceDialog
      form={form}
      title={t('add.xpub')}
      confirm={isShown ? t('add.xpub') : null}
      missing={missing}
      onMissing={() => form.setFocus('lastSix')}
      send={(body) => call('POST /api/admin/deposit-sources', { body })}
      onClose={onClose}
    >
      <ol className="flex flex-col">
        <Step number={1} title={t('key.step.key')} isOpen>
          <KeyFields form={form} field={field} />
          <Button
            text={t('key.preview')}
            variant={isShown ? 'outline' : 'filled'}
            className="self-start"
            busy={preview.isPending}
            onClick={show}
          />
          {preview.error && <AdminProblem error={preview.error} title={t('key.previewFailed')} />}
        </Step>
        <Step number={2} title={t('key.step.compare')} isOpen={isShown}>
          <DerivedAddresses preview={preview} />
        </Step>
        <Step number={3} title={t('key.step.prove')} isOpen={isShown} isLast>
          <TextInput
            label={t('key.fourth')}
            hint={t('key.fourthHint')}
            autoComplete="off"
            spellCheck={false}
            {...field('lastSix')}
          />
        </Step>
      </ol>
      <Limits form={form} field={field} />
    </SourceDialog>
  );
}

type KeyForm = ReturnType<typeof useContractForm<z.input<typeof keySource>, z.output<typeof keySource>>>;
interface KeyFormProps {
  form: KeyForm[0];
  field: KeyForm[1];
}

/** The first step: the key, and the kind of its addresses if the key does not show it. */
function KeyFields({ form, field }: KeyFormProps) {
  const { t } = useTranslation('deposit-sources.admin');
  return (
    <>
      <p className="text-sm text-muted">{t('key.text')}</p>
      <Select
        label={t('coin')}
        options={keyCoins.map((chain) => [chain, chainDetails[chain].name])}
        {...field('cryptoId')}
      />
      <TextArea label={t('key.key')} rows={3} autoComplete="off" spellCheck={false} {...field('xpub')} />
      <Select
        label={t('key.script')}
        hint={t('key.scriptHint')}
        none={t('key.byKey')}
        options={depositScripts.map((script) => [script, t(`script.${script}`)])}
        {...field('scriptType')}
        {...form.register('scriptType', { setValueAs: (input: unknown) => input || undefined })}
      />
    </>
  );
}

/** The limits have default values, and open by a press. */
function Limits({ form, field }: KeyFormProps) {
  const { t } = useTranslation('deposit-sources.admin');
  return (
    <details>
      <summary className="min-h-6 cursor-pointer text-sm text-muted hover:text-ink">{t('key.more')}</summary>
      <div className="flex flex-col gap-4 pt-3">
        <TextInput
          label={t('key.gap')}
          hint={t('key.gapHint')}
          inputMode="numeric"
          {...field('gapLimit')}
          {...form.register('gapLimit', asNumber)}
        />
        <WhenEmpty form={form} />
      </div>
    </details>
  );
}

interface StepProps {
  number: number;
  title: string;
  /** A step that is not open yet shows its name, and what opens it. */
  isOpen: boolean;
  isLast?: boolean;
  children: ReactNode;
}

function Step({ number, title, isOpen, isLast = false, children }: StepProps) {
  const { t } = useTranslation('deposit-sources.admin');
  return (
    <li className="grid grid-cols-[1.75rem_minmax(0,1fr)] gap-x-3">
      <div className="flex flex-col items-center">
        <span
          className={clsx(
            'grid size-7 shrink-0 place-items-center rounded-full border text-sm font-semibold figures',
            isOpen ? 'border-tide text-tide' : 'border-line-strong text-muted',
          )}
        >
          {number}
        </span>
        {!isLast && <span aria-hidden="true" className="w-px flex-1 bg-line" />}
      </div>
      <div className={clsx('flex min-w-0 flex-col gap-3 pt-0.5', !isLast && 'pb-5')}>
        <h3 className={clsx('text-base', !isOpen && 'text-muted')}>{title}</h3>
        {isOpen ? children : !isLast && <p className="-mt-2 text-xs text-muted">{t('key.step.waits')}</p>}
      </div>
    </li>
  );
}

function DerivedAddresses({ preview }: { preview: ReturnType<typeof usePreview> }) {
  const { t } = useTranslation('deposit-sources.admin');
  return (
    <ol className="flex flex-col gap-1 text-sm" start={0}>
      {preview.data?.addresses.map(({ index, address }) => (
        <li key={index} className="wrap-anywhere">
          <bdi dir="ltr" className="font-mono">
            0/{index} {address ?? t('key.fourthHidden')}
          </bdi>
        </li>
      ))}
    </ol>
  );
}
