import { clsx } from 'clsx';
import { CircleCheck, CircleX, Plus } from 'lucide-react';
import { useState } from 'react';
import { Controller, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { FileProblem } from '#client/lib/browser/files.ts';
import { formatBytes } from '#client/lib/format/format.ts';
import { useErrorText } from '#client/lib/i18n/errors.ts';
import { Button } from '#client/ui/form/Button.tsx';
import { Optional } from '#client/ui/form/Field.tsx';
import { FileDrop } from '#client/ui/form/FileDrop.tsx';
import { FieldGroup } from '#client/ui/form/Form.tsx';
import { useFieldErrorText } from '#client/ui/form/schema-resolver.ts';
import { maxFileBytes } from '#shared/files/files.rules.ts';
import { documentPixels } from '../kyc.queries.ts';
import type { KycFormProp } from './kyc.form.ts';

type Side = 'document' | 'documentBack' | 'selfie';

/** Photos of the document: the front is needed, back and selfie help. */
export function DocumentFields({ form }: KycFormProp) {
  const { t } = useTranslation('kyc');
  const type = useWatch({ control: form.control, name: 'documentType' });
  const [addedSides, setAddedSides] = useState<readonly Side[]>([]);
  const add = (side: Side) => setAddedSides((sides) => [...sides, side]);
  const isFirst = (side: Side) => addedSides.at(-1) === side;
  return (
    <FieldGroup title={t('form.photo')}>
      <Examples />
      <SideField form={form} side="document" label={t(`photoOf.${type}`)} />
      {addedSides.includes('documentBack') && (
        <SideField form={form} side="documentBack" label={t('form.back')} takesFocus={isFirst('documentBack')} />
      )}
      {addedSides.includes('selfie') && (
        <SideField form={form} side="selfie" label={t('form.selfie')} takesFocus={isFirst('selfie')} />
      )}
      {addedSides.length < 2 && (
        <div className="flex flex-col gap-1">
          <div className="-ms-2 flex flex-wrap gap-x-2">
            {!addedSides.includes('documentBack') && (
              <AddButton text={t('form.addBack')} onClick={() => add('documentBack')} />
            )}
            {!addedSides.includes('selfie') && <AddButton text={t('form.addSelfie')} onClick={() => add('selfie')} />}
          </div>
          <p className="text-sm text-muted">{t('form.why')}</p>
        </div>
      )}
    </FieldGroup>
  );
}

function AddButton({ text, onClick }: { text: string; onClick: () => void }) {
  return (
    <Button variant="ghost" icon={<Plus className="size-4" strokeWidth={2} />} onClick={onClick}>
      {text}
      <Optional />
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
          pixels={documentPixels}
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

/** Why a file is refused, in the specified text, with the accepted types. */
function useFileProblemText(isPhoto: boolean): (problem: FileProblem) => string | undefined {
  const { t } = useTranslation('kyc');
  const textOf = useErrorText();
  const problemTexts: Partial<Record<FileProblem, string>> = {
    type: `${t('problem.typeTitle')}. ${isPhoto ? t('problem.typePhoto') : textOf({ reason: 'type_not_image_or_pdf' })}`,
    size: `${t('problem.sizeTitle')}. ${t('problem.size', { size: formatBytes(maxFileBytes) })}`,
    empty: `${t('problem.emptyTitle')}. ${t('problem.empty')}`,
  };
  return (problem) => problemTexts[problem];
}

const kinds = ['good', 'glare', 'cut', 'blurred'] as const;
type Kind = (typeof kinds)[number];

/** Examples of valid and invalid photos. */
function Examples() {
  const { t } = useTranslation('kyc');
  return (
    <ul aria-label={t('example.label')} className="grid grid-cols-2 gap-3 sm:grid-cols-4">
      {kinds.map((kind) => {
        const Icon = kind === 'good' ? CircleCheck : CircleX;
        return (
          <li key={kind} className="flex flex-col gap-1.5">
            <span aria-hidden="true" className="overflow-hidden rounded-control border border-line bg-sunken">
              <Illustration kind={kind} />
            </span>
            <span
              className={clsx(
                'flex items-start gap-1.5 text-sm wrap-anywhere',
                kind === 'good' ? 'text-completed' : 'text-rejected',
              )}
            >
              <Icon className="mt-0.5 size-4 shrink-0" strokeWidth={2} />
              {t(`example.${kind}`)}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

function Illustration({ kind }: { kind: Kind }) {
  return (
    <svg viewBox="0 0 120 80" className="block w-full text-muted" style={kind === 'blurred' ? blur : undefined}>
      <g transform={kind === 'cut' ? 'translate(34 30)' : undefined}>
        <rect
          x="14"
          y="12"
          width="92"
          height="56"
          rx="4"
          className="fill-tide-soft stroke-line-strong dark:fill-raised"
        />
        <g fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round">
          <circle cx="36" cy="33" r="7" />
          <path d="M24 52c1-8 6-11 12-11s11 3 12 11M60 28h36M60 38h30M60 48h36" />
        </g>
      </g>
      {kind === 'glare' && <path d="M52 0h20L44 80H24z" className="fill-raised dark:fill-ink" opacity="0.9" />}
    </svg>
  );
}

const blur = { filter: 'blur(3px)' };
