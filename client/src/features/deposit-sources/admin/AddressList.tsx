import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCrypto } from '#client/lib/format/format.ts';
import { shortAddress } from '#client/ui/data/AddressBlock.tsx';
import { Pagination } from '#client/ui/data/Pagination.tsx';
import { Table, type Column } from '#client/ui/data/Table.tsx';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { SearchBox } from '#client/ui/form/SearchBox.tsx';
import { coinById } from '#shared/reference/coins.ts';
import { ownAddressesQuery, type DepositSource, type OwnAddress } from '../deposit-sources.admin.queries.ts';

const pageSize = 20;

/** The addresses of a source by index, with what came in and whose they are. */
export function AddressList({ source }: { source: DepositSource }) {
  const { t } = useTranslation('deposit-sources.admin');
  const [page, setPage] = useState(1);
  const [search, setSearch] = useState('');
  const { data, error, refetch } = useQuery(ownAddressesQuery(source.id, page, search));
  const address = (row: OwnAddress) => (
    <bdi dir="ltr" className="font-mono" title={row.address}>
      {row.tag ?? shortAddress(row.address)}
    </bdi>
  );
  const columns: Column<OwnAddress>[] = [
    { id: 'index', header: t('column.index'), end: true, cell: ({ index }) => index },
    { id: 'address', header: t('column.address'), cell: address },
    { id: 'state', header: t('column.state'), cell: ({ state }) => t(`count.${state}`) },
    { id: 'received', header: t('column.received'), end: true, cell: coinsOf('received') },
    { id: 'balance', header: t('column.balance'), end: true, cell: coinsOf('balance') },
    { id: 'sale', header: t('column.sale'), cell: ({ lease }) => lease?.reference ?? '' },
  ];
  return (
    <div className="flex flex-col gap-3">
      <div className="max-w-md">
        <SearchBox
          id={`search-${source.id}`}
          label={t('search')}
          value={search}
          onChange={(text) => {
            setSearch(text);
            setPage(1);
          }}
        />
      </div>
      {error && <AdminProblem error={error} title={t('failed')} onRetry={() => void refetch()} />}
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
                {address(row)}
                <span className="text-muted">{t(`count.${row.state}`)}</span>
                <span>{row.lease?.reference}</span>
                <span className="figures">{coinsOf('balance')(row) || coinsOf('received')(row)}</span>
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
