import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callFile } from '#client/lib/api/call.ts';
import { saveFile } from '#client/lib/browser/save-file.ts';
import { formatNumber } from '#client/lib/format/format.ts';
import { formatList } from '#client/lib/format/list.ts';
import { CoinIcon } from '#client/ui/data/CoinIcon.tsx';
import { Time } from '#client/ui/data/Money.tsx';
import { Status } from '#client/ui/data/Status.tsx';
import { SumCell, SumCells } from '#client/ui/data/SumCells.tsx';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { ActionDialog } from '#client/ui/overlay/ActionDialog.tsx';
import { ContractDialog, shown, type ShownAction } from '#client/ui/overlay/ContractDialog.tsx';
import { MenuAct, RowMenu } from '#client/ui/overlay/RowActs.tsx';
import { changeSource, stopSource, withdrawSourceChange } from '#shared/deposit-sources/deposit-sources.contract.ts';
import { chainDetails } from '#shared/reference/chains.ts';
import { coinById } from '#shared/reference/coins.ts';
import { sourceRoutes, type DepositSource } from '../deposit-sources.admin.queries.ts';
import { AddressList } from './AddressList.tsx';
import { ChangeDialog } from './SourceDialog.tsx';

const countedStates = ['free', 'leased', 'resting', 'paid', 'waiting', 'stopped'] as const;

/** Wallets look as far ahead without being told. */
const usualGap = 20;

/** The status whose icon and colour a state takes. */
const tones = { active: 'active', waiting: 'pending', off: 'none', stopped: 'blocked' } as const;

type Dialog = 'export' | 'change' | ShownAction;

/** The actions on a source in its state, with the labels of their buttons. */
function useOfferedDialogs(source: DepositSource): [string, Dialog][] {
  const { t } = useTranslation('deposit-sources.admin');
  const { state, counts } = source;
  const isOff = state === 'off';
  const ask = <p>{t('ask')}</p>;
  const onOff = { label: t(isOff ? 'switchOn' : 'switchOff'), sends: { isActive: isOff }, children: ask };
  const stop = {
    label: t('stop'),
    danger: true,
    fields: { reason: { label: t('stopReason') } },
    children: <p>{t('stopText')}</p>,
  };
  const actions = [
    ...(isOff || state === 'active' ? [shown(changeSource, onOff)] : []),
    ...(state === 'waiting' || counts.waiting > 0
      ? [shown(withdrawSourceChange, { label: t('withdraw'), children: ask })]
      : []),
    ...(state === 'stopped' ? [] : [shown(stopSource, stop)]),
  ];
  return [
    [t('export'), 'export'],
    ...(state === 'stopped' ? [] : [[t('change'), 'change'] satisfies [string, Dialog]]),
    ...actions.map((action): [string, Dialog] => [action.label, action]),
  ];
}

const nameOf = ({ userName, count }: DepositSource['holders'][number]) => `${userName} (${formatNumber(count)})`;

