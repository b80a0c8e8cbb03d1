import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDebounced } from '../browser/useDebounced.ts';
import { normaliseAmount } from './amount-input.ts';

/** The amount to get as it is typed, where that holds and the amount to give follows; undefined where it is the reverse. */
export function useWanted() {
  const { i18n } = useTranslation();
  const [typedText, setTypedText] = useState<string>();
  const debouncedText = useDebounced(typedText);
  const plainAmount = debouncedText === undefined ? undefined : normaliseAmount(debouncedText, i18n.language);
  /** An update after which the amount to give is what holds again. */
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
