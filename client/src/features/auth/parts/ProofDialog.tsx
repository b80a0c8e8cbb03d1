import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#client/ui/Button.tsx';
import { Dialog } from '#client/ui/Dialog.tsx';
import { Problem } from '#client/ui/Problem.tsx';
import { SendButton } from '#client/ui/SendButton.tsx';
import { isAboutProof, noProof, ProofFields, sentProof } from './ProofFields.tsx';

interface ProofDialogProps {
  title: string;
  /** The button, which names the deed. */
  confirm: string;
  danger?: boolean;
  /** Stands above the server's message when the deed fails. */
  failed: string;
  deed: { isPending: boolean; error: unknown; reset: () => void };
  onProven: (proof: { password: string; code?: string }) => void;
  onClose: () => void;
  /** What will happen. */
  children: ReactNode;
}

/** Asks the owner for the password, and the code where one is needed, before a deed on the account. */
export function ProofDialog({
  title,
  confirm,
  danger = false,
  failed,
  deed,
  onProven,
  onClose,
  children,
}: ProofDialogProps) {
  const { t } = useTranslation();
  const [proof, setProof] = useState(noProof);
  const [asked, setAsked] = useState(false);
  return (
    <Dialog open title={title} locked={deed.isPending} widthPx={480} onClose={onClose}>
      <form
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          setAsked(true);
          if (proof.password && !deed.isPending) onProven(sentProof(proof));
        }}
      >
        {children}
        <ProofFields
          proof={proof}
          asked={asked}
          error={deed.error}
          onChange={(next) => {
            deed.reset();
            setProof(next);
          }}
        />
        {deed.error && !isAboutProof(deed.error) ? <Problem error={deed.error} title={failed} /> : null}
        <div className="flex flex-wrap justify-end gap-3">
          <Button disabled={deed.isPending} onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <SendButton atEnd type="submit" look={danger ? 'danger' : 'filled'} busy={deed.isPending}>
            {confirm}
          </SendButton>
        </div>
      </form>
    </Dialog>
  );
}
