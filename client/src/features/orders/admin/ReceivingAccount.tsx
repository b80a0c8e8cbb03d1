import { useTranslation } from 'react-i18next';
import type { OpenOrder } from './orders.admin.queries.ts';

/** The account that should have received the money of an exchange: its statement is checked before paying out. */
export function ReceivingAccount({ order }: { order: OpenOrder }) {
  const { t } = useTranslation('orders.admin');
  const { paymentInstructions: shown, receivingAccountId } = order;
  if (shown.length === 0) return null;
  const chosen = shown.filter(({ id }) => id === receivingAccountId);
  return (
    <section aria-labelledby="order-received-on" className="flex flex-col gap-2 text-sm">
      <h3 id="order-received-on" className="text-sm">
        {t('account.title')}
      </h3>
      <p className="text-xs text-muted">{chosen.length > 0 ? t('account.chosen') : t('account.unknown')}</p>
      {(chosen.length > 0 ? chosen : shown).map(({ id, displayName, accountDetails }) => (
        <div key={id} className="card px-3 py-2">
          <p className="font-medium wrap-anywhere">{displayName}</p>
          <dl>
            {Object.entries(accountDetails).map(([label, text]) => (
              <div key={label} className="flex justify-between gap-4">
                <dt className="text-muted">{label}</dt>
                <dd className="text-end wrap-anywhere">
                  <bdi dir="auto">{text}</bdi>
                </dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
    </section>
  );
}
