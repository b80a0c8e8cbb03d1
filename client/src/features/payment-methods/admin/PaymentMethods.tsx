import { useQuery } from '@tanstack/react-query';
import { Landmark, Pencil, Plus } from 'lucide-react';
import { useCallback, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { withParams } from '#client/lib/browser/useListParams.ts';
import { formatNumber, maskedAccount } from '#client/lib/format/format.ts';
import { Table, type Column } from '#client/ui/data/Table.tsx';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { EmptyList, NothingFound } from '#client/ui/feedback/EmptyList.tsx';
import { Skeleton } from '#client/ui/feedback/Skeleton.tsx';
import { Button, IconButton } from '#client/ui/form/Button.tsx';
import { FilterChips } from '#client/ui/form/FilterChips.tsx';
import { Switch } from '#client/ui/form/Switch.tsx';
import { ListTools } from '#client/ui/layout/admin/ListTools.tsx';
import { ScreenHead } from '#client/ui/layout/admin/ScreenHead.tsx';
import { ApprovalSlot } from '#client/ui/layout/ApprovalSlot.tsx';
import { MenuAct, RowMenu } from '#client/ui/overlay/RowActs.tsx';
import { MethodActionDialog, type PendingAction } from './MethodActionDialog.tsx';
import { MethodForm } from './MethodForm.tsx';
import { adminCurrenciesQuery, methodsQuery, type AdminPaymentMethod } from './payment-methods.admin.queries.ts';
import { withoutSampleMark } from './payment-methods.samples.ts';
import { ReplaceSamples } from './ReplaceSamples.tsx';

/** The tab of the receiving accounts. Every change needs the password, and is reported by mail. */
export function PaymentMethods() {
  // Loads the texts of the preview too: loading them later would blank the tab for a moment.
  const { t } = useTranslation(['payment-methods.admin', 'payment-methods', 'auth', 'admin.common']);
  const [currency, setCurrency] = useState<string>();
  const { data: methods, error, refetch } = useQuery(methodsQuery(currency));
  const { data: currencies = [] } = useQuery(adminCurrenciesQuery);
  const [open, setOpen] = useOpenMethod();
  const [pendingAction, setPendingAction] = useState<PendingAction>();
  const [isReplacing, setReplacing] = useState(false);
  const samples = methods?.filter(({ isSample }) => isSample) ?? [];

  const isBare = methods?.length === 0 && currency === undefined;
  const method = methods?.find(({ id }) => id === open);
  if (open === 'new' || method) {
    return <MethodForm key={open} method={method} currencies={currencies} onClose={() => setOpen(undefined)} />;
  }
  const add = <AddButton isFilled={samples.length === 0} onPress={() => setOpen('new')} />;
  return (
    <div className="flex flex-col gap-5 p-4 md:p-6">
      <ScreenHead title={t('title')} lede={t('lede')}>
        <RowMenu label={t('admin.common:moreFor', { of: t('title') })}>
          <MenuAct text={t('seed')} onPress={() => setPendingAction({ action: { kind: 'seed' }, name: '' })} />
        </RowMenu>
        {!isBare && add}
      </ScreenHead>
      <ApprovalSlot kinds={['address']} />
      {samples.length > 0 && (
        <Note
          tone="warning"
          action={<Button text={t('replace.open')} size="small" variant="filled" onClick={() => setReplacing(true)} />}
        >
          {t('replace.note', { shown: formatNumber(samples.length) })}
        </Note>
      )}
      {isReplacing && <ReplaceSamples samples={samples} onClose={() => setReplacing(false)} />}
      <ListTools isBare={isBare} className="contents">
        <FilterChips
          single
          staying
          label={t('filter')}
          options={[
            { value: allCurrencies, text: t('allCurrencies') },
            ...currencies.map(({ code }) => ({ value: code, text: code })).toSorted(byCode),
          ]}
          chosen={[currency ?? allCurrencies]}
          onChange={([code]) => setCurrency(code === allCurrencies ? undefined : code)}
        />
      </ListTools>
      {error && <AdminProblem error={error} title={t('failed.fetch')} onRetry={() => void refetch()} />}
      {methods ? (
        methods.length > 0 ? (
          <MethodList methods={methods} onEdit={({ id }) => setOpen(id)} onAsk={setPendingAction} />
        ) : (
          <NoMethods isNarrowed={currency !== undefined} add={add} onClear={() => setCurrency(undefined)} />
        )
      ) : (
        !error && <Skeleton line="h-64 rounded-card" />
      )}
      {pendingAction && <MethodActionDialog {...pendingAction} onClose={() => setPendingAction(undefined)} />}
    </div>
  );
}

function AddButton({ isFilled, onPress }: { isFilled: boolean; onPress: () => void }) {
  const { t } = useTranslation('payment-methods.admin');
  return (
    <Button
      size="small"
      variant={isFilled ? 'filled' : 'outline'}
      icon={<Plus className="size-4" strokeWidth={2} />}
      aria-label={t('add')}
      onClick={onPress}
    >
      {/* On a phone the long name would take a row of its own. */}
      <span className="max-sm:hidden">{t('add')}</span>
      <span className="sm:hidden">{t('addShort')}</span>
    </Button>
  );
}

/** The chip of no filter. */
const allCurrencies = 'all';

/** The order in which the list below has them. */
const byCode = (a: { text: string }, b: { text: string }) => a.text.localeCompare(b.text, 'en');

interface NoMethodsProps {
  /** True where the accounts of one currency are shown. */
  isNarrowed: boolean;
  add: ReactNode;
  onClear: () => void;
}

function NoMethods({ isNarrowed, add, onClear }: NoMethodsProps) {
  const { t } = useTranslation('payment-methods.admin');
  return isNarrowed ? (
    <NothingFound onClear={onClear} />
  ) : (
    <EmptyList Icon={Landmark} text={t('noneText')} action={add} />
  );
}

/** The account that the address opens, `new` for a new one: Back leads to the list, a reload to the same account. */
function useOpenMethod() {
  const [search, setSearch] = useSearchParams();
  const setOpen = useCallback(
    (method: string | undefined) =>
      setSearch((params) => withParams(params, { method }), { preventScrollReset: false }),
    [setSearch],
  );
  return [search.get('method') ?? undefined, setOpen] as const;
}

interface MethodListProps {
  methods: readonly AdminPaymentMethod[];
  onEdit: (method: AdminPaymentMethod) => void;
  onAsk: (pending: PendingAction) => void;
}

/** The accounts in the order customers see them. */
function MethodList({ methods, onEdit, onAsk }: MethodListProps) {
  const { t } = useTranslation('payment-methods.admin');
  // If all accounts are samples, the line above says so; otherwise the rows show which are.
  const areSamples = methods.every(({ isSample }) => isSample);
  const name = (method: AdminPaymentMethod) => <Name method={method} isQuiet={areSamples} />;
  const state = (method: AdminPaymentMethod) => <MethodState method={method} onAsk={onAsk} />;
  const actions = (method: AdminPaymentMethod) => (
    <RowActions method={method} onAsk={onAsk} onEdit={() => onEdit(method)} />
  );
  const columns: Column<AdminPaymentMethod>[] = [
    { id: 'currency', header: t('currency'), cell: (method) => <MethodPlace method={method} /> },
    { id: 'name', header: t('displayName'), cell: name },
    { id: 'type', header: t('type'), cell: ({ type }) => t(`types.${type}`) },
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
        <div className="flex flex-col">
          <span className="flex items-start justify-between gap-3">
            {name(method)}
            <MethodPlace method={method} />
          </span>
          <span className="-me-3 -mb-2 flex flex-wrap items-center gap-x-3">
            <span className="min-w-0 flex-1 basis-24 text-xs text-muted">{t(`types.${method.type}`)}</span>
            {state(method)}
            {actions(method)}
          </span>
        </div>
      )}
    />
  );
}

