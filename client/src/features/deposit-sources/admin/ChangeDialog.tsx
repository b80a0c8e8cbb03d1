import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { credentials, emptyCredentials } from '#client/features/auth/components/CredentialFields.tsx';
import { StepUpFormDialog } from '#client/features/auth/components/StepUpDialog.tsx';
import { Checkbox } from '#client/ui/form/Checkbox.tsx';
import { useFields } from '#client/ui/form/Form.tsx';
import { TextArea, TextInput } from '#client/ui/form/TextInput.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { sourceChange } from '#shared/deposit-sources/deposit-sources.contract.ts';
import { chainDetails } from '#shared/reference/chains.ts';
import { coinById } from '#shared/reference/coins.ts';
import { useSourceAction, type DepositSource } from '../deposit-sources.admin.queries.ts';
import { asNumber, linesOf } from './deposit-sources.fields.ts';
import { WhenEmpty } from './WhenEmpty.tsx';

const schema = sourceChange.omit({ isActive: true }).extend({ ...credentials, lines: z.string() });

/** What may change of a source: how far its wallet looks ahead, its coins, more addresses, and what happens without one. */
export function ChangeDialog({ source, onClose }: { source: DepositSource; onClose: () => void }) {
  const { t } = useTranslation('deposit-sources.admin');
  const { kind, chain, coinIds, gapLimit, whenEmpty, version } = source;
  const form = useContractForm(schema, {
    defaultValues: { ...emptyCredentials, coinIds, gapLimit: gapLimit ?? undefined, whenEmpty, version, lines: '' },
  });
  const field = useFields(form);
  const { mutateAsync } = useSourceAction();
  return (
    <StepUpFormDialog
      form={form}
      title={t('changeSource')}
      confirm={t('save')}
      failed={t('failedSave')}
      onProven={async (stepUp, { lines, password: _password, code: _code, ...change }) => {
        const addresses = linesOf(lines);
        if (addresses.length > 0) await mutateAsync({ action: { kind: 'add', source, addresses }, stepUp });
        await mutateAsync({ action: { kind: 'change', source, change }, stepUp });
      }}
      onClose={onClose}
    >
      {kind === 'xpub' && (
        <TextInput
          label={t('key.gap')}
          hint={t('key.gapHint')}
          inputMode="numeric"
          {...field('gapLimit')}
          {...form.register('gapLimit', asNumber)}
        />
      )}
      {kind === 'pool' && (
        <>
          <fieldset className="flex flex-col gap-2">
            <legend className="pb-1 text-sm font-medium">{t('coins')}</legend>
            {[chainDetails[chain].coinId, ...chainDetails[chain].tokenIds].map((id) => (
              <Checkbox key={id} label={coinById(id)?.name ?? id} value={id} {...form.register('coinIds')} />
            ))}
          </fieldset>
          <TextArea label={t('addAddresses')} hint={t('pool.hint')} rows={4} spellCheck={false} {...field('lines')} />
        </>
      )}
      <WhenEmpty {...field('whenEmpty')} />
    </StepUpFormDialog>
  );
}
