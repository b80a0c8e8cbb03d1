import type { KeyboardEvent } from 'react';

/** Ctrl Enter, on a Mac also with the command key: sends the form or dialog it is pressed in, from any of its fields. */
export const isSubmitKey = ({ key, ctrlKey, metaKey, repeat }: KeyboardEvent) =>
  key === 'Enter' && (ctrlKey || metaKey) && !repeat;
