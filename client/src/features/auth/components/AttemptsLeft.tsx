import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { hasCode } from '#client/lib/api/call.ts';
import { readStored, writeStored } from '#client/lib/storage/local-storage.ts';
import { attemptsPerCode } from '#shared/auth/auth.codes.ts';

const storageKey = 'landfall-code-attempts';

/** The wrong attempts at this code, which survive a reload; another code starts at none. */
const attemptsOf = (code: string): number => {
  const [storedCode, attempts] = (readStored(storageKey) ?? '').split('|');
  return storedCode === code ? Number(attempts ?? 0) : 0;
};

interface AttemptsLeftProps {
  /** Distinguishes one mailed code from another: the time it was mailed or ends, else the time its page was opened. */
  code: string;
  /** The error of the last attempt. */
  refusal: unknown;
}

/** The attempts left, below a wrong code. This device counts them, because the server sends no number. */
export function AttemptsLeft({ code, refusal }: AttemptsLeftProps) {
  const { t } = useTranslation('auth');
  const [attempts, setAttempts] = useState(() => attemptsOf(code));
  const countedRefusal = useRef<unknown>(undefined);
  useEffect(() => {
    if (!hasCode(refusal, 'invalid_code') || code === '' || countedRefusal.current === refusal) return;
    countedRefusal.current = refusal;
    const next = Math.min(attemptsPerCode, attemptsOf(code) + 1);
    writeStored(storageKey, `${code}|${next}`);
    setAttempts(next);
  }, [refusal, code]);
  if (!hasCode(refusal, 'invalid_code') || code === '' || attempts === 0) return null;
  const attemptsLeft = attemptsPerCode - attempts;
  return (
    <p className="text-sm text-muted">{attemptsLeft > 0 ? t('code.left', { count: attemptsLeft }) : t('code.used')}</p>
  );
}
