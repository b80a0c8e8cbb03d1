import { useQuery } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, Banknote, Pencil, Plus, Sprout } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { adminCurrenciesQuery } from '#client/features/payment-methods/admin/payment-methods.admin.queries.ts';
import { formatNumber } from '#client/lib/format/format.ts';
import { formatList } from '#client/lib/format/list.ts';
import { Table, type Column } from '#client/ui/data/Table.tsx';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { EmptyList } from '#client/ui/feedback/EmptyList.tsx';
import { Skeleton } from '#client/ui/feedback/Skeleton.tsx';
import { toast } from '#client/ui/feedback/toast.ts';
import { Button, IconButton } from '#client/ui/form/Button.tsx';
import { Switch } from '#client/ui/form/Switch.tsx';
import { OtherActs } from '#client/ui/layout/admin/OtherActs.tsx';
import { ScreenHead } from '#client/ui/layout/admin/ScreenHead.tsx';
import { ContractDialog, shown } from '#client/ui/overlay/ContractDialog.tsx';
import { MenuAct, RowMenu } from '#client/ui/overlay/RowActs.tsx';
import { deleteFiatCurrency, seedFiatCurrencies } from '#shared/fiat-exchange/fiat-exchange.currencies.contract.ts';
import { defaultCurrencies } from '#shared/fiat-exchange/fiat-exchange.rules.ts';
import { CurrencyDialog } from './CurrencyDialog.tsx';
import {
  adminRatesQuery,
  fiatExchangeRoutes,
  useOrderCurrencies,
  useSwitchCurrency,
  type AdminCurrency,
} from './fiat-exchange.admin.queries.ts';

/** The tab of exchange currencies: their order, their switch, and the seed of the default ones. */
export function FiatCurrencies() {
  const { t } = useTranslation(['fiat-exchange.admin', 'common', 'admin.common']);
  const { data: currencies, error, refetch } = useQuery(adminCurrenciesQuery);
  const [open, setOpen] = useState<'add' | 'seed' | AdminCurrency>();
  const close = () => setOpen(undefined);
  const isBare = currencies?.length === 0;
  const lacking = currencies ? lackingOf(currencies) : [];
  const addButton = (
    <Button
      size="small"
      variant="filled"
      icon={<Plus className="size-4" strokeWidth={2} />}
      onClick={() => setOpen('add')}
    >
      {t('currencies.add')}
    </Button>
  );
  return (
    <div className="flex flex-col gap-5 p-4 md:p-6">
      <ScreenHead title={t('currencies.title')} lede={t('currencies.lede')}>
        {lacking.length > 0 ? (
          <OtherActs
            of={t('currencies.title')}
            acts={[
              {
                id: 'seed',
                text: t('currencies.seedOf', { codes: formatList(lacking) }),
                icon: <Sprout className="size-4" strokeWidth={2} />,
                onPress: () => setOpen('seed'),
              },
            ]}
          />
        ) : (
          currencies && (
            <RowMenu label={t('admin.common:moreFor', { of: t('currencies.title') })}>
              <MenuAct text={t('currencies.seed')} onPress={() => setOpen('seed')} />
            </RowMenu>
          )
        )}
        {!isBare && addButton}
      </ScreenHead>
      {error && <AdminProblem error={error} title={t('currencies.failed.fetch')} onRetry={() => void refetch()} />}
      {currencies ? (
        currencies.length > 0 ? (
          <CurrencyTable currencies={currencies} onEdit={setOpen} />
        ) : (
          <EmptyList Icon={Banknote} text={t('currencies.noneText')} action={addButton} />
        )
      ) : (
        !error && <Skeleton line="h-48 rounded-card" />
      )}
      {open === 'seed' && <SeedDialog currencies={currencies ?? []} onClose={close} />}
      {open === 'add' && <CurrencyDialog nextOrder={(currencies?.length ?? 0) + 1} onClose={close} />}
      {typeof open === 'object' && <CurrencyDialog currency={open} nextOrder={open.sortOrder} onClose={close} />}
    </div>
  );
}

/** The default currencies that are missing. */
const lackingOf = (currencies: readonly AdminCurrency[]) =>
  defaultCurrencies.filter((code) => !currencies.some((currency) => currency.code === code));

/** Shows the currencies that the seed will add. */
function SeedDialog({ currencies, onClose }: { currencies: readonly AdminCurrency[]; onClose: () => void }) {
  const { t } = useTranslation('fiat-exchange.admin');
  const missingDefaultCurrencies = lackingOf(currencies);
  const seed = shown(seedFiatCurrencies, {
    label: t('currencies.seedAsk'),
    confirm: t('currencies.seed'),
    children: (
      <>
        <p>{t('currencies.seedText', { all: formatList(defaultCurrencies) })}</p>
        <p className="font-medium">
          {missingDefaultCurrencies.length > 0
            ? t('currencies.seedAdds', { codes: formatList(missingDefaultCurrencies) })
            : t('currencies.seedNothing')}
        </p>
      </>
    ),
    onDone: () => toast({ title: t('currencies.seeded') }),
  });
  return (
    <ContractDialog
      action={seed}
      row={{}}
      failed={t('currencies.failed.seed')}
      reads={fiatExchangeRoutes}
      onClose={onClose}
    />
  );
}

