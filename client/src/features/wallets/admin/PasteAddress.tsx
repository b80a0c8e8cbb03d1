import { Check } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatChoices } from '#client/lib/format/list.ts';
import { useErrorText } from '#client/lib/i18n/errors.ts';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { Checkbox } from '#client/ui/form/Checkbox.tsx';
import { TextInput } from '#client/ui/form/TextInput.tsx';
import { filled } from '#shared/kernel/reason.ts';
import { addressPrefixes, type AddressCheck, type MemoCheck } from '#shared/wallets/wallets.addresses.ts';
import type { AdminWalletWithHistory } from './wallets.admin.queries.ts';

export interface Typed {
  address: string;
  memo: string;
  uncheckedAccepted: boolean;
}

interface PasteAddressProps {
  wallet: AdminWalletWithHistory;
  typed: Typed;
  check: AddressCheck;
  memoCheck: MemoCheck;
  /** It is the address customers see now. */
  isSame: boolean;
  onChange: (typed: Typed) => void;
}

/** Step one: the new address against the operator's table and its chain's checksum. */
export function PasteAddress({ wallet, typed, check, memoCheck, isSame, onChange }: PasteAddressProps) {
  const { t } = useTranslation('wallets.admin');
  const [left, setLeft] = useState(typed.address !== '');
  const [memoLeft, setMemoLeft] = useState(false);
  const { cryptoId, cryptoName, requiresMemo } = wallet;
  const starts = formatChoices(addressPrefixes[cryptoId] ?? []);
  const malformed = useErrorText()(filled('deposit_address_malformed', { coin: cryptoName }));
  const isWrong = !check.ok && check.problem !== 'empty' && left;
  return (
    <div className="flex flex-col gap-3">
      <TextInput
        label={t('paste.label', { coin: cryptoName })}
        hint={starts ? t('paste.starts', { starts }) : undefined}
        error={isWrong ? malformed : isSame ? t('paste.same') : undefined}
        value={typed.address}
        dir="ltr"
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="off"
        autoCorrect="off"
        style={{ fontFamily: 'var(--font-mono)' }}
        onChange={({ target }) => {
          setLeft(target.value.length > 20);
          onChange({ ...typed, address: target.value, uncheckedAccepted: false });
        }}
        onBlur={() => setLeft(true)}
      />
      {isWrong && check.problem === 'checksum' && <p className="text-sm text-muted">{t('paste.checksum')}</p>}
      {check.ok && !isSame && (
        <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-completed">
          <Fine>{t('paste.form')}</Fine>
          {!check.unchecked && <Fine>{t('paste.right')}</Fine>}
          {!wallet.history.some(({ toAddress }) => toAddress === check.address) && <Fine>{t('paste.unused')}</Fine>}
        </ul>
      )}
      {check.ok && check.unchecked && (
        <Note tone="warning">
          <p>{t('paste.unchecked')}</p>
          <Checkbox
            label={t('paste.accept')}
            checked={typed.uncheckedAccepted}
            onChange={({ target }) => onChange({ ...typed, uncheckedAccepted: target.checked })}
          />
        </Note>
      )}
      {requiresMemo && (
        <TextInput
          label={t('tag')}
          hint={t('paste.tagHint')}
          inputMode={cryptoId === 'ripple' ? 'numeric' : 'text'}
          autoComplete="off"
          dir="ltr"
          value={typed.memo}
          error={!memoCheck.ok && (memoLeft || typed.memo !== '') ? t(`paste.memo.${memoCheck.problem}`) : undefined}
          onChange={({ target }) => onChange({ ...typed, memo: target.value })}
          onBlur={() => setMemoLeft(true)}
        />
      )}
    </div>
  );
}

function Fine({ children }: { children: string }) {
  return (
    <li className="inline-flex items-center gap-1.5">
      <Check className="size-4" strokeWidth={2} />
      {children}
    </li>
  );
}
