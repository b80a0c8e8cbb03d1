import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { decimal, toText, type Decimal } from '#shared/kernel/money.ts';
import { reconciliationQuery, type ManualEntryInput, type Reconciliation } from '../books.queries.ts';
import { amountText, useAccountText } from './books.text.ts';

type Line = ManualEntryInput['lines'][number];

/** The accounts that an entry changes: the amount in this entry, and the balance in the book where it is known. */
export function EntryEffect({ lines }: { lines: readonly Line[] }) {
  const { t } = useTranslation('books.admin');
  const accountText = useAccountText();
  const { data: reconciliation } = useQuery(reconciliationQuery);
  return (
    <section
      aria-label={t('manual.effect')}
      className="flex flex-col gap-2 rounded-card bg-tide-soft px-4 py-3 text-sm"
    >
      <h3 className="text-sm font-medium">{t('manual.effect')}</h3>
      <dl className="flex flex-col gap-1">
        {effectsOf(lines).map(({ account, unit, change }) => {
          const balance = reconciliation && balanceOf(reconciliation, account);
          return (
            <div key={`${account} ${unit}`} className="flex flex-wrap justify-between gap-x-4">
              <dt>
                <bdi>{accountText(account)}</bdi>
              </dt>
              <dd className="ms-auto text-end font-medium figures">
                <bdi dir="ltr">{signedText(change, unit)}</bdi>
              </dd>
              {balance !== undefined && (
                <dd className="w-full text-end text-xs text-muted">
                  {t('manual.balanceAfter', { amount: amountText(toText(decimal(balance).plus(change)), unit) })}
                </dd>
              )}
            </div>
          );
        })}
      </dl>
    </section>
  );
}

interface Effect {
  account: string;
  unit: string;
  change: Decimal;
}

/** Sums the lines by account and unit. On the wire `from` is the account that a line reached. */
function effectsOf(lines: readonly Line[]): Effect[] {
  const effects = new Map<string, Effect>();
  const add = (account: string, unit: string, change: Decimal) => {
    const key = `${account} ${unit}`;
    const effect = effects.get(key);
    effects.set(key, { account, unit, change: effect ? effect.change.plus(change) : change });
  };
  for (const { from, to, unit, amount } of lines) {
    add(to, unit, decimal(`-${amount}`));
    add(from, unit, decimal(amount));
  }
  return [...effects.values()];
}

/** The present balance in the book of an account at a bank, or of the addresses of a coin. */
function balanceOf({ accounts, coins }: Reconciliation, account: string): string | undefined {
  const [kind, id] = account.split(':');
  if (kind === 'bank') return accounts.find((bank) => bank.id === id)?.book;
  return kind === 'coins' ? coins.find((coin) => coin.id === id)?.book : undefined;
}

function signedText(change: Decimal, unit: string): string {
  const text = amountText(toText(change), unit);
  return toText(change).startsWith('-') ? text : `+\u2060${text}`;
}
