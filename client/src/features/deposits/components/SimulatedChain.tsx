import { useQuery } from '@tanstack/react-query';
import { FlaskConical } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsMe, useMay } from '#client/lib/session/permissions.ts';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { Select } from '#client/ui/form/TextInput.tsx';
import type { Api } from '#shared/api.ts';
import { isOpen } from '#shared/orders/orders.lifecycle.ts';
import { usePlayTransfer, verdictQuery, type Play } from '../deposits.queries.ts';

const transfers = ['exact', 'less', 'late', 'wrong_token', 'reorganised'] as const satisfies readonly Play[];

type AdminOrder = Api['GET /api/admin/transactions']['output'][number];

/** Simulates a transfer of the customer if the chain is in memory; marked, because nothing of it is real. */
export function SimulatedChain({ order }: { order: AdminOrder }) {
  const { t } = useTranslation('deposits.admin');
  const { data: verdict } = useQuery({ ...verdictQuery(order), enabled: order.type === 'sell' });
  const [chosenTransfer, setChosenTransfer] = useState<(typeof transfers)[number]>('exact');
  const play = usePlayTransfer(order);
  const may = useMay();
  const isMe = useIsMe();
  if (verdict?.source !== 'simulated' || !isOpen(order)) return null;
  if (!may('orders.decide') || isMe(order.userId)) return null;
  return (
    <details className="mx-4 my-3 rounded-control border border-dashed border-pending/60 px-3 text-sm">
      <summary className="flex min-h-9 cursor-pointer items-center gap-1.5 font-medium text-pending pointer-coarse:min-h-11">
        <FlaskConical aria-hidden="true" className="size-4 shrink-0" strokeWidth={2} />
        {t('play.title')}
      </summary>
      <div className="flex flex-col gap-2 pb-2">
        <p className="text-xs text-muted">{t('play.lede')}</p>
        <Select
          label={t('play.what')}
          value={chosenTransfer}
          onValue={(value) => setChosenTransfer(transfers.find((transfer) => transfer === value) ?? 'exact')}
          options={transfers.map((transfer) => [transfer, t(`play.${transfer}`)])}
        />
        <div className="flex flex-wrap gap-2">
          <Button size="small" busy={play.isPending} onClick={() => play.mutate(chosenTransfer)}>
            {t('play.go')}
          </Button>
          <Button text={t('play.block')} size="small" disabled={play.isPending} onClick={() => play.mutate('block')} />
        </div>
        {play.error && <AdminProblem error={play.error} title={t('play.failed')} />}
      </div>
    </details>
  );
}
