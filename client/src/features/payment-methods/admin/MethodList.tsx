import { Pencil, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Note } from '#client/ui/Banner.tsx';
import { IconButton } from '#client/ui/Button.tsx';
import { Switch } from '#client/ui/Switch.tsx';
import { Table, type Column } from '#client/ui/Table.tsx';
import type { Asked } from './DeedDialog.tsx';
import type { DeskMethod } from './payment-desk.api.ts';

interface MethodListProps {
  methods: readonly DeskMethod[];
  onEdit: (method: DeskMethod) => void;
  onAsk: (asked: Asked) => void;
}

/** The accounts in the order customers see them. */
export function MethodList({ methods, onEdit, onAsk }: MethodListProps) {
  const { t } = useTranslation('paymentDesk');
  const state = (method: DeskMethod) => <State method={method} onAsk={onAsk} />;
  const deeds = (method: DeskMethod) => <Deeds {...{ method, onAsk }} onEdit={() => onEdit(method)} />;
  const columns: Column<DeskMethod>[] = [
    { id: 'currency', header: t('currency'), cell: (method) => <Where method={method} /> },
    { id: 'name', header: t('displayName'), cell: (method) => <Name method={method} /> },
    { id: 'type', header: t('type'), cell: ({ type }) => t(`types.${type}`) },
    { id: 'order', header: t('sortOrder'), end: true, cell: ({ sortOrder }) => sortOrder },
    { id: 'state', header: t('state'), cell: state },
    { id: 'deeds', header: <span className="sr-only">{t('deeds')}</span>, end: true, cell: deeds },
  ];
  return (
    <Table
      dense
      caption={t('title')}
      columns={columns}
      rows={methods}
      rowKey={({ id }) => id}
      card={(method) => (
        <div className="flex flex-col gap-2">
          <span className="flex items-start justify-between gap-3">
            <Name method={method} />
            <Where method={method} />
          </span>
          <span className="flex items-center justify-between gap-3">
            {state(method)}
            {deeds(method)}
          </span>
        </div>
      )}
    />
  );
}

function Where({ method: { currency, country } }: { method: DeskMethod }) {
  return (
    <span className="whitespace-nowrap">
      <span className="font-medium">{currency}</span> <span className="text-muted">{country}</span>
    </span>
  );
}

function Name({ method: { displayName, name, isSample, tampered } }: { method: DeskMethod }) {
  const { t } = useTranslation('paymentDesk');
  return (
    <span className="flex min-w-0 flex-col">
      <span className="font-medium wrap-anywhere">{displayName}</span>
      <span className="text-xs text-muted wrap-anywhere">{name}</span>
      {isSample && <span className="text-xs text-pending">{t('sample')}</span>}
      {tampered && (
        <Note tone="danger" className="mt-1">
          {t('tampered')}
        </Note>
      )}
    </span>
  );
}

type CellProps = Pick<MethodListProps, 'onAsk'> & { method: DeskMethod };

function State({ method: { id, displayName, isActive }, onAsk }: CellProps) {
  const { t } = useTranslation('paymentDesk');
  const turn = (on: boolean) => onAsk({ deed: { kind: 'change', id, body: { isActive: on } }, name: displayName });
  return (
    <Switch
      label={t('switch', { name: displayName })}
      word={t(isActive ? 'active' : 'inactive')}
      on={isActive}
      onChange={turn}
    />
  );
}

function Deeds({ method: { id, displayName }, onAsk, onEdit }: CellProps & { onEdit: () => void }) {
  const { t } = useTranslation('paymentDesk');
  return (
    <span className="inline-flex">
      <IconButton label={t('edit', { name: displayName })} onClick={onEdit}>
        <Pencil className="size-4" strokeWidth={1.75} />
      </IconButton>
      <IconButton
        label={t('delete', { name: displayName })}
        onClick={() => onAsk({ deed: { kind: 'delete', id }, name: displayName })}
      >
        <Trash2 className="size-4" strokeWidth={1.75} />
      </IconButton>
    </span>
  );
}
