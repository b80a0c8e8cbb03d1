import { Check } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatChoices } from '#client/lib/format/list.ts';
import { useErrorText } from '#client/lib/i18n/errors.ts';
import { GroupedAddress } from '#client/ui/data/AddressBlock.tsx';
import { Ltr } from '#client/ui/data/Ltr.tsx';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { Checkbox } from '#client/ui/form/Checkbox.tsx';
import { TextInput } from '#client/ui/form/TextInput.tsx';
import { hasDestinationTag } from '#shared/reference/coin-networks.ts';
import {
  addressRefusal,
  memoRefusal,
  prefixesOf,
  type AddressCheck,
  type MemoCheck,
} from '#shared/wallets/wallets.addresses.ts';
import { readPaymentLink } from '#shared/wallets/wallets.payment-link.ts';
import type { AdminWallet, AdminWalletWithHistory } from './wallets.admin.queries.ts';

/** The field of the new address, to which the button of the first step leads. */
export const pasteFieldId = 'new-address';

interface AddressFormValues {
  address: string;
  memo: string;
  uncheckedAccepted: boolean;
}

interface PasteAddressProps {
  wallet: AdminWalletWithHistory;
  values: AddressFormValues;
  check: AddressCheck;
  memoCheck: MemoCheck;
  /** True if it is the address that customers see now. */
  isSame: boolean;
  onChange: (values: AddressFormValues) => void;
}

/** Step one: the new address against the operator's table and its chain's checksum. */
export function PasteAddress({ wallet, values, check, memoCheck, isSame, onChange }: PasteAddressProps) {
  const { t } = useTranslation('wallets.admin');
  const [hasLeftField, setHasLeftField] = useState(values.address !== '');
  const [memoLeft, setMemoLeft] = useState(false);
  const { cryptoId, cryptoName, requiresMemo } = wallet;
  const prefixText = formatChoices(prefixesOf(cryptoId));
  const errorText = useErrorText();
  const isMemoWrong = !memoCheck.ok && (memoLeft || values.memo !== '');
  const isWrong = !check.ok && check.problem !== 'empty' && hasLeftField;
  const tagIn = (address: string) => (requiresMemo ? readPaymentLink(cryptoId, address)?.tag : undefined);
  const refusalText = isWrong ? errorText(addressRefusal(check.problem, cryptoName)) : undefined;
  return (
    <div className="flex flex-col gap-3">
      <CurrentAddress wallet={wallet} />
      <TextInput
        id={pasteFieldId}
        label={t('paste.label', { coin: cryptoName })}
        hint={prefixText ? t('paste.starts', { starts: prefixText }) : undefined}
        error={refusalText ?? (isSame ? t('paste.same') : undefined)}
        value={values.address}
        dir="ltr"
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="off"
        autoCorrect="off"
        style={{ fontFamily: 'var(--font-mono)' }}
        onChange={({ target }) => {
          setHasLeftField(target.value.length > 20);
          // A typed tag stays; a tag that the previous link filled in is removed with it.
          const isTyped = values.memo !== '' && values.memo !== tagIn(values.address);
          const memo = isTyped ? values.memo : (tagIn(target.value) ?? '');
          onChange({ address: target.value, memo, uncheckedAccepted: false });
        }}
        onBlur={() => setHasLeftField(true)}
      />
      {isWrong && check.problem === 'checksum' && <p className="text-sm text-muted">{t('paste.checksum')}</p>}
      {check.ok && !isSame && (
        <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-completed">
          <FineNote>{t('paste.form')}</FineNote>
          {!check.unchecked && <FineNote>{t('paste.right')}</FineNote>}
          {!wallet.history.some(({ toAddress }) => toAddress === check.address) && (
            <FineNote>{t('paste.unused')}</FineNote>
          )}
        </ul>
      )}
      {check.ok && check.unchecked && (
        <Note tone="warning">
          <p>{t('paste.unchecked')}</p>
          <Checkbox
            label={t('paste.accept')}
            checked={values.uncheckedAccepted}
            onChange={({ target }) => onChange({ ...values, uncheckedAccepted: target.checked })}
          />
        </Note>
      )}
      {requiresMemo && (
        <TextInput
          label={t('tag')}
          hint={t('paste.tagHint')}
          inputMode={hasDestinationTag(cryptoId) ? 'numeric' : 'text'}
          autoComplete="off"
          dir="ltr"
          value={values.memo}
          error={isMemoWrong ? errorText(memoRefusal(memoCheck.problem)) : undefined}
          onValue={(memo) => onChange({ ...values, memo })}
          onBlur={() => setMemoLeft(true)}
        />
      )}
    </div>
  );
}

/** The address that customers are shown now. */
function CurrentAddress({ wallet: { address, tampered } }: { wallet: AdminWallet }) {
  const { t } = useTranslation('wallets.admin');
  if (address === null || tampered) return null;
  return (
    <p className="flex flex-wrap gap-x-3 text-sm text-muted">
      {t('compare.now')}
      <Ltr className="font-mono text-xs/5 wrap-anywhere">
        <GroupedAddress address={address} />
      </Ltr>
    </p>
  );
}

function FineNote({ children }: { children: string }) {
  return (
    <li className="inline-flex items-center gap-1.5">
      <Check className="size-4" strokeWidth={2} />
      {children}
    </li>
  );
}
