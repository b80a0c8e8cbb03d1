import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AddressBlock } from '#client/ui/data/AddressBlock.tsx';
import { CopyButton } from '#client/ui/data/CopyButton.tsx';
import { Ltr } from '#client/ui/data/Ltr.tsx';
import { Crypto } from '#client/ui/data/Money.tsx';
import { Qr } from '#client/ui/data/Qr.tsx';
import { decimal } from '#shared/kernel/money.ts';
import { coinName } from '#shared/reference/coin-name.ts';
import { coinById } from '#shared/reference/coins.ts';
import './send-to.css';

// Amount and symbol stay together: on a phone too narrow for both, the button moves below.
const exactAmount = 'text-lg break-words whitespace-normal sm:text-xl';

interface SendToProps {
  coin: { id: string; name: string; symbol: string };
  amount: number;
  deposit: { address: string; memo: string | null; uri: string; xAddress: string | null };
  /** True if the screen has its own button that copies the address. */
  isCopiedBelow?: boolean;
  /** Shown below the address: a way to send that needs no copying. */
  children?: ReactNode;
}

/**
 * Shows the coins to send: exact amount, address, and the tag if the chain has one; on a phone the QR code is last,
 * since the screen cannot scan itself.
 */
export function SendTo({ coin, amount, deposit, isCopiedBelow = false, children }: SendToProps) {
  const { address, memo, uri, xAddress } = deposit;
  const { t } = useTranslation('sell');
  const name = coinName(coin.name);
  return (
    <div className="send-to">
      <div className="send-to-parts">
        <figure className="send-to-code flex flex-col items-center gap-2">
          <Qr text={uri} label={t('deposit.qr', { name })} sizePx={176} />
          <figcaption className="text-sm text-faint">{t('deposit.scan')}</figcaption>
        </figure>
        <div className="flex min-w-0 flex-col divide-y divide-line">
          <ExactAmount coin={coin} amount={amount} />
          {memo && (
            <Row label={t('deposit.tagRequired')} action={<CopyButton text={memo} label={t('deposit.copyTag')} />}>
              <Ltr className="font-mono text-lg font-semibold">{memo}</Ltr>
              <p className="text-sm text-pending">{t('deposit.tagLost')}</p>
            </Row>
          )}
          <div className="py-3">
            <AddressBlock
              label={t('deposit.address', { name })}
              address={address}
              copyLabel={t('deposit.copyAddress')}
              copied={t('deposit.copied')}
              isCopiedBelow={isCopiedBelow}
            />
            {children}
          </div>
          {xAddress && <XAddress text={xAddress} />}
        </div>
        {!memo && (
          <div className="send-to-none border-t border-line pt-3">
            <Row label={t('deposit.tag')}>{t('deposit.noTag', { symbol: coin.symbol })}</Row>
          </div>
        )}
      </div>
    </div>
  );
}

/** Address and tag in one text. */
function XAddress({ text }: { text: string }) {
  const { t } = useTranslation('sell');
  return (
    <Row label={t('deposit.xAddress')} action={<CopyButton text={text} label={t('deposit.copyX')} />}>
      <Ltr className="font-mono text-sm wrap-anywhere">{text}</Ltr>
    </Row>
  );
}

function ExactAmount({ coin: { id, symbol }, amount }: Pick<SendToProps, 'coin' | 'amount'>) {
  const { t } = useTranslation('sell');
  const decimals = coinById(id)?.decimals;
  return (
    <Row
      whole
      label={t('deposit.exactly')}
      // Plain digits: a wallet could take the mark of the thousands for the decimal one.
      action={<CopyButton text={decimal(String(amount)).toFixed()} label={t('deposit.copyAmount')} />}
    >
      <Crypto amount={amount} symbol={symbol} exact={decimals} strong className={exactAmount} />
    </Row>
  );
}

interface RowProps {
  label: string;
  action?: ReactNode;
  /** Wraps the value to a line of its own instead of breaking it. */
  whole?: boolean;
  children: ReactNode;
}

function Row({ label, action, whole = false, children }: RowProps) {
  return (
    <div className="flex flex-wrap items-start justify-between gap-3 py-3 first:pt-0">
      <div className={whole ? 'flex-auto' : 'flex-1'}>
        <p className="text-sm text-muted">{label}</p>
        {children}
      </div>
      {action}
    </div>
  );
}
