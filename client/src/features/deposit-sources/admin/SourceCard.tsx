import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, callFile } from '#client/lib/api/call.ts';
import { saveFile } from '#client/lib/browser/save-file.ts';
import { formatNumber } from '#client/lib/format/format.ts';
import { Time } from '#client/ui/data/Money.tsx';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { TextInput } from '#client/ui/form/TextInput.tsx';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { ActionDialog, ActionFormDialog } from '#client/ui/overlay/ActionDialog.tsx';
import { stopSource } from '#shared/deposit-sources/deposit-sources.contract.ts';
import { chainDetails } from '#shared/reference/chains.ts';
import { coinById } from '#shared/reference/coins.ts';
import { useSourceWrite, type DepositSource } from '../deposit-sources.admin.queries.ts';
import { AddressList } from './AddressList.tsx';
import { ChangeDialog } from './SourceDialog.tsx';

type Asked = 'switch' | 'withdraw' | 'stop' | 'export' | 'change';
const counted = ['free', 'leased', 'resting', 'paid', 'waiting', 'stopped'] as const;

/** What can be done about a source in its state. */
const offeredFor = ({ state, counts }: DepositSource): Asked[] => [
  'export',
  ...(state === 'stopped' ? [] : (['change'] as const)),
  ...(state === 'off' || state === 'active' ? (['switch'] as const) : []),
  ...(state === 'waiting' || counts.waiting > 0 ? (['withdraw'] as const) : []),
  ...(state === 'stopped' ? [] : (['stop'] as const)),
];

const labelOf = ({ state }: DepositSource, action: Asked) =>
  action === 'switch' ? (state === 'off' ? 'switchOn' : 'switchOff') : action;

const nameOf = ({ userName, count }: DepositSource['holders'][number]) => `${userName} (${formatNumber(count)})`;

/** A source with how many addresses are free, and what can be done about it. */
export function SourceCard({ source }: { source: DepositSource }) {
  const { t } = useTranslation('deposit-sources.admin');
  const [asked, setAsked] = useState<Asked>();
  const [isOpen, setOpen] = useState(false);
  const { kind, chain, state, counts, isLow, holders, tampered, fingerprint, keyEnding, gapLimit, address } = source;
  const close = () => setAsked(undefined);
  return (
    <section className="card flex flex-col gap-3 p-4" aria-label={t('sourceOf', { chain: chainDetails[chain].name })}>
      <header className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 className="text-lg">
          {chainDetails[chain].name}: {t(`kind.${kind}`)}
        </h2>
        <span className={state === 'stopped' ? 'text-sm text-rejected' : 'text-sm text-muted'}>
          {t(`state.${state}`)}
          {state === 'waiting' && (
            <>
              {' '}
              <Time at={source.liveAt} />
            </>
          )}
        </span>
      </header>
      {tampered && <Note tone="danger">{t('tampered')}</Note>}
      {isLow && state === 'active' && (
        <Note tone="warning">
          {t('low')} {holders.length > 0 && t('held', { who: holders.map(nameOf).join(', ') })}
        </Note>
      )}
      <p className="text-sm wrap-anywhere text-muted">
        {source.coinIds.map((id) => coinById(id)?.name ?? id).join(', ')}
        {fingerprint && <> · {t('key.of', { fingerprint, ending: keyEnding ?? '' })}</>}
        {address && (
          <>
            {' '}
            · <bdi dir="ltr">{address}</bdi>
          </>
        )}
      </p>
      {gapLimit !== null && <p className="text-sm">{t('ahead', { limit: formatNumber(gapLimit) })}</p>}
      <Counts counts={counts} />
      <div className="flex flex-wrap gap-2">
        <Button text={t('addresses')} size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} />
        {offeredFor(source).map((action) => (
          <Button
            key={action}
            text={t(labelOf(source, action))}
            size="small"
            variant={action === 'stop' ? 'danger' : undefined}
            onClick={() => setAsked(action)}
          />
        ))}
      </div>
      {isOpen && <AddressList source={source} />}
      {asked === 'stop' && <StopDialog source={source} onClose={close} />}
      {asked === 'change' && <ChangeDialog source={source} onClose={close} />}
      {asked && asked !== 'stop' && asked !== 'change' && <AskDialog source={source} asked={asked} onClose={close} />}
    </section>
  );
}

function Counts({ counts }: Pick<DepositSource, 'counts'>) {
  const { t } = useTranslation('deposit-sources.admin');
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-2 text-sm">
      {counted.map((name) => (
        <div key={name} className="flex gap-2">
          <dt className="text-muted">{t(`count.${name}`)}</dt>
          <dd className="figures">{formatNumber(counts[name])}</dd>
        </div>
      ))}
    </dl>
  );
}

interface DialogProps {
  source: DepositSource;
  onClose: () => void;
}

function AskDialog({ source, asked, onClose }: DialogProps & { asked: Exclude<Asked, 'stop' | 'change'> }) {
  const { t } = useTranslation('deposit-sources.admin');
  const write = useSourceWrite();
  const label = t(labelOf(source, asked));
  const { id, version } = source;
  const act = async () => {
    const options = { params: { id } };
    if (asked === 'export')
      return saveFile(await callFile('GET /api/admin/deposit-sources/:id/addresses/export', options));
    if (asked === 'withdraw') return write(() => call('DELETE /api/admin/deposit-sources/:id/change', options));
    const body = { isActive: source.state === 'off', version };
    return write(() => call('PUT /api/admin/deposit-sources/:id', { ...options, body }));
  };
  return (
    <ActionDialog title={label} confirm={label} failed={t('failedSave')} act={act} onClose={onClose}>
      <p>{t('ask')}</p>
    </ActionDialog>
  );
}

function StopDialog({ source, onClose }: DialogProps) {
  const { t } = useTranslation('deposit-sources.admin');
  const [form, field] = useContractForm(stopSource.body, { defaultValues: { reason: '' } });
  const write = useSourceWrite();
  const params = { id: source.id };
  return (
    <ActionFormDialog
      danger
      form={form}
      title={t('stop')}
      confirm={t('stop')}
      failed={t('failedSave')}
      act={(body) => write(() => call('POST /api/admin/deposit-sources/:id/stop', { params, body }))}
      onClose={onClose}
    >
      <p>{t('stopText')}</p>
      <TextInput label={t('stopReason')} maxLength={500} autoComplete="off" {...field('reason')} />
    </ActionFormDialog>
  );
}