function MethodPlace({ method: { currency, country } }: { method: AdminPaymentMethod }) {
  return (
    <span className="whitespace-nowrap">
      <span className="font-medium">{currency}</span> <span className="text-muted">{country}</span>
    </span>
  );
}

/** Lines by which a statement identifies an account: four digits in a row, or an address of a wallet. */
const isNumber = (text: string) => /(?:\d[ -]?){4}|@/.test(text);

/** The last digits of a number, not a mark between them; an address of a wallet stays. */
const withoutSeparators = (text: string) => (text.includes('@') ? text : text.replaceAll(/[ -]/g, ''));

function Name({ method, isQuiet }: { method: AdminPaymentMethod; isQuiet: boolean }) {
  const { displayName, accountDetails, isSample, tampered } = method;
  const { t } = useTranslation(['payment-methods.admin', 'admin.common']);
  return (
    <span className="flex min-w-0 flex-col gap-0.5">
      {/* The mark is shown once, below it. */}
      <span className="font-medium wrap-anywhere">{isSample ? withoutSampleMark(displayName) : displayName}</span>
      <span className="flex flex-wrap gap-x-3 text-xs text-muted">
        {isSample && !isQuiet && <span className="text-pending">{t('admin.common:sample')} ·</span>}
        {Object.entries(accountDetails)
          .filter(([, text]) => isNumber(text))
          .map(([label, text]) => (
            <span key={label}>
              {label} <bdi dir="ltr">{maskedAccount(withoutSeparators(text))}</bdi>
            </span>
          ))}
      </span>
      {tampered && (
        <Note tone="danger" className="mt-1">
          {t('tampered')}
        </Note>
      )}
    </span>
  );
}

type CellProps = Pick<MethodListProps, 'onAsk'> & { method: AdminPaymentMethod };

function MethodState({ method: { id, displayName, isActive }, onAsk }: CellProps) {
  const { t } = useTranslation('payment-methods.admin');
  const toggle = (isOn: boolean) =>
    onAsk({ action: { kind: 'change', id, body: { isActive: isOn } }, name: displayName });
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
  const { t } = useTranslation(['payment-methods.admin', 'admin.common']);
  return (
    <span className="inline-flex items-center">
      <IconButton label={t('edit', { name: displayName })} onClick={onEdit}>
        <Pencil className="size-4" />
      </IconButton>
      <RowMenu label={t('admin.common:moreFor', { of: displayName })}>
        <MenuAct
          text={t('delete', { name: displayName })}
          onPress={() => onAsk({ action: { kind: 'delete', id }, name: displayName })}
        />
      </RowMenu>
    </span>
  );
}
