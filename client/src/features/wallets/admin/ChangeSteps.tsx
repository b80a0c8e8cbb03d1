import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLeaveGuard } from '#client/lib/browser/useLeaveGuard.ts';
import { formatChoices } from '#client/lib/format/list.ts';
import { useErrorText } from '#client/lib/i18n/errors.ts';
import { GroupedAddress } from '#client/ui/data/AddressBlock.tsx';
import { Ltr } from '#client/ui/data/Ltr.tsx';
import { Qr } from '#client/ui/data/Qr.tsx';
import { Note } from '#client/ui/feedback/Banner.tsx';
import { Checkbox } from '#client/ui/form/Checkbox.tsx';
import { TextInput } from '#client/ui/form/TextInput.tsx';
import { hasDestinationTag } from '#shared/reference/coin-networks.ts';
import {
  addressRefusal,
  checkAddress,
  checkMemo,
  prefixesOf,
  type AddressCheck,
  type MemoCheck,
} from '#shared/wallets/wallets.addresses.ts';
import { readPaymentLink } from '#shared/wallets/wallets.payment-link.ts';
import { Consequences } from './Consequences.tsx';
import type { AdminWallet, AdminWalletWithHistory } from './wallets.admin.queries.ts';

interface ChangeStepsProps {
  wallet: AdminWalletWithHistory;
  /** Initial values of the first step. */
  suggestedAddress: { address: string; memo: string };
  onDone: (wallet: AdminWallet) => void;
}

/** Paste, compare, type its end, confirm: each opens when the one before is done. */
export function ChangeSteps({ wallet, suggestedAddress, onDone }: ChangeStepsProps) {
  const { t } = useTranslation('wallets.admin');
  const [typedAddress, setTypedAddress] = useState({ ...suggestedAddress, uncheckedAccepted: false });
  const [end, setEnd] = useState('');
  useLeaveGuard(typedAddress.address.trim() !== '' || typedAddress.memo.trim() !== '');
  const { cryptoId, requiresMemo, address, memo, tampered, network } = wallet;
  const check = checkAddress(cryptoId, typedAddress.address, { network });
  const namedTag = check.ok ? check.tag : undefined;
  const memoCheck = checkMemo({ id: cryptoId, requiresMemo }, typedAddress.memo, namedTag);
  const isUsable = check.ok && memoCheck.ok && (!check.unchecked || typedAddress.uncheckedAccepted);
  const target = isUsable ? { address: check.address, memo: memoCheck.memo } : undefined;
  const isSame = target?.address === address && target.memo === memo && !tampered;
  const isSound = target !== undefined && !isSame;
  const isMatched = isSound && matchesEnd(target.address, end);

  return (
    <ol className="flex flex-col">
      <ChangeStep number={1} title={t('step.paste')} done={isSound} open>
        <PasteAddress
          wallet={wallet}
          values={typedAddress}
          check={check}
          memoCheck={memoCheck}
          isSame={isSame}
          onChange={(next) => {
            setTypedAddress(next);
            setEnd('');
          }}
        />
      </ChangeStep>
      <ChangeStep number={2} title={t('step.compare')} done={isMatched} open={isSound}>
        {target && <Compare wallet={wallet} target={target} />}
      </ChangeStep>
      <ChangeStep number={3} title={t('step.type')} done={isMatched} open={isSound}>
        {target && <LastSix address={target.address} ending={end} onChange={setEnd} />}
      </ChangeStep>
      <ChangeStep number={4} title={t('step.confirm')} danger done={false} open={isMatched}>
        {target && (
          <Consequences
            wallet={wallet}
            target={{ ...target, uncheckedAccepted: typedAddress.uncheckedAccepted }}
            onDone={onDone}
          />
        )}
      </ChangeStep>
    </ol>
  );
}

interface StepProps {
  number: number;
  title: string;
  done: boolean;
  open: boolean;
  danger?: boolean;
  children: ReactNode;
}

function ChangeStep({ number, title, done, open, danger = false, children }: StepProps) {
  const { t } = useTranslation('wallets.admin');
  return (
    <li className="grid grid-cols-[2rem_minmax(0,1fr)] gap-x-3 sm:gap-x-4">
      <div className="flex flex-col items-center">
        <span
          className={clsx(
            'grid size-8 shrink-0 place-items-center rounded-full border text-sm font-semibold figures',
            done ? 'border-tide text-tide' : danger && open ? 'border-rejected text-rejected' : 'border-line-strong',
            !open && 'text-muted',
          )}
        >
          {done ? <Check className="size-4" strokeWidth={2} /> : number}
          {done && <span className="sr-only">{t('step.done', { number })}</span>}
        </span>
        {number < 4 && <span aria-hidden="true" className={clsx('w-px flex-1', done ? 'bg-tide' : 'bg-line')} />}
      </div>
      <div className="flex min-w-0 flex-col gap-3 pt-1 pb-8">
        <h2 className={clsx('text-base', !open && 'text-muted')}>{title}</h2>
        {open && children}
      </div>
    </li>
  );
}

