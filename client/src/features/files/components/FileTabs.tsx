import { clsx } from 'clsx';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface FileTab {
  /** The file's stored name. */
  filename: string;
  originalName: string;
  Icon: LucideIcon;
  text: ReactNode;
}

interface FileTabsProps {
  /** Name of the files, for screen readers. */
  label: string;
  tabs: readonly FileTab[];
  /** Index of the shown file, from 0. */
  shownIndex: number;
  onShow: (index: number) => void;
}

/** One button for each file of a viewer. */
export function FileTabs({ label, tabs, shownIndex, onShow }: FileTabsProps) {
  return (
    <ul aria-label={label} className="flex min-w-0 flex-wrap gap-2">
      {tabs.map(({ filename, originalName, Icon, text }, index) => {
        const isCurrent = index === shownIndex;
        return (
          <li key={filename} className="min-w-0">
            <button
              type="button"
              aria-pressed={isCurrent}
              title={originalName}
              className={clsx(
                'inline-flex min-h-9 max-w-full items-center gap-2 rounded-control border px-2.5 text-sm pointer-coarse:min-h-11',
                isCurrent ? 'border-tide bg-tide-soft font-medium text-tide' : 'border-line-strong hover:border-ink',
              )}
              onClick={() => onShow(index)}
            >
              <Icon className="size-4 shrink-0" />
              {text}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
