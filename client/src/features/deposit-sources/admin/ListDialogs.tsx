import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { credentials, emptyCredentials } from '#client/features/auth/components/CredentialFields.tsx';
import { StepUpFormDialog } from '#client/features/auth/components/StepUpDialog.tsx';
import { toast } from '#client/ui/feedback/toast.ts';
import { Checkbox } from '#client/ui/form/Checkbox.tsx';
import { useFields } from '#client/ui/form/Form.tsx';
import { Select, TextArea, TextInput } from '#client/ui/form/TextInput.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { poolSource, tagSource } from '#shared/deposit-sources/deposit-sources.contract.ts';
import { chainDetails } from '#shared/reference/chains.ts';
import { coinById } from '#shared/reference/coins.ts';
import { useSourceAction } from '../deposit-sources.admin.queries.ts';
import { linesOf } from './deposit-sources.fields.ts';
import { WhenEmpty } from './WhenEmpty.tsx';

const chains = ['ethereum', 'bsc', 'tron'] as const;
const pool = poolSource.omit({ coinIds: true, addresses: true }).extend({ ...credentials, lines: z.string().min(1) });

const coinsOf = (chain: (typeof chains)[number]) => [chainDetails[chain].coinId, ...chainDetails[chain].tokenIds];

/** A list of addresses, each given to one sale at a time: every coin of the chain is received there. */
export function PoolDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('deposit-sources.admin');
  const form = useContractForm(pool, {
    defaultValues: { ...emptyCredentials, kind: 'pool', chain: 'tron', lines: '', whenEmpty: 'refuse' },
  });
  const field = useFields(form);
  const { mutateAsync } = useSourceAction();
  return (
    <StepUpFormDialog
      form={form}
      title={t('add.pool')}
      confirm={t('save')}
      failed={t('failedSave')}
      onProven={async (stepUp, { chain, lines, uncheckedAccepted, whenEmpty }) => {
        const addresses = linesOf(lines);
        const body = { kind: 'pool', chain, coinIds: coinsOf(chain), addresses, uncheckedAccepted, whenEmpty } as const;
        await mutateAsync({ action: { kind: 'create', body }, stepUp });
        toast({ title: t('saved'), tone: 'done' });
      }}
      onClose={onClose}
    >
      <p className="text-sm text-muted">{t('pool.text')}</p>
      <Select label={t('chain')} {...field('chain')}>
        {chains.map((chain) => (
          <option key={chain} value={chain}>
            {chainDetails[chain].name} (
            {coinsOf(chain)
              .map((id) => coinById(id)?.symbol ?? id)
              .join(', ')}
            )
          </option>
        ))}
      </Select>
      <TextArea
        label={t('pool.addresses')}
        hint={t('pool.hint')}
        rows={8}
        autoComplete="off"
        spellCheck={false}
        {...field('lines')}
      />
      <Checkbox label={t('pool.unchecked')} {...form.register('uncheckedAccepted')} />
      <WhenEmpty {...field('whenEmpty')} />
    </StepUpFormDialog>
  );
}

const tags = tagSource.extend(credentials);

/** One address of the XRP Ledger, each sale with a tag of its own. */
export function TagsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('deposit-sources.admin');
  const form = useContractForm(tags, {
    defaultValues: { ...emptyCredentials, kind: 'tags', cryptoId: 'ripple', address: '', whenEmpty: 'refuse' },
  });
  const field = useFields(form);
  const { mutateAsync } = useSourceAction();
  return (
    <StepUpFormDialog
      form={form}
      title={t('add.tags')}
      confirm={t('save')}
      failed={t('failedSave')}
      onProven={async (stepUp, { kind, cryptoId, address, whenEmpty }) => {
        await mutateAsync({ action: { kind: 'create', body: { kind, cryptoId, address, whenEmpty } }, stepUp });
        toast({ title: t('saved'), tone: 'done' });
      }}
      onClose={onClose}
    >
      <p className="text-sm text-muted">{t('tags.text')}</p>
      <TextInput label={t('tags.address')} autoComplete="off" spellCheck={false} {...field('address')} />
      <WhenEmpty {...field('whenEmpty')} />
    </StepUpFormDialog>
  );
}
