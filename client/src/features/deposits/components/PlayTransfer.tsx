import { FlaskConical } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsMe, useMay } from '#client/lib/session/permissions.ts';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { Select } from '#client/ui/form/TextInput.tsx';
import type { Api } from '#shared/api.ts';
import { usePlayTransfer, type Play } from '../deposits.queries.ts';

const transfers = ['exact', 'less', 'late', 'wrong_token', 'reorganised'] as const satisfies readonly Play[];

/** Plays what the customer could send, where the chain is transfer in memory; marked, as nothing of it is real. */
export function PlayTransfer({ order }: { order: Api['GET /api/admin/transactions']['output'][number] }) {
  const { t } = useTranslation('deposits.admin');
  const [chosen, setChosen] = useState<(typeof transfers)[number]>('exact');
  const play = usePlayTransfer(order);
  const may = useMay();
  const isMe = useIsMe();
  if (!may('orders.decide') || isMe(order.userId)) return null;
  return (
    <div className="flex flex-col gap-2 rounded-control border border-dashed border-pending/60 px-3 py-2">
      <h3 className="flex items-center gap-1.5 text-sm font-medium tracking-normal text-pending">
        <FlaskConical aria-hidden="true" className="size-4 shrink-0" strokeWidth={2} />
        {t('play.title')}
      </h3>
      <p className="text-xs text-muted">{t('play.lede')}</p>
      <Select
        label={t('play.what')}
        value={chosen}
        onChange={({ target }) => setChosen(transfers.find((transfer) => transfer === target.value) ?? 'exact')}
      >
        {transfers.map((transfer) => (
          <option key={transfer} value={transfer}>
            {t(`play.${transfer}`)}
          </option>
        ))}
      </Select>
      <div className="flex flex-wrap gap-2">
        <Button size="small" variant="tonal" busy={play.isPending} onClick={() => play.mutate(chosen)}>
          {t('play.go')}
        </Button>
        <Button size="small" disabled={play.isPending} onClick={() => play.mutate('block')}>
          {t('play.block')}
        </Button>
      </div>
      {play.error && <AdminProblem error={play.error} title={t('play.failed')} />}
    </div>
  );
}
