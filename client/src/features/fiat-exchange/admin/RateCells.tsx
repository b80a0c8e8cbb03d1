import { Pencil, Trash2, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatChange, formatRate } from '#client/lib/format/format.ts';
import { Time } from '#client/ui/data/Money.tsx';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { toast } from '#client/ui/feedback/toast.ts';
import { IconButton } from '#client/ui/form/Button.tsx';
import { Switch } from '#client/ui/form/Switch.tsx';
import { Select } from '#client/ui/form/TextInput.tsx';
import { ConfirmDialog } from '#client/ui/overlay/ConfirmDialog.tsx';
import { isAlarming } from '#shared/fiat-exchange/fiat-exchange.rules.ts';
import { decimal } from '#shared/kernel/money.ts';
import { EditRate, FollowMarket } from './EditRate.tsx';
import { useChangeRate, useDeleteRate, type AdminRate } from './fiat-exchange.admin.queries.ts';

interface RateCellProps {
  rate: AdminRate;
  inverse: AdminRate | undefined;
  editing: boolean;
  onClose: () => void;
}

/** The rate with its inverse, and a warning where the two do not fit together; or the field that changes it. */
export function RateCell({ rate, inverse, editing, onClose }: RateCellProps) {
  const { t } = useTranslation('fiat-exchange.admin');
  const { fromCurrency, toCurrency, exchangeRate, inverseGapPercent: gap } = rate;
  const { marketPercent, expiresAt } = rate;
  if (editing) return <SetRate rate={rate} onClose={onClose} />;
  return (
    <span className="flex flex-col items-start">
      <bdi dir="ltr" className="figures">
        {formatRate(fromCurrency, toCurrency, exchangeRate, { exact: true })}
      </bdi>
      {inverse && (
        <bdi dir="ltr" className="text-xs text-muted figures">
          {formatRate(toCurrency, fromCurrency, inverse.exchangeRate, { exact: true })}
        </bdi>
      )}
      {marketPercent !== null && (
        <span className="text-xs text-muted">{t('rates.follows', { percent: formatChange(marketPercent) })}</span>
      )}
      {expiresAt && (
        <span className={`text-xs ${isOver(expiresAt) ? 'text-rejected' : 'text-muted'}`}>
          {isOver(expiresAt) ? t('rates.ended') : t('rates.ends')} <Time at={expiresAt} shape="relative" />
        </span>
      )}
      {gap !== null && isSuspicious(gap) && (
        <span className="mt-0.5 flex items-start gap-1 text-xs text-pending">
          <TriangleAlert aria-hidden="true" className="mt-px size-3.5 shrink-0" strokeWidth={2} />
          {t(gap > 0 ? 'rates.gains' : 'rates.gap', { percent: formatChange(gap) })}
        </span>
      )}
    </span>
  );
}

const isOver = (at: string) => Date.parse(at) <= Date.now();

/** A typed rate, or one that follows the market. */
function SetRate({ rate, onClose }: { rate: AdminRate; onClose: () => void }) {
  const { t } = useTranslation('fiat-exchange.admin');
  const [follows, setFollows] = useState(rate.marketPercent !== null);
  const Fields = follows ? FollowMarket : EditRate;
  return (
    <div className="flex flex-col gap-2">
      <Select
        label={t('rates.source')}
        value={follows ? 'market' : 'typed'}
        onChange={({ target }) => setFollows(target.value === 'market')}
        className="max-w-md"
      >
        <option value="typed">{t('rates.typed')}</option>
        <option value="market">{t('rates.market')}</option>
      </Select>
      <Fields rate={rate} onClose={onClose} />
    </div>
  );
}

/** Beyond 5 % it is most likely a typing error; above zero, customers gain by exchanging there and back. */
function isSuspicious(gap: number): boolean {
  return gap > 0 || isAlarming(decimal(String(gap)));
}

/** Quoted to customers or not. */
export function RateSwitch({ rate: { id, isActive, fromCurrency, toCurrency } }: { rate: AdminRate }) {
  const { t } = useTranslation('fiat-exchange.admin');
  const change = useChangeRate(id);
  return (
    <span className="flex flex-col gap-1">
      <Switch
        label={t('rates.switch', { pair: `${fromCurrency} → ${toCurrency}` })}
        stateText={t(isActive ? 'active' : 'inactive')}
        on={isActive}
        busy={change.isPending}
        onChange={(on) => change.mutate({ isActive: on })}
      />
      {change.error && <AdminProblem error={change.error} title={t('rates.failed.status')} />}
    </span>
  );
}

/** Change in place, or delete after being asked. */
export function RateActions({ rate, onEdit }: { rate: AdminRate; onEdit: () => void }) {
  const { t } = useTranslation('fiat-exchange.admin');
  const [asking, setAsking] = useState(false);
  const remove = useDeleteRate();
  const pair = `${rate.fromCurrency} → ${rate.toCurrency}`;
  const confirm = () =>
    remove.mutate(rate.id, {
      onSuccess: () => toast({ title: t('rates.deleted'), tone: 'done' }),
    });
  return (
    <span className="inline-flex">
      <IconButton label={t('rates.edit', { pair })} onClick={onEdit}>
        <Pencil className="size-4" strokeWidth={1.75} />
      </IconButton>
      <IconButton label={t('rates.delete', { pair })} onClick={() => setAsking(true)}>
        <Trash2 className="size-4" strokeWidth={1.75} />
      </IconButton>
      {asking && (
        <ConfirmDialog
          danger
          title={t('rates.deleteAsk', { pair })}
          confirm={t('rates.deleteYes', { pair })}
          busy={remove.isPending}
          error={remove.error}
          failed={t('rates.failed.delete')}
          onConfirm={confirm}
          onClose={() => setAsking(false)}
        >
          <p>{t('rates.deleteText')}</p>
        </ConfirmDialog>
      )}
    </span>
  );
}
