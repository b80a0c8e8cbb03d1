import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLeaveGuard } from '#client/lib/browser/useLeaveGuard.ts';
import { edgeLetters } from '#client/ui/data/address-edge.ts';
import { GroupedAddress } from '#client/ui/data/AddressBlock.tsx';
import { Ltr } from '#client/ui/data/Ltr.tsx';
import { Qr } from '#client/ui/data/Qr.tsx';
import { SendButton } from '#client/ui/form/SendButton.tsx';
import { TextInput } from '#client/ui/form/TextInput.tsx';
import { checkAddress, checkMemo } from '#shared/wallets/wallets.addresses.ts';
import { Consequences } from './Consequences.tsx';
import { PasteAddress, pasteFieldId } from './PasteAddress.tsx';
import type { AdminWallet, AdminWalletWithHistory } from './wallets.admin.queries.ts';
import { SampleMark } from './WalletTable.tsx';

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
  const [typedEnd, setTypedEnd] = useState('');
  useLeaveGuard(typedAddress.address.trim() !== '' || typedAddress.memo.trim() !== '');
  const { cryptoId, requiresMemo, address, memo, tampered, network } = wallet;
  const check = checkAddress(cryptoId, typedAddress.address, { network });
  const namedTag = check.ok ? check.tag : undefined;
  const memoCheck = checkMemo({ id: cryptoId, requiresMemo }, typedAddress.memo, namedTag);
  const isUsable = check.ok && memoCheck.ok && (!check.unchecked || typedAddress.uncheckedAccepted);
  const target = isUsable ? { address: check.address, memo: memoCheck.memo } : undefined;
  const isSame = target?.address === address && target.memo === memo && !tampered;
  const isSound = target !== undefined && !isSame;
  const isMatched = isSound && matchesEnd(target.address, typedEnd);

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
            setTypedEnd('');
          }}
        />
        <SendButton
          text={t('step.next')}
          className="self-start"
          missing={isSound ? undefined : t('step.nextWaits')}
          onMissing={() => document.getElementById(pasteFieldId)?.focus()}
          onClick={() => document.getElementById(compareId)?.focus()}
        />
      </ChangeStep>
      <ChangeStep number={2} headingId={compareId} title={t('step.compare')} done={isMatched} open={isSound}>
        {target && <Compare wallet={wallet} target={target} />}
      </ChangeStep>
      <ChangeStep number={3} title={t('step.type')} done={isMatched} open={isSound}>
        {target && <LastSix address={target.address} ending={typedEnd} onChange={setTypedEnd} />}
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

const compareId = 'compare-addresses';

interface StepProps {
  number: number;
  /** The id of its heading, to which the step before leads. */
  headingId?: string;
  title: string;
  done: boolean;
  open: boolean;
  danger?: boolean;
  children: ReactNode;
}

function ChangeStep({ number, headingId, title, done, open, danger = false, children }: StepProps) {
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
        <h2 id={headingId} tabIndex={headingId ? -1 : undefined} className={clsx('text-base', !open && 'text-muted')}>
          {title}
        </h2>
        {open && children}
      </div>
    </li>
  );
}

/** True if these are the last characters; if the chain's letters have no case, a wallet may show either. */
function matchesEnd(address: string, input: string): boolean {
  const end = address.slice(-edgeLetters);
  const trimmedInput = input.trim();
  const hasNoCase = address.startsWith('0x') || address === address.toLowerCase();
  return hasNoCase ? end.toLowerCase() === trimmedInput.toLowerCase() : end === trimmedInput;
}

/** The third step: its end, typed from the wallet and not pasted, so that a swapped clipboard is noticed. */
function LastSix({ address, ending, onChange }: { address: string; ending: string; onChange: (end: string) => void }) {
  const { t } = useTranslation('wallets.admin');
  const isMatched = matchesEnd(address, ending);
  const isWrong = ending.trim().length >= edgeLetters && !isMatched;
  return (
    <div className="flex max-w-80 flex-col gap-2">
      <TextInput
        label={t('type.label')}
        hint={t('type.hint')}
        error={isWrong ? t('type.wrong') : undefined}
        value={ending}
        maxLength={edgeLetters}
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
  const { address, memo, tampered, isSample, cryptoSymbol: symbol } = wallet;
  const previousAddress = tampered ? null : address;
  return (
    <div className="flex flex-wrap items-start gap-4">
      <AddressSide title={t('compare.now')} address={previousAddress} memo={previousAddress === null ? null : memo}>
        {isSample && <SampleMark />}
      </AddressSide>
      <AddressSide title={t('compare.new')} address={target.address} memo={target.memo} isNew />
      <figure className="flex w-36 flex-col items-center gap-2">
        <Qr text={target.address} label={t('compare.qr', { symbol })} sizePx={136} />
        <figcaption className="text-center text-xs text-muted">{t('compare.scan')}</figcaption>
      </figure>
    </div>
  );
}

interface AddressSideProps {
  title: string;
  address: string | null;
  memo: string | null;
  isNew?: boolean;
  children?: ReactNode;
}

function AddressSide({ title, address, memo, isNew = false, children }: AddressSideProps) {
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
      {children}
    </div>
  );
}
