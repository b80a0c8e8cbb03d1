import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { Button } from '../Button.tsx';

type ToggleButtonProps = Omit<ComponentProps<typeof Button>, 'aria-pressed' | 'size' | 'variant'> & { isOn: boolean };

/** A switch among the tools of a screen; while it is on it looks like a chosen chip, never like the primary button. */
export function ToggleButton({ isOn, className, ...rest }: ToggleButtonProps) {
  return (
    <Button
      {...rest}
      size="small"
      variant={isOn ? 'outline' : 'ghost'}
      aria-pressed={isOn}
      className={clsx('px-3!', isOn && 'border-tide! bg-tide-soft! text-tide!', className)}
    />
  );
}
