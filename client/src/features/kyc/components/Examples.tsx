import { clsx } from 'clsx';
import { CircleCheck, CircleX } from 'lucide-react';
import { useTranslation } from 'react-i18next';

const kinds = ['good', 'glare', 'cut', 'blurred'] as const;
type Kind = (typeof kinds)[number];

/** Examples of valid and invalid photos. */
export function Examples() {
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
              className={clsx('flex items-start gap-1.5 text-sm', kind === 'good' ? 'text-completed' : 'text-rejected')}
            >
              <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" strokeWidth={2} />
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
