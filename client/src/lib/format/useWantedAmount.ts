import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDebounced } from '../browser/useDebounced.ts';
import { normaliseAmount } from './amount-input.ts';

/** The typed amount to receive, if it determines the amount to give; undefined if it is the reverse. */
export function useWantedAmount() {
  const { i18n } = useTranslation();
  const [typedText, setTypedText] = useState<string>();
  const debouncedText = useDebounced(typedText);
  const plainAmount = debouncedText === undefined ? undefined : normaliseAmount(debouncedText, i18n.language);
  /** An update after which the amount to give determines the other one again. */
  const release =
    <Change>(update: (change: Change) => void) =>
    (change: Change) => {
      setTypedText(undefined);
      update(change);
    };
  return {
    typed: typedText,
    setTyped: setTypedText,
    release,
    plain: plainAmount && /[1-9]/.test(plainAmount) ? plainAmount : undefined,
  };
}

/** Calls `follow` with each new answer to the wanted query; `follow` must be stable. */
export function useFollowing(answer: number | undefined, follow: (amount: number) => void): void {
  useEffect(() => {
    if (answer) follow(answer);
  }, [answer, follow]);
}
