import { useQuery } from '@tanstack/react-query';
import { WalletCards } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { EmptyList } from '#client/ui/feedback/EmptyList.tsx';
import { Skeleton } from '#client/ui/feedback/Skeleton.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { OtherActs } from '#client/ui/layout/admin/OtherActs.tsx';
import { ScreenHead } from '#client/ui/layout/admin/ScreenHead.tsx';
import { ApprovalSlot } from '#client/ui/layout/ApprovalSlot.tsx';
import { sourcesQuery } from '../deposit-sources.admin.queries.ts';
import { SourceCard } from './SourceCard.tsx';
import { KeyDialog, PoolDialog, TagsDialog } from './SourceDialog.tsx';

const otherKinds = ['pool', 'tags'] as const;

/** Addresses of one's own key never run out: the usual choice, and the first one of all. */
const firstKind = 'xpub';

/** How coins are received: at addresses of one sale each instead of one shared address. */
export function DepositSourcesPage() {
  const { t } = useTranslation('deposit-sources.admin');
  const { data: sources, error, refetch } = useQuery(sourcesQuery);
  const [kindToAdd, setKindToAdd] = useState<typeof firstKind | (typeof otherKinds)[number]>();
  const close = () => setKindToAdd(undefined);
  const isBare = sources?.length === 0;
  return (
    <div className="flex flex-col gap-6 p-4 md:p-6">
      <ScreenHead title={t('title')} lede={t('lede')}>
        <OtherActs
          of={t('title')}
          acts={otherKinds.map((kind) => ({
            id: kind,
            text: t(`add.${kind}`),
            onPress: () => setKindToAdd(kind),
          }))}
        />
        {sources && !isBare && (
          <Button text={t(`add.${firstKind}`)} size="small" variant="filled" onClick={() => setKindToAdd(firstKind)} />
        )}
      </ScreenHead>
      <ApprovalSlot kinds={['address']} />
      {error && <AdminProblem error={error} title={t('failed')} onRetry={() => void refetch()} />}
      {isBare && (
        <EmptyList
          Icon={WalletCards}
          text={t('none')}
          action={<Button text={t(`add.${firstKind}`)} variant="filled" onClick={() => setKindToAdd(firstKind)} />}
        />
      )}
      {sources?.map((source) => (
        <SourceCard key={source.id} source={source} />
      ))}
      {!sources && !error && <Skeleton line="h-64 rounded-card" />}
      {kindToAdd === 'xpub' && <KeyDialog onClose={close} />}
      {kindToAdd === 'pool' && <PoolDialog onClose={close} />}
      {kindToAdd === 'tags' && <TagsDialog onClose={close} />}
    </div>
  );
}
