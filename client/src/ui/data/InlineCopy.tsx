import { CopyButton } from './CopyButton.tsx';

/** Copies a text beside it in a line of a list, without making the line higher. */
export function InlineCopy({ text, label }: { text: string; label: string }) {
  return (
    <span className="shrink-0 [&_button]:min-h-7! [&_button]:min-w-7! [&_button]:px-1! pointer-coarse:[&_button]:min-h-9! pointer-coarse:[&_button]:min-w-11!">
      <CopyButton iconOnly variant="ghost" text={text} label={label} />
    </span>
  );
}
