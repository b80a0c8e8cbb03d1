import type { ReactNode } from 'react';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { call } from '#client/lib/api/call.ts';
import { Checkbox } from '#client/ui/form/Checkbox.tsx';
import { useFields } from '#client/ui/form/Form.tsx';
import { Select, TextArea, TextInput } from '#client/ui/form/TextInput.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { ActionFormDialog } from '#client/ui/overlay/ActionDialog.tsx';
import { poolSource, sourceChange, tagSource } from '#shared/deposit-sources/deposit-sources.contract.ts';
import { maxListed, minListed, whenEmptyChoices } from '#shared/deposit-sources/deposit-sources.kinds.ts';
import { chainDetails, coinsOfChain } from '#shared/reference/chains.ts';
import { coinById } from '#shared/reference/coins.ts';
import { useSourceWrite, type DepositSource } from '../deposit-sources.admin.queries.ts';

/** The number that was typed. */
export const asNumber = { setValueAs: (input: unknown) => Number(input) };

interface SourceDialogProps<Values extends FieldValues, Parsed> {
  /** Names the missing step below the button, and leads to it. */
  missing?: string | undefined;
  onMissing?: (() => void) | undefined;
  /** The label of the button where "Save" says too little; null while an earlier step has a button of its own. */
  confirm?: string | null;
  form: UseFormReturn<Values, unknown, Parsed>;
  title: string;
  send: (values: Parsed) => Promise<unknown>;
  onClose: () => void;
  children?: ReactNode;
}

/** A form that adds or changes a source. */
export function SourceDialog<Values extends FieldValues, Parsed>(props: SourceDialogProps<Values, Parsed>) {
  const { form, title, confirm, missing, onMissing, send, onClose, children } = props;
  const { t } = useTranslation('deposit-sources.admin');
  const write = useSourceWrite();
  return (
    <ActionFormDialog
      form={form}
      title={title}
      confirm={confirm === null ? undefined : (confirm ?? t('save'))}
      missing={missing}
      onMissing={onMissing}
      failed={t('failedSave')}
      done={t('saved')}
      act={(values) => write(() => send(values))}
      onClose={onClose}
    >
      {children}
    </ActionFormDialog>
  );
}

/** The choice for the case without a free address. */
export function WhenEmpty<Values extends FieldValues, Parsed>({
  form,
}: {
  form: UseFormReturn<Values, unknown, Parsed>;
}) {
  const { t } = useTranslation('deposit-sources.admin');
  const field = useFields(form);
  return (
    <Select
      label={t('whenEmpty')}
      options={whenEmptyChoices.map((choice) => [choice, t(`empty.${choice}`)])}
      // Both forms have this field; a path of a generic form is not resolved.
      {...field('whenEmpty' as FieldPath<Values>)}
    />
  );
}

const chains = ['ethereum', 'bsc', 'tron'] as const;
const pool = poolSource.omit({ coinIds: true, addresses: true }).extend({ lines: z.string().min(1) });
const linesOf = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '');

/** A list of addresses, each given to one sale at a time: every coin of the chain is received there. */
export function PoolDialog({ coinId, onClose }: { coinId?: string | undefined; onClose: () => void }) {
  const { t } = useTranslation('deposit-sources.admin');
  const [form, field] = useContractForm(pool, {
    defaultValues: {
      kind: 'pool',
      chain: chains.find((chain) => coinId !== undefined && coinsOfChain(chain).includes(coinId)) ?? 'tron',
      lines: '',
      whenEmpty: 'refuse',
    },
  });
  return (
    <SourceDialog
      form={form}
      title={t('add.pool')}
      confirm={t('add.pool')}
      send={({ lines, ...source }) => {
        const body = { ...source, coinIds: [...coinsOfChain(source.chain)], addresses: linesOf(lines) };
        return call('POST /api/admin/deposit-sources', { body });
      }}
      onClose={onClose}
    >
      <p className="text-sm text-muted">{t('pool.text', { min: minListed, max: maxListed })}</p>
      <Select
        label={t('chain')}
        options={chains.map((chain) => [
          chain,
          `${chainDetails[chain].name} (${coinsOfChain(chain)
            .map((id) => coinById(id)?.symbol ?? id)
            .join(', ')})`,
        ])}
        {...field('chain')}
      />
      <TextArea label={t('pool.addresses')} hint={t('pool.hint')} rows={8} spellCheck={false} {...field('lines')} />
      <Checkbox label={t('pool.unchecked')} {...form.register('uncheckedAccepted')} />
      <WhenEmpty form={form} />
    </SourceDialog>
  );
}

/** Adds one address of the XRP Ledger, where each sale has a tag of its own. */
export function TagsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('deposit-sources.admin');
  const [form, field] = useContractForm(tagSource, {
    defaultValues: { kind: 'tags', cryptoId: 'ripple', address: '', whenEmpty: 'refuse' },
  });
  return (
    <SourceDialog
      form={form}
      title={t('add.tags')}
      confirm={t('add.tags')}
      send={(body) => call('POST /api/admin/deposit-sources', { body })}
      onClose={onClose}
    >
      <p className="text-sm text-muted">{t('tags.text')}</p>
      <TextInput label={t('tags.address')} autoComplete="off" spellCheck={false} {...field('address')} />
      <WhenEmpty form={form} />
    </SourceDialog>
  );
}

const changeForm = sourceChange.omit({ isActive: true }).extend({ lines: z.string() });

/**
 * Changes how far the wallet of a source looks ahead, its coins, its list of addresses, and the choice for the case
 * without one.
 */
export function ChangeDialog({ source, onClose }: { source: DepositSource; onClose: () => void }) {
  const { t } = useTranslation('deposit-sources.admin');
  const { id, kind, chain, coinIds, gapLimit, whenEmpty, version } = source;
  const [form, field] = useContractForm(changeForm, {
    defaultValues: { coinIds, gapLimit: gapLimit ?? undefined, whenEmpty, version, lines: '' },
  });
  return (
    <SourceDialog
      form={form}
      title={t('changeSource')}
      send={async ({ lines, ...body }) => {
        const options = { params: { id } };
        const addresses = linesOf(lines);
        if (addresses.length > 0)
          await call('POST /api/admin/deposit-sources/:id/addresses', { ...options, body: { addresses } });
        await call('PUT /api/admin/deposit-sources/:id', { ...options, body });
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
            {coinsOfChain(chain).map((coin) => (
              <Checkbox key={coin} label={coinById(coin)?.name ?? coin} value={coin} {...form.register('coinIds')} />
            ))}
          </fieldset>
          <TextArea label={t('addAddresses')} hint={t('pool.hint')} rows={4} spellCheck={false} {...field('lines')} />
        </>
      )}
      <WhenEmpty form={form} />
    </SourceDialog>
  );
}