const length = 6;

/** True if these are the last characters; if the chain's letters have no case, a wallet may show either. */
function matchesEnd(address: string, input: string): boolean {
  const end = address.slice(-length);
  const trimmedInput = input.trim();
  const hasNoCase = address.startsWith('0x') || address === address.toLowerCase();
  return hasNoCase ? end.toLowerCase() === trimmedInput.toLowerCase() : end === trimmedInput;
}

/** The third step: its end, typed from the wallet and not pasted, so that a swapped clipboard is noticed. */
function LastSix({ address, ending, onChange }: { address: string; ending: string; onChange: (end: string) => void }) {
  const { t } = useTranslation('wallets.admin');
  const isMatched = matchesEnd(address, ending);
  const isWrong = ending.trim().length >= length && !isMatched;
  return (
    <div className="flex max-w-80 flex-col gap-2">
      <TextInput
        label={t('type.label')}
        hint={t('type.hint')}
        error={isWrong ? t('type.wrong') : undefined}
        value={ending}
        maxLength={length}
        dir="ltr"
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="off"
        autoCorrect="off"
        onValue={onChange}
        onPaste={(event) => event.preventDefault()}
        onDrop={(event) => event.preventDefault()}
      />
      <output className="min-h-5 text-sm text-completed">
        {isMatched && (
          <span className="inline-flex items-center gap-1.5">
            <Check className="size-4" strokeWidth={2} />
            {t('type.match')}
          </span>
        )}
      </output>
    </div>
  );
}

/** Step two: old and new address in groups of four, and the new one to scan with the operator's wallet. */
function Compare({ wallet, target }: { wallet: AdminWallet; target: { address: string; memo: string | null } }) {
  const { t } = useTranslation('wallets.admin');
  const { address, memo, tampered, cryptoSymbol: symbol } = wallet;
  const previousAddress = tampered ? null : address;
  return (
    <div className="flex flex-wrap items-start gap-4">
      <AddressSide title={t('compare.now')} address={previousAddress} memo={previousAddress === null ? null : memo} />
      <AddressSide title={t('compare.new')} address={target.address} memo={target.memo} isNew />
      <figure className="flex w-36 flex-col items-center gap-2">
        <Qr text={target.address} label={t('compare.qr', { symbol })} sizePx={136} />
        <figcaption className="text-center text-xs text-muted">{t('compare.scan')}</figcaption>
      </figure>
    </div>
  );
}

function AddressSide(props: { title: string; address: string | null; memo: string | null; isNew?: boolean }) {
  const { title, address, memo, isNew = false } = props;
  const { t } = useTranslation('wallets.admin');
  return (
    <div
      className={clsx(
        'min-w-0 flex-1 basis-48 rounded-card border bg-surface p-4',
        isNew ? 'border-2 border-tide' : 'border-line',
      )}
    >
      <h3 className="pb-2 text-xs font-normal text-muted">{title}</h3>
      {address === null ? (
        <p className="text-sm text-muted">{t('noAddress')}</p>
      ) : (
        <Ltr className="block font-mono text-base/7 wrap-anywhere text-muted">
          <GroupedAddress address={address} />
        </Ltr>
      )}
      {memo !== null && (
        <p className="pt-2 text-sm text-muted">
          {t('tag')} <Ltr className="font-mono text-ink">{memo}</Ltr>
        </p>
      )}
    </div>
  );
}

export interface AddressFormValues {
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
function PasteAddress({ wallet, values, check, memoCheck, isSame, onChange }: PasteAddressProps) {
  const { t } = useTranslation('wallets.admin');
  const [hasLeftField, setHasLeftField] = useState(values.address !== '');
  const [memoLeft, setMemoLeft] = useState(false);
  const { cryptoId, cryptoName, requiresMemo } = wallet;
  const prefixText = formatChoices(prefixesOf(cryptoId));
  const errorText = useErrorText();
  const isWrong = !check.ok && check.problem !== 'empty' && hasLeftField;
  const tagIn = (address: string) => (requiresMemo ? readPaymentLink(cryptoId, address)?.tag : undefined);
  const refusalText = isWrong ? errorText(addressRefusal(check.problem, cryptoName)) : undefined;
  return (
    <div className="flex flex-col gap-3">
      <TextInput
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
          error={!memoCheck.ok && (memoLeft || values.memo !== '') ? t(`paste.memo.${memoCheck.problem}`) : undefined}
          onValue={(memo) => onChange({ ...values, memo })}
          onBlur={() => setMemoLeft(true)}
        />
      )}
    </div>
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
