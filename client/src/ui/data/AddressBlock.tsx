import { Check, Copy } from 'lucide-react';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../form/Button.tsx';
import { edgeLetters } from './address-edge.ts';
import { useCopy } from './CopyButton.tsx';
import { Ltr } from './Ltr.tsx';

interface AddressBlockProps {
  label: string;
  address: string;
  /** The button's name, such as "Copy Bitcoin address". */
  copyLabel: string;
  /** Text after copying, such as 'Address copied!'; the first and last 6 characters follow, for comparison. */
  copied: string;
  /** True if another button copies it, and confirms the copy. */
  isCopiedBelow?: boolean;
}

/** An address in groups of four, its ends bold. The gaps are visual: a manual selection copies no spaces. */
export function AddressBlock({ label, address, copyLabel, copied, isCopiedBelow = false }: AddressBlockProps) {
  const { t } = useTranslation();
  const { outcome, copy } = useCopy(address);
  return (
    <div className="flex flex-col">
      <div className="flex items-center justify-between gap-3">
        <span className="text-sm text-muted">{label}</span>
        {!isCopiedBelow && (
          <Button
            text={t('action.copy')}
            size="small"
            icon={<Copy className="size-4" />}
            aria-label={copyLabel}
            className="min-h-11"
            onClick={copy}
          />
        )}
      </div>
      <Ltr className="mt-1 self-start font-mono text-base wrap-anywhere text-muted">
        <GroupedAddress address={address} />
      </Ltr>
      {!isCopiedBelow && (
        <output className="text-sm">
          {outcome === 'done' && (
            <span className="mt-1 flex flex-wrap items-center gap-x-2 text-completed">
              <Check className="size-4" strokeWidth={2} />
              {copied}
              <Ltr className="font-mono">{shortAddress(address)}</Ltr>
            </span>
          )}
          {outcome === 'failed' && <span className="text-rejected">{t('copy.failed')}</span>}
        </output>
      )}
    </div>
  );
}

/** First and last six characters, for comparing: `bc1qsa…pr2asa`. */
export function shortAddress(address: string): string {
  return address.length <= 2 * edgeLetters
    ? address
    : `${address.slice(0, edgeLetters)}…${address.slice(-edgeLetters)}`;
}

/** An address: one text to a screen reader, grouped for the eye. */
export function GroupedAddress({ address }: { address: string }) {
  const isEdge = (index: number) => index < edgeLetters || index >= address.length - edgeLetters;
  const groups = address.match(/.{1,4}/g) ?? [];
  const piece = (group: string, index: number) => (
    <span key={index} className="me-2 inline-block">
      {group.split('').map((character, position) =>
        isEdge(index * 4 + position) ? (
          <strong key={position} className="font-semibold text-ink">
            {character}
          </strong>
        ) : (
          <Fragment key={position}>{character}</Fragment>
        ),
      )}
    </span>
  );
  // The last characters are compared: they stay on one line.
  const end = Math.max(0, groups.length - 2);
  return (
    // The label names the whole address: its pieces would be read out letter by letter.
    <span role="img" aria-label={address}>
      <span aria-hidden="true">
        {groups.slice(0, end).map(piece)}
        <span className="whitespace-nowrap">{groups.slice(end).map((group, index) => piece(group, end + index))}</span>
      </span>
    </span>
  );
}