/** A source with the number of its free addresses, and the actions on it. */
export function SourceCard({ source }: { source: DepositSource }) {
  const { t } = useTranslation(['deposit-sources.admin', 'admin.common']);
  const offeredDialogs = useOfferedDialogs(source);
  // The dialog stays with its refusal, though the action is no longer offered.
  const [openDialog, setOpenDialog] = useState<Dialog>();
  const [isOpen, setOpen] = useState(false);
  const { kind, chain, state, counts, isLow, holders, tampered, fingerprint, keyEnding, gapLimit, address } = source;
  const close = () => setOpenDialog(undefined);
  const chainName = chainDetails[chain].name;
  const name = `${chainName}: ${t(`kind.${kind}`)}`;
  const coinNames = formatList(source.coinIds.map((id) => coinById(id)?.name ?? id));
  return (
    <section className="card flex flex-col gap-3 p-4" aria-label={t('sourceOf', { chain: chainName })}>
      <SourceHead source={source} />
      {tampered && <Note tone="danger">{t('tampered')}</Note>}
      {isLow && state === 'active' && (
        <Note tone="warning">
          {t('low')} {holders.length > 0 && t('held', { who: holders.map(nameOf).join(', ') })}
        </Note>
      )}
      <p className="text-sm wrap-anywhere text-muted">
        {coinNames !== chainName && <span className="me-2">{coinNames}</span>}
        {fingerprint && t('key.of', { fingerprint, ending: keyEnding ?? '' })}
        {address && <bdi dir="ltr">{address}</bdi>}
        {gapLimit !== null && (
          <span className="block">
            {t('ahead', { limit: formatNumber(gapLimit) })}
            {gapLimit > usualGap && <> {t('aheadSet', { limit: formatNumber(gapLimit) })}</>}
          </span>
        )}
      </p>
      <Counts counts={counts} />
      <div className="flex items-center gap-2">
        <Button
          // Those of a key are made as they are given out, and a list has its free ones too.
          text={t(kind === 'xpub' ? 'seeIssued' : 'see', { shown: formatNumber(counts.total) })}
          size="small"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        />
        {/* Actions that take addresses out of use are last, away from the everyday button. */}
        <RowMenu label={t('admin.common:moreFor', { of: name })}>
          {offeredDialogs.map(([text, dialog]) => (
            <MenuAct key={text} text={text} onPress={() => setOpenDialog(dialog)} />
          ))}
        </RowMenu>
      </div>
      {isOpen && <AddressList source={source} />}
      {openDialog === 'export' && <ExportDialog source={source} onClose={close} />}
      {openDialog === 'change' && <ChangeDialog source={source} onClose={close} />}
      {typeof openDialog === 'object' && (
        <ContractDialog
          action={openDialog}
          row={source}
          failed={t('failedSave')}
          reads={sourceRoutes}
          onClose={close}
        />
      )}
    </section>
  );
}

/** The network of a source, its kind, and whether it is used. */
function SourceHead({ source: { chain, kind, state, liveAt, coinIds } }: { source: DepositSource }) {
  const { t } = useTranslation('deposit-sources.admin');
  // A chain with several coins has the icon of none.
  const [coin, ...others] = coinIds.map(coinById);
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-3">
      <span className="flex flex-wrap items-center gap-x-2">
        {coin && others.length === 0 && <CoinIcon symbol={coin.symbol} color={coin.color} size="small" />}
        <h2 className="text-lg">{chainDetails[chain].name}</h2>
        <span className="rounded-control border border-line-strong px-1.5 py-px text-xs text-muted">
          {t(`kind.${kind}`)}
        </span>
      </span>
      <span className="text-sm text-muted">
        <Status bare status={tones[state]} label={t(`state.${state}`)} />
        {state === 'waiting' && (
          <>
            {' '}
            <Time at={liveAt} />
          </>
        )}
      </span>
    </header>
  );
}

/** The addresses by state: how many are left, and how many are in each other state. */
function Counts({ counts }: Pick<DepositSource, 'counts'>) {
  const { t } = useTranslation('deposit-sources.admin');
  return (
    <SumCells areCounts>
      {countedStates
        .filter((name) => name === 'free' || counts[name] > 0)
        .map((name) => (
          <SumCell key={name} label={t(`count.${name}`)}>
            <span className="text-lg font-semibold figures">{formatNumber(counts[name])}</span>
          </SumCell>
        ))}
    </SumCells>
  );
}

interface DialogProps {
  source: DepositSource;
  onClose: () => void;
}

function ExportDialog({ source, onClose }: DialogProps) {
  const { t } = useTranslation('deposit-sources.admin');
  const params = { id: source.id };
  const exportAddresses = async () =>
    saveFile(await callFile('GET /api/admin/deposit-sources/:id/addresses/export', { params }));
  return (
    <ActionDialog
      title={t('export')}
      confirm={t('export')}
      failed={t('failedSave')}
      act={exportAddresses}
      onClose={onClose}
    >
      <p>{t('ask')}</p>
    </ActionDialog>
  );
}
