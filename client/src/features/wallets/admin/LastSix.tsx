import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { TextInput } from '#client/ui/form/TextInput.tsx';

const length = 6;

/** Whether these are the last characters; where the chain's letters have no case, a wallet may show either. */
export function matchesEnd(address: string, typed: string): boolean {
  const [end, read] = [address.slice(-length), typed.trim()];
  const hasNoCase = address.startsWith('0x') || address === address.toLowerCase();
  return hasNoCase ? end.toLowerCase() === read.toLowerCase() : end === read;
}

interface LastSixProps {
  address: string;
  typed: string;
  onChange: (typed: string) => void;
}

/** The third step: typed from the wallet, so that a swapped clipboard is noticed; that is why pasting is off. */
export function LastSix({ address, typed, onChange }: LastSixProps) {
  const { t } = useTranslation('wallets.admin');
  const isMatched = matchesEnd(address, typed);
  const isWrong = typed.trim().length >= length && !isMatched;
  return (
    <div className="flex max-w-80 flex-col gap-2">
      <TextInput
        label={t('type.label')}
        hint={t('type.hint')}
        error={isWrong ? t('type.wrong') : undefined}
        value={typed}
        maxLength={length}
        dir="ltr"
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="off"
        autoCorrect="off"
        onChange={({ target }) => onChange(target.value)}
        onPaste={(event) => event.preventDefault()}
        onDrop={(event) => event.preventDefault()}
      />
      <output className="min-h-5 text-sm text-completed">
        {isMatched && (
          <span className="inline-flex items-center gap-1.5">
            <Check aria-hidden="true" className="size-4" strokeWidth={2} />
            {t('type.match')}
          </span>
        )}
      </output>
    </div>
  );
}
