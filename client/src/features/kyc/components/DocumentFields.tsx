import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Controller, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { FileProblem } from '#client/lib/browser/files.ts';
import { formatBytes } from '#client/lib/format/format.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { FileDrop } from '#client/ui/form/FileDrop.tsx';
import { useFieldErrorText } from '#client/ui/form/schema-resolver.ts';
import { maxSidePx } from '../kyc.queries.ts';
import { Group } from './ClaimFields.tsx';
import { Examples } from './Examples.tsx';
import type { KycFormProp } from './kyc.form.ts';

const maxFileBytes = 10 * 1024 * 1024;

type Side = 'document' | 'documentBack' | 'selfie';

/** Photos of the document: the front is needed, back and selfie help. */
export function DocumentFields({ form }: KycFormProp) {
  const { t } = useTranslation('kyc');
  const type = useWatch({ control: form.control, name: 'documentType' });
  const [added, setAdded] = useState<readonly Side[]>([]);
  const add = (side: Side) => setAdded((old) => [...old, side]);
  const isFirst = (side: Side) => added.at(-1) === side;
  return (
    <Group title={t('form.photo')}>
      <Examples />
      <SideField form={form} side="document" label={t(`photoOf.${type}`)} />
      {added.includes('documentBack') && (
        <SideField form={form} side="documentBack" label={t('form.back')} takesFocus={isFirst('documentBack')} />
      )}
      {added.includes('selfie') && (
        <SideField form={form} side="selfie" label={t('form.selfie')} takesFocus={isFirst('selfie')} />
      )}
      {added.length < 2 && (
        <div className="flex flex-col gap-1">
          <div className="-ms-2 flex flex-wrap gap-x-2">
            {!added.includes('documentBack') && (
              <AddButton text={t('form.addBack')} onClick={() => add('documentBack')} />
            )}
            {!added.includes('selfie') && <AddButton text={t('form.addSelfie')} onClick={() => add('selfie')} />}
          </div>
          <p className="text-sm text-muted">{t('form.why')}</p>
        </div>
      )}
    </Group>
  );
}

function AddButton({ text, onClick }: { text: string; onClick: () => void }) {
  const { t } = useTranslation();
  return (
    <Button variant="ghost" icon={<Plus aria-hidden="true" className="size-4" />} onClick={onClick}>
      {text} <span className="font-normal text-faint">{t('form.optional')}</span>
    </Button>
  );
}

interface SideFieldProps extends KycFormProp {
  side: Side;
  label: string;
  takesFocus?: boolean;
}

function SideField({ form, side, label, takesFocus = false }: SideFieldProps) {
  const { t } = useTranslation('kyc');
  const errorTextOf = useFieldErrorText();
  const isSelfie = side === 'selfie';
  const problemTextOf = useFileProblemText(isSelfie);
  const size = formatBytes(maxFileBytes);
  return (
    <Controller
      control={form.control}
      name={side}
      render={({ field: { ref, value, onChange }, fieldState: { error } }) => (
        <FileDrop
          ref={(element) => {
            ref(element);
            // Focus moves to the field that was just added.
            if (takesFocus && !value) element?.querySelector('input')?.focus();
          }}
          label={label}
          hint={t(isSelfie ? 'form.selfieHint' : 'form.hint', { size })}
          kind={isSelfie ? 'photo' : 'document'}
          camera={isSelfie ? 'user' : 'environment'}
          maxBytes={maxFileBytes}
          maxSidePx={maxSidePx}
          optional={side !== 'document'}
          file={value}
          onChange={onChange}
          problemText={problemTextOf}
          error={errorTextOf(error)}
        />
      )}
    />
  );
}

/** Why a file is refused, in the specified text, and what is accepted. */
function useFileProblemText(isPhoto: boolean): (problem: FileProblem) => string | undefined {
  const { t } = useTranslation('kyc');
  const problemTexts: Partial<Record<FileProblem, string>> = {
    type: `${t('problem.typeTitle')}. ${t(isPhoto ? 'problem.typePhoto' : 'problem.typeDocument')}`,
    size: `${t('problem.sizeTitle')}. ${t('problem.size', { size: formatBytes(maxFileBytes) })}`,
    empty: `${t('problem.emptyTitle')}. ${t('problem.empty')}`,
  };
  return (problem) => problemTexts[problem];
}
