import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { credentials, emptyCredentials } from '#client/features/auth/components/CredentialFields.tsx';
import { call } from '#client/lib/api/call.ts';
import { Checkbox } from '#client/ui/form/Checkbox.tsx';
import { useFields } from '#client/ui/form/Form.tsx';
import { Select, TextArea, TextInput } from '#client/ui/form/TextInput.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { poolSource, sourceChange, tagSource } from '#shared/deposit-sources/deposit-sources.contract.ts';
import { chainDetails, coinsOfChain } from '#shared/reference/chains.ts';
import { coinById } from '#shared/reference/coins.ts';
import type { DepositSource } from '../deposit-sources.admin.queries.ts';
import { asNumber, SourceDialog } from './SourceDialog.tsx';

const chains = ['ethereum', 'bsc', 'tron'] as const;
const pool = poolSource.omit({ coinIds: true, addresses: true }).extend({ ...credentials, lines: z.string().min(1) });
const linesOf = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '');

/** A list of addresses, each given to one sale at a time: every coin of the chain is received there. */
export function PoolDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('deposit-sources.admin');
  const form = useContractForm(pool, {
    defaultValues: { ...emptyCredentials, kind: 'pool', chain: 'tron', lines: '', whenEmpty: 'refuse' },
  });
  const field = useFields(form);
  return (
    <SourceDialog
      form={form}
      title={t('add.pool')}
      send={(stepUp, { lines, ...source }) => {
        const body = { ...source, coinIds: [...coinsOfChain(source.chain)], addresses: linesOf(lines) };
        return call('POST /api/admin/deposit-sources', { body, stepUp });
      }}
      onClose={onClose}
    >
      <p className="text-sm text-muted">{t('pool.text')}</p>
      <Select label={t('chain')} {...field('chain')}>
        {chains.map((chain) => (
          <option key={chain} value={chain}>
            {chainDetails[chain].name} (
            {coinsOfChain(chain)
              .map((id) => coinById(id)?.symbol ?? id)
              .join(', ')}
            )
          </option>
        ))}
      </Select>
      <TextArea label={t('pool.addresses')} hint={t('pool.hint')} rows={8} spellCheck={false} {...field('lines')} />
      <Checkbox label={t('pool.unchecked')} {...form.register('uncheckedAccepted')} />
    </SourceDialog>
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
  return (
    <SourceDialog
      form={form}
      title={t('add.tags')}
      send={(stepUp, body) => call('POST /api/admin/deposit-sources', { body, stepUp })}
      onClose={onClose}
    >
      <p className="text-sm text-muted">{t('tags.text')}</p>
      <TextInput label={t('tags.address')} autoComplete="off" spellCheck={false} {...field('address')} />
    </SourceDialog>
  );
}

const changed = sourceChange.omit({ isActive: true }).extend({ ...credentials, lines: z.string() });

/** What may change of a source: how far its wallet looks ahead, its coins, more addresses, and what happens without one. */
export function ChangeDialog({ source, onClose }: { source: DepositSource; onClose: () => void }) {
  const { t } = useTranslation('deposit-sources.admin');
  const { id, kind, chain, coinIds, gapLimit, whenEmpty, version } = source;
  const form = useContractForm(changed, {
    defaultValues: { ...emptyCredentials, coinIds, gapLimit: gapLimit ?? undefined, whenEmpty, version, lines: '' },
  });
  const field = useFields(form);
  return (
    <SourceDialog
      form={form}
      title={t('changeSource')}
      send={async (stepUp, { lines, ...body }) => {
        const [options, addresses] = [{ params: { id }, stepUp }, linesOf(lines)];
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
    </SourceDialog>
  );
}
