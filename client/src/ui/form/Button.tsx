import { clsx } from 'clsx';
import { useRef, type ComponentProps, type MouseEvent, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Spinner } from '../feedback/Spinner.tsx';

/** Variants: the main action, another one, a minor one, and one that destroys. There is no second primary. */
export type ButtonVariant = 'filled' | 'outline' | 'ghost' | 'danger';
export type ButtonSize = 'regular' | 'small';

interface ButtonStyleProps {
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  /** True to fill the whole width. */
  wide?: boolean | undefined;
  icon?: ReactNode;
  /** Label; children if it is more than a text. */
  text?: string | undefined;
}

const sharedClasses =
  'inline-flex max-w-full items-center justify-center gap-2 rounded-control border text-center font-medium text-balance break-keep transition-colors duration-120 ease-tide select-none';
// A small button is 36 px high for the eye and 44 px for a finger: distances around it are measured from inside its
// edge.
const sizes = {
  regular: 'min-h-11 py-2 text-base',
  small: 'relative min-h-9 py-1 text-sm pointer-coarse:after:absolute pointer-coarse:after:-inset-1.25',
};
const variants = {
  filled:
    'border-transparent bg-tide font-semibold text-on-tide hover:bg-tide-hover active:bg-tide-press focus-visible:outline-ink',
  outline: 'border-line-strong bg-transparent text-ink hover:border-ink',
  ghost: 'border-transparent bg-transparent text-tide hover:bg-tide-soft',
  danger:
    'border-transparent bg-danger font-semibold text-on-danger hover:brightness-110 active:brightness-95 focus-visible:outline-ink',
};
const paddings = { regular: 'px-5', small: 'px-3' };
const disabledClasses = 'border-transparent bg-other-soft font-medium text-faint';

function classesOf(
  { variant = 'outline', size = 'regular', wide }: ButtonStyleProps,
  isDisabled: boolean,
  className?: string,
): string {
  return clsx(
    sharedClasses,
    sizes[size],
    variant === 'ghost' ? 'px-2' : paddings[size],
    isDisabled ? disabledClasses : variants[variant],
    wide && 'w-full',
    className,
  );
}

type ButtonProps = ButtonStyleProps &
  Omit<ComponentProps<'button'>, 'disabled'> & {
    /**
     * Keeps label and position, shows a spinner, and ignores a second press, including the second click of a double
     * click on the same label. The button of the next step in the same place reacts to a quick press.
     */
    busy?: boolean | undefined;
    /** True if it cannot be used now. It stays focusable, so that `aria-describedby` can say why. */
    disabled?: boolean | undefined;
  };

/** An action. One `filled` button per screen, labelled with the action or amount. */
export function Button({ icon, text, busy, disabled = false, className, children, ...props }: ButtonProps) {
  const { variant, size, wide, onClick, type = 'button', ...rest } = props;
  const isDisabled = disabled && !busy;
  const lastPressed = useRef<string>(undefined);
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    const label = event.currentTarget.textContent;
    const isDoubled = busy !== undefined && event.detail > 1 && lastPressed.current === label;
    lastPressed.current = label;
    if (busy || disabled || isDoubled) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...rest}
      type={type}
      aria-disabled={busy || disabled || undefined}
      aria-busy={busy || undefined}
      className={classesOf({ variant, size, wide }, isDisabled, className)}
      onMouseDown={type === 'submit' ? preventFocusLoss : undefined}
      onClick={press}
    >
      {busy ? <Spinner /> : icon}
      {text}
      {children}
    </button>
  );
}

/** A press must not blur a field: its error would move the button from under the finger, and lose the press. */
function preventFocusLoss(event: MouseEvent): void {
  event.preventDefault();
}

type ButtonLinkProps = ButtonStyleProps & ComponentProps<typeof Link>;

/** A link to another screen, styled as a button. */
export function ButtonLink({ variant, size, wide, icon, text, className, children, ...rest }: ButtonLinkProps) {
  return (
    <Link {...rest} className={classesOf({ variant, size, wide }, false, className)}>
      {icon}
      {text}
      {children}
    </Link>
  );
}

/** A link within dense details, such as a card of the administration. */
export function TextLink(props: Omit<ComponentProps<typeof Link>, 'className'>) {
  return <Link {...props} className="inline-flex min-h-6 items-center text-link" />;
}

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label'> & { label: string };

/** An action as an icon alone: 44 px square, `label` is its name. */
export function IconButton({ label, className, children, type = 'button', ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      title={label}
      className={clsx(
        'inline-grid size-11 shrink-0 place-items-center rounded-control text-muted transition-colors duration-120 hover:bg-tide-soft hover:text-ink aria-disabled:cursor-default aria-disabled:bg-transparent aria-disabled:text-faint aria-disabled:opacity-40',
        className,
      )}
    >
      {children}
    </button>
  );
}
