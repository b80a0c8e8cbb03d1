import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Time } from '#client/ui/data/Money.tsx';
import { AdminProblem } from '#client/ui/feedback/AdminProblem.tsx';
import { parseAccount } from '#shared/book/book.accounts.ts';
import { orderBookQuery } from '../books.queries.ts';
import { sentenceOf } from './books.sentences.ts';
import { accountTextOf } from './books.text.ts';
import { UnitAmount } from './UnitAmount.tsx';

/** The money of an order: a line for each account that holds some of it, and how it got there. */
export function OrderBook({ orderId }: { orderId: string }) {
  const { t } = useTranslation('books.admin');
  const accountText = accountTextOf(t);
  const { data, error, refetch } = useQuery(orderBookQuery(orderId));
  if (error) return <AdminProblem error={error} title={t('failed.load')} onRetry={() => void refetch()} />;
  // An order without any arrived coins has no line in the book yet.
  if (!data || data.entries.length === 0) return null;
  return (
    <section aria-labelledby="order-book" className="flex flex-col gap-2 text-sm">
      <h3 id="order-book" className="text-sm">
        {t('order.title')}
      </h3>
      {data.accounts.length === 0 ? (
        <p className="text-muted">{t('order.nothing')}</p>
      ) : (
        <ul className="card divide-y divide-line">
          {data.accounts.map(({ account, unit, amount }) => (
            <li key={`${account} ${unit}`} className="flex flex-wrap justify-between gap-x-4 px-3 py-2">
              <span>{accountText(parseAccount(account)?.kind ?? account)}</span>
              <UnitAmount amount={amount} unit={unit} className="font-semibold" />
            </li>
          ))}
        </ul>
      )}
      <details>
        <summary className="cursor-pointer py-1 text-link pointer-coarse:py-3">{t('order.entries')}</summary>
        <ol className="mt-1 flex flex-col gap-2.5">
          {data.entries.map((entry) => (
            <li key={entry.id} className="flex flex-col">
              <span className="wrap-anywhere">
                {entry.reversalOf
                  ? t('undoing', { sentence: sentenceOf(entry, t, accountText) })
                  : sentenceOf(entry, t, accountText)}
              </span>
              <span className="text-xs text-muted">
                <Time at={entry.at} /> · {entry.actor?.name ?? t('byItself')}
              </span>
            </li>
          ))}
        </ol>
      </details>
    </section>
  );
}
