import { clsx } from 'clsx';
import type { ReactNode } from 'react';

interface FilePickProps {
  text: string;
  icon: ReactNode;
  accept: string;
  camera?: 'environment' | 'user' | undefined;
  describedBy?: string | undefined;
  className?: string | undefined;
  /** Shows the icon alone: the text is its accessible name. */
  iconOnly?: boolean | undefined;
  multiple?: boolean | undefined;
  /** Content after the text, such as its shortcut key. */
  aside?: ReactNode;
  onPick: (files: readonly File[]) => void;
}

/** A button that opens the native file chooser, which keeps serving keyboard and screen reader. */
export function FilePick(props: FilePickProps) {
  const { text, icon, camera, describedBy, className, iconOnly, aside, onPick, ...input } = props;
  return (
    <label
      title={iconOnly ? text : undefined}
      className={clsx(
        'inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-control has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-tide',
        className ?? 'border border-line-strong px-4 font-medium hover:border-ink',
      )}
    >
      {icon}
      <span className={iconOnly ? 'sr-only' : undefined}>{text}</span>
      {aside && (
        <span aria-hidden="true" className="contents">
          {aside}
        </span>
      )}
      <input
        {...input}
        type="file"
        capture={camera}
        aria-label={aside ? text : undefined}
        aria-describedby={describedBy}
        className="sr-only"
        onChange={({ target }) => {
          onPick([...(target.files ?? [])]);
          target.value = ''; // Lets the browser report the same file again after it was removed.
        }}
      />
    </label>
  );
}
