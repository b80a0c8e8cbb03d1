import { Pencil, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { maskedAccount } from '#client/lib/format/format.ts';
import { Table, type Column } from '#client/ui/data/Table.tsx';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { IconButton } from '#client/ui/form/Button.tsx';
import { Switch } from '#client/ui/form/Switch.tsx';
import type { PendingAction } from './MethodActionDialog.tsx';
import type { AdminPaymentMethod } from './payment-methods.admin.queries.ts';

interface MethodListProps {
  methods: readonly AdminPaymentMethod[];
  onEdit: (method: AdminPaymentMethod) => void;
  onAsk: (pending: PendingAction) => void;
}

/** The accounts in the order customers see them. */
export function MethodList({ methods, onEdit, onAsk }: MethodListProps) {
  const { t } = useTranslation('payment-methods.admin');
  const state = (method: AdminPaymentMethod) => <State method={method} onAsk={onAsk} />;
  const actions = (method: AdminPaymentMethod) => <RowActions {...{ method, onAsk }} onEdit={() => onEdit(method)} />;
  const columns: Column<AdminPaymentMethod>[] = [
    { id: 'currency', header: t('currency'), cell: (method) => <Where method={method} /> },
    { id: 'name', header: t('displayName'), cell: (method) => <Name method={method} /> },
    { id: 'type', header: t('type'), cell: ({ type }) => t(`types.${type}`) },
    { id: 'order', header: t('sortOrder'), end: true, cell: ({ sortOrder }) => sortOrder },
    { id: 'state', header: t('state'), cell: state },
    { id: 'actions', header: <span className="sr-only">{t('actions')}</span>, end: true, cell: actions },
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
            {actions(method)}
          </span>
        </div>
      )}
    />
  );
}

function Where({ method: { currency, country } }: { method: AdminPaymentMethod }) {
  return (
    <span className="whitespace-nowrap">
      <span className="font-medium">{currency}</span> <span className="text-muted">{country}</span>
    </span>
  );
}

/** Lines by which a statement names an account: four digits in a row, or an address of a wallet. */
const isNumber = (text: string) => /(?:\d[ -]?){4}|@/.test(text);

function Name({ method: { displayName, name, accountDetails, isSample, tampered } }: { method: AdminPaymentMethod }) {
  const { t } = useTranslation('payment-methods.admin');
  return (
    <span className="flex min-w-0 flex-col">
      <span className="font-medium wrap-anywhere">{displayName}</span>
      <span className="text-xs text-muted wrap-anywhere">{name}</span>
      {Object.entries(accountDetails)
        .filter(([, text]) => isNumber(text))
        .map(([label, text]) => (
          <span key={label} className="text-xs text-muted">
            {label} <bdi dir="ltr">{maskedAccount(text)}</bdi>
          </span>
        ))}
      {isSample && <span className="text-xs text-pending">{t('sample')}</span>}
      {tampered && (
        <Note tone="danger" className="mt-1">
          {t('tampered')}
        </Note>
      )}
    </span>
  );
}

type CellProps = Pick<MethodListProps, 'onAsk'> & { method: AdminPaymentMethod };

function State({ method: { id, displayName, isActive }, onAsk }: CellProps) {
  const { t } = useTranslation('payment-methods.admin');
  const toggle = (on: boolean) => onAsk({ action: { kind: 'change', id, body: { isActive: on } }, name: displayName });
  return (
    <Switch
      label={t('switch', { name: displayName })}
      stateText={t(isActive ? 'active' : 'inactive')}
      on={isActive}
      onChange={toggle}
    />
  );
}

function RowActions({ method: { id, displayName }, onAsk, onEdit }: CellProps & { onEdit: () => void }) {
  const { t } = useTranslation('payment-methods.admin');
  return (
    <span className="inline-flex">
      <IconButton label={t('edit', { name: displayName })} onClick={onEdit}>
        <Pencil className="size-4" />
      </IconButton>
      <IconButton
        label={t('delete', { name: displayName })}
        onClick={() => onAsk({ action: { kind: 'delete', id }, name: displayName })}
      >
        <Trash2 className="size-4" />
      </IconButton>
    </span>
  );
}
