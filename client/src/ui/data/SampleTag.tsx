/** Marks a sample row; the remedy for all samples is shown once, above the rows. */
export function SampleTag({ text }: { text: string }) {
  return (
    <span className="self-start rounded-control border border-line-strong px-1.5 py-px text-xs text-muted">{text}</span>
  );
}
