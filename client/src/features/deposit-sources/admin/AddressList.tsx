import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCrypto } from '#client/lib/format/format.ts';
import { useMay } from '#client/lib/session/permissions.ts';
import { shortAddress } from '#client/ui/data/AddressBlock.tsx';
import { Pagination } from '#client/ui/data/Pagination.tsx';
import { Table, type Column } from '#client/ui/data/Table.tsx';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { SearchBox } from '#client/ui/form/SearchBox.tsx';
import { coinById } from '#shared/reference/coins.ts';
import { maxLinkLength } from '#shared/reference/search-lengths.ts';
import {
  ownAddressesQuery,
  useAddressCheck,
  type DepositSource,
  type OwnAddress,
} from '../deposit-sources.admin.queries.ts';

const pageSize = 20;

/** The tag, if it distinguishes deposits, else the address. */
const nameOf = (row: OwnAddress) => (
  <bdi dir="ltr" className="font-mono" title={row.address}>
    {row.tag ?? shortAddress(row.address)}
  </bdi>
);

/** The addresses of a source by index, with their transfers and customers. */
export function AddressList({ source }: { source: DepositSource }) {
  const { t } = useTranslation('deposit-sources.admin');
  const mayCheck = useMay()('orders.decide');
  const [page, setPage] = useState(1);
  const [search, setSearch] = useState('');
  const { data, error, refetch } = useQuery(ownAddressesQuery(source.id, page, search));
  const addressCheck = useAddressCheck();
  const stateOf = ({ state, tampered }: OwnAddress) =>
    tampered ? <span className="text-rejected">{t('forgedAddress')}</span> : t(`count.${state}`);
  // Customers pay an address long after its watch has ended.
  const checkButton = (row: OwnAddress) => (
    <Button
      text={t('check.now')}
      aria-label={`${t('check.now')}: ${row.tag ?? shortAddress(row.address)}`}
      size="small"
      busy={addressCheck.isPending && addressCheck.variables.addressId === row.id}
      onClick={() => addressCheck.mutate({ id: source.id, addressId: row.id })}
    />
  );
  const columns: Column<OwnAddress>[] = [
    { id: 'index', header: t('column.index'), end: true, cell: ({ index }) => index },
    { id: 'address', header: t('column.address'), cell: nameOf },
    { id: 'state', header: t('column.state'), cell: stateOf },
    { id: 'received', header: t('column.received'), end: true, cell: coinsOf('received') },
    { id: 'balance', header: t('column.balance'), end: true, cell: coinsOf('balance') },
    { id: 'sale', header: t('column.sale'), cell: ({ lease }) => lease?.reference ?? '' },
    ...(mayCheck ? [{ id: 'check', header: t('column.check'), cell: checkButton }] : []),
  ];
  return (
    <div className="flex flex-col gap-3">
      <div className="max-w-md">
        <SearchBox
          id={`search-${source.id}`}
          label={t('search')}
          maxLength={maxLinkLength}
          value={search}
          onChange={(text) => {
            setSearch(text);
            setPage(1);
          }}
        />
      </div>
      {error && <AdminProblem error={error} title={t('failed')} onRetry={() => void refetch()} />}
      <CheckOutcome {...addressCheck} />
      {data && (
        <>
          <Table
            dense
            caption={t('addresses')}
            columns={columns}
            rows={data.items}
            rowKey={({ id }) => id}
            card={(row) => (
              <div className="flex flex-wrap justify-between gap-x-3 text-sm">
                {nameOf(row)}
                <span className="text-muted">{stateOf(row)}</span>
                <span>{row.lease?.reference}</span>
                <span className="figures">{coinsOf('balance')(row) || coinsOf('received')(row)}</span>
                {mayCheck && checkButton(row)}
              </div>
            )}
          />
          <Pagination page={page} pageSize={pageSize} total={data.total} onPage={setPage} />
        </>
      )}
    </div>
  );
}

const coinsOf =
  (name: 'received' | 'balance') =>
  ({ coins }: OwnAddress) =>
    coins
      .flatMap(({ cryptoId, [name]: amount }) =>
        amount === null ? [] : formatCrypto(amount, coinById(cryptoId)?.symbol ?? cryptoId),
      )
      .join(', ');

/** The chain's answer about the last checked address. */
function CheckOutcome({ data, error }: Pick<ReturnType<typeof useAddressCheck>, 'data' | 'error'>) {
  const { t } = useTranslation('deposit-sources.admin');
  // Null where the source of the chain did not answer.
  const outcome = data && (data.found === null ? 'failed' : data.found > 0 ? 'new' : 'nothing');
  return (
    <div aria-live="polite">
      {error && <AdminProblem error={error} title={t('check.failed')} />}
      {outcome && <Note tone={outcome === 'failed' ? 'warning' : 'info'}>{t(`check.${outcome}`)}</Note>}
    </div>
  );
}