/** The currencies in the order customers see them. */
function CurrencyTable(props: { currencies: readonly AdminCurrency[]; onEdit: (currency: AdminCurrency) => void }) {
  const { currencies, onEdit } = props;
  const { t } = useTranslation('fiat-exchange.admin');
  const { data: rates } = useQuery(adminRatesQuery);
  const order = useOrderCurrencies();
  const move = (index: number, step: -1 | 1) => {
    const next = [...currencies];
    const [movedCurrency] = next.splice(index, 1);
    if (movedCurrency) next.splice(index + step, 0, movedCurrency);
    order.mutate(next);
  };
  const place = (currency: AdminCurrency) => {
    const index = currencies.indexOf(currency);
    const mayMove = (step: -1 | 1) => !order.isPending && currencies[index + step] !== undefined;
    return <ReorderButtons code={currency.code} index={index} mayMove={mayMove} move={(step) => move(index, step)} />;
  };
  // The exchanges that end when it is switched off.
  const ratesOf = ({ code }: AdminCurrency) =>
    rates &&
    formatNumber(rates.filter(({ fromCurrency, toCurrency }) => [fromCurrency, toCurrency].includes(code)).length);
  const actions = (currency: AdminCurrency) => <RowActions currency={currency} onEdit={() => onEdit(currency)} />;
  const columns: Column<AdminCurrency>[] = [
    { id: 'order', header: t('currencies.order'), cell: place },
    { id: 'code', header: t('currencies.code'), cell: ({ code }) => <span className="font-medium">{code}</span> },
    { id: 'name', header: t('currencies.name'), cell: ({ name }) => name },
    { id: 'symbol', header: t('currencies.symbol'), cell: ({ symbol }) => <bdi>{symbol}</bdi> },
    { id: 'rates', header: t('currencies.rates'), end: true, cell: ratesOf },
    { id: 'active', header: t('state'), cell: (currency) => <ActiveSwitch currency={currency} /> },
    { id: 'actions', header: <span className="sr-only">{t('actions')}</span>, end: true, cell: actions },
  ];
  return (
    <div className="flex flex-col gap-3">
      {order.error && <AdminProblem error={order.error} title={t('currencies.failed.update')} />}
      <Table
        dense
        caption={t('currencies.title')}
        columns={columns}
        rows={currencies}
        rowKey={({ id }) => id}
        card={(currency) => (
          <div className="flex flex-col">
            <span className="flex items-center justify-between gap-3">
              <span className="min-w-0">
                <span className="font-medium">{currency.code}</span> {currency.name} <bdi>({currency.symbol})</bdi>
              </span>
              <ActiveSwitch currency={currency} />
            </span>
            <span className="-mb-2 flex flex-wrap items-center justify-between gap-x-3">
              {place(currency)}
              <span className="ms-auto text-xs text-muted">
                {t('currencies.rates')} {ratesOf(currency)}
              </span>
              <span className="-me-3">{actions(currency)}</span>
            </span>
          </div>
        )}
      />
    </div>
  );
}

interface ReorderButtonsProps {
  code: string;
  index: number;
  mayMove: (by: -1 | 1) => boolean;
  move: (by: -1 | 1) => void;
}

/** Buttons move a currency up and down, by keyboard and touch alike. */
function ReorderButtons({ code, index, mayMove, move }: ReorderButtonsProps) {
  const { t } = useTranslation('fiat-exchange.admin');
  const directions = [
    { by: -1, label: t('currencies.up', { code }), Icon: ArrowUp },
    { by: 1, label: t('currencies.down', { code }), Icon: ArrowDown },
  ] as const;
  return (
    <span className="inline-flex items-center">
      <span className="w-6 text-muted figures">{index + 1}</span>
      {directions.map(({ by, label, Icon }) => (
        <IconButton
          key={by}
          label={label}
          aria-disabled={!mayMove(by) || undefined}
          onClick={() => mayMove(by) && move(by)}
        >
          <Icon className="size-4" />
        </IconButton>
      ))}
    </span>
  );
}

function ActiveSwitch({ currency: { id, code, isActive } }: { currency: AdminCurrency }) {
  const { t } = useTranslation('fiat-exchange.admin');
  const change = useSwitchCurrency(id);
  return (
    <span className="flex flex-col gap-1">
      <Switch
        label={t('currencies.switch', { code })}
        stateText={t(isActive ? 'active' : 'inactive')}
        on={isActive}
        busy={change.isPending}
        onChange={change.mutate}
      />
      {change.error && <AdminProblem error={change.error} title={t('currencies.failed.update')} />}
    </span>
  );
}

function RowActions({ currency: { id, code }, onEdit }: { currency: AdminCurrency; onEdit: () => void }) {
  const { t } = useTranslation(['fiat-exchange.admin', 'admin.common']);
  const [isAsking, setAsking] = useState(false);
  const remove = shown(deleteFiatCurrency, {
    label: t('currencies.deleteAsk', { code }),
    confirm: t('currencies.deleteYes', { code }),
    danger: true,
    children: <p>{t('currencies.deleteText')}</p>,
    onDone: () => toast({ title: t('currencies.deleted') }),
  });
  return (
    <span className="inline-flex items-center">
      <IconButton label={t('currencies.edit', { code })} onClick={onEdit}>
        <Pencil className="size-4" />
      </IconButton>
      <RowMenu label={t('admin.common:moreFor', { of: code })}>
        <MenuAct text={t('currencies.delete', { code })} onPress={() => setAsking(true)} />
      </RowMenu>
      {isAsking && (
        <ContractDialog
          action={remove}
          row={{ id }}
          failed={t('currencies.failed.delete')}
          reads={fiatExchangeRoutes}
          onClose={() => setAsking(false)}
        />
      )}
    </span>
  );
}
