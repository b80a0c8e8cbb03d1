import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { credentials, emptyCredentials } from '#client/features/auth/components/CredentialFields.tsx';
import { call } from '#client/lib/api/call.ts';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { useFields } from '#client/ui/form/Form.tsx';
import { Select, TextArea, TextInput } from '#client/ui/form/TextInput.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { keySource } from '#shared/deposit-sources/deposit-sources.contract.ts';
import { depositScripts } from '#shared/deposit-sources/deposit-sources.kinds.ts';
import { chainDetails } from '#shared/reference/chains.ts';
import { usePreview } from '../deposit-sources.admin.queries.ts';
import { asNumber, SourceDialog } from './SourceDialog.tsx';

const schema = keySource.extend(credentials);
const asChoice = { setValueAs: (typed: unknown) => (typed === '' ? undefined : typed) };

/** Own addresses from the public key of an account, proven by the fourth address of the operator's wallet. */
export function KeyDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('deposit-sources.admin');
  const form = useContractForm(schema, {
    defaultValues: {
      ...emptyCredentials,
      kind: 'xpub',
      cryptoId: 'bitcoin',
      xpub: '',
      lastSix: '',
      gapLimit: 20,
      whenEmpty: 'refuse',
    } satisfies Partial<z.input<typeof schema>>,
  });
  const field = useFields(form);
  const preview = usePreview();
  const show = () => {
    const { cryptoId, xpub, scriptType } = form.getValues();
    preview.mutate({ cryptoId, xpub, scriptType });
  };
  return (
    <SourceDialog
      form={form}
      title={t('add.xpub')}
      send={(stepUp, body) => call('POST /api/admin/deposit-sources', { body, stepUp })}
      onClose={onClose}
    >
      <p className="text-sm text-muted">{t('key.text')}</p>
      <Select label={t('coin')} {...field('cryptoId')}>
        {(['bitcoin', 'litecoin', 'bitcoin-cash'] as const).map((chain) => (
          <option key={chain} value={chain}>
            {chainDetails[chain].name}
          </option>
        ))}
      </Select>
      <TextArea label={t('key.key')} rows={3} autoComplete="off" spellCheck={false} {...field('xpub')} />
      <Select
        label={t('key.script')}
        hint={t('key.scriptHint')}
        {...field('scriptType')}
        {...form.register('scriptType', asChoice)}
      >
        <option value="">{t('key.byKey')}</option>
        {depositScripts.map((script) => (
          <option key={script} value={script}>
            {t(`script.${script}`)}
          </option>
        ))}
      </Select>
      <Button className="self-start" busy={preview.isPending} onClick={show}>
        {t('key.preview')}
      </Button>
      <Derived preview={preview} />
      <TextInput
        label={t('key.fourth')}
        hint={t('key.fourthHint')}
        autoComplete="off"
        spellCheck={false}
        {...field('lastSix')}
      />
      <TextInput
        label={t('key.gap')}
        hint={t('key.gapHint')}
        inputMode="numeric"
        {...field('gapLimit')}
        {...form.register('gapLimit', asNumber)}
      />
    </SourceDialog>
  );
}

function Derived({ preview }: { preview: ReturnType<typeof usePreview> }) {
  const { t } = useTranslation('deposit-sources.admin');
  return (
    <>
      {preview.error && <AdminProblem error={preview.error} title={t('key.previewFailed')} />}
      {preview.data && (
        <ol className="flex flex-col gap-1 text-sm" start={0}>
          {preview.data.addresses.map(({ index, address }) => (
            <li key={index} className="wrap-anywhere">
              <bdi dir="ltr" className="font-mono">
                0/{index} {address ?? t('key.fourthHidden')}
              </bdi>
            </li>
          ))}
        </ol>
      )}
    </>
  );
}
