export const headerButtonClasses =
  'inline-flex h-11 min-w-11 items-center justify-center gap-1.5 rounded-control px-2.5 text-sm text-muted hover:bg-tide-soft hover:text-ink';
