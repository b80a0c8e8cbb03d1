import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Plus, WalletCards } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { walletsQuery } from '#client/features/wallets/admin/wallets.admin.queries.ts';
import { formatNumber } from '#client/lib/format/format.ts';
import { CoinIcon } from '#client/ui/data/CoinIcon.tsx';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { EmptyList } from '#client/ui/feedback/EmptyList.tsx';
import { Skeleton } from '#client/ui/feedback/Skeleton.tsx';
import { Button } from '#client/ui/form/Button.tsx';
import { ScreenHead } from '#client/ui/layout/admin/ScreenHead.tsx';
import { ApprovalSlot } from '#client/ui/layout/ApprovalSlot.tsx';
import { Menu, menuItemClasses } from '#client/ui/overlay/Menu.tsx';
import { keyCoins } from '#shared/deposit-sources/deposit-sources.kinds.ts';
import { chainOfCoin } from '#shared/reference/chains.ts';
import { sourcesQuery } from '../deposit-sources.admin.queries.ts';
import { KeyDialog } from './KeyDialog.tsx';
import { SourceCard } from './SourceCard.tsx';
import { PoolDialog, TagsDialog } from './SourceDialog.tsx';

const kinds = ['xpub', 'pool', 'tags'] as const;
type Kind = (typeof kinds)[number];

/** An account key never runs out of addresses, so it is the first choice. */
const firstKind = 'xpub';

/** The page of deposit sources, which give each sale an address of its own instead of the shared one. */
export function DepositSourcesPage() {
  const { t } = useTranslation('deposit-sources.admin');
  const { data: sources, error, refetch } = useQuery(sourcesQuery);
  const [toAdd, setToAdd] = useState<{ kind: Kind; coinId?: string }>();
  const close = () => setToAdd(undefined);
  const isBare = sources?.length === 0;
  return (
    <div className="flex flex-col gap-6 p-4 md:p-6">
      <ScreenHead title={t('title')} lede={t('lede')}>
        <AddMenu
          kinds={isBare ? kinds.filter((kind) => kind !== firstKind) : kinds}
          isFilled={!isBare}
          onAdd={(kind) => setToAdd({ kind })}
        />
      </ScreenHead>
      {/* On a phone the head is for screen readers alone, so this sentence explains the page. */}
      <p aria-hidden="true" className="text-sm text-muted md:hidden">
        {t('lede')}
      </p>
      <ApprovalSlot kinds={['address']} />
      {error && <AdminProblem error={error} title={t('failed')} onRetry={() => void refetch()} />}
      {isBare && (
        <EmptyList
          Icon={WalletCards}
          text={t('none')}
          action={
            <Button text={t(`add.${firstKind}`)} variant="filled" onClick={() => setToAdd({ kind: firstKind })} />
          }
        />
      )}
      {sources?.map((source) => (
        <SourceCard key={source.id} source={source} />
      ))}
      {sources && !isBare && <SharedCoins onAdd={(kind, coinId) => setToAdd({ kind, coinId })} />}
      {!sources && !error && <Skeleton line="h-64 rounded-card" />}
      {toAdd?.kind === 'xpub' && <KeyDialog coinId={toAdd.coinId} onClose={close} />}
      {toAdd?.kind === 'pool' && <PoolDialog coinId={toAdd.coinId} onClose={close} />}
      {toAdd?.kind === 'tags' && <TagsDialog onClose={close} />}
    </div>
  );
}

/** The kind of addresses that a coin can have of its own; undefined for one whose chain the product does not know. */
function kindOf(coinId: string): Kind | undefined {
  if (keyCoins.some((coin) => coin === coinId)) return 'xpub';
  const chain = chainOfCoin(coinId);
  return chain && (chain === 'xrpl' ? 'tags' : 'pool');
}

/** The coins without addresses of their own, each with the button that gives it some; nothing where none is left. */
function SharedCoins({ onAdd }: { onAdd: (kind: Kind, coinId: string) => void }) {
  const { t } = useTranslation('deposit-sources.admin');
  const { data: wallets = [] } = useQuery(walletsQuery);
  const shared = wallets.filter(({ receiving }) => receiving.kind === 'shared');
  if (shared.length === 0) return null;
  return (
    <section className="flex flex-col gap-2" aria-labelledby="shared-coins">
      <h2 id="shared-coins" className="text-base">
        {t('sharedTitle', { shown: formatNumber(shared.length) })}
      </h2>
      <ul className="card divide-y divide-line">
        {shared.map(({ cryptoId, cryptoName, cryptoSymbol, networkType, color }) => (
          <li key={cryptoId} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-1.5 text-sm">
            <CoinIcon symbol={cryptoSymbol} color={color} size="small" />
            <span className="flex min-w-0 flex-1 basis-24 flex-wrap items-baseline gap-x-2">
              <span className="font-medium">{cryptoName}</span>
              <span className="text-xs text-muted">{networkType}</span>
            </span>
            <GiveButton coinId={cryptoId} coin={cryptoName} onAdd={onAdd} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface GiveButtonProps {
  coinId: string;
  coin: string;
  onAdd: (kind: Kind, coinId: string) => void;
}

function GiveButton({ coinId, coin, onAdd }: GiveButtonProps) {
  const { t } = useTranslation('deposit-sources.admin');
  const kind = kindOf(coinId);
  if (!kind) return null;
  return (
    <Button
      text={t(`give.${kind}`)}
      size="small"
      variant="ghost"
      // On a phone it stands below the name of its coin.
      className="-me-2 max-sm:ms-7"
      aria-label={t(`giveTo.${kind}`, { coin })}
      onClick={() => onAdd(kind, coinId)}
    />
  );
}

interface AddMenuProps {
  kinds: readonly Kind[];
  isFilled: boolean;
  onAdd: (kind: Kind) => void;
}

/** One button adds any kind of addresses, each with its difference. */
function AddMenu({ kinds: offeredKinds, isFilled, onAdd }: AddMenuProps) {
  const { t } = useTranslation('deposit-sources.admin');
  return (
    <Menu
      trigger={
        <>
          <Plus aria-hidden="true" className="size-4" strokeWidth={2} /> {t('add.open')}
        </>
      }
      triggerClassName={clsx(
        'inline-flex min-h-9 items-center gap-1.5 rounded-control border px-3 text-sm font-semibold whitespace-nowrap pointer-coarse:min-h-11',
        isFilled
          ? 'border-transparent bg-tide text-on-tide hover:bg-tide-hover focus-visible:outline-ink'
          : 'border-line-strong text-ink hover:border-ink',
      )}
    >
      {offeredKinds.map((kind) => (
        <button
          key={kind}
          type="button"
          aria-label={t(`add.${kind}`)}
          aria-describedby={`about-${kind}`}
          className={menuItemClasses()}
          onClick={() => onAdd(kind)}
        >
          <span className="flex max-w-80 flex-col py-1.5">
            <span className="text-sm font-medium">{t(`add.${kind}`)}</span>
            <span id={`about-${kind}`} className="text-xs text-muted">
              {t(`add.about.${kind}`)}
            </span>
          </span>
        </button>
      ))}
    </Menu>
  );
}
