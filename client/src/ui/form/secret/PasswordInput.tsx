import { Eye, EyeOff } from 'lucide-react';
import { useState, type ComponentProps, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../Button.tsx';
import { controlClasses, Field, splitField, type FieldProps } from '../Field.tsx';

/** A password that can be shown and pasted; warns when caps lock is on. */
export function PasswordInput(props: FieldProps & Omit<ComponentProps<'input'>, 'id' | 'className' | 'type'>) {
  const [field, { onKeyUp, ...input }] = splitField(props);
  const { t } = useTranslation();
  const [isShown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const watchCapsLock = (event: KeyboardEvent<HTMLInputElement>) => {
    setCapsLock(event.getModifierState('CapsLock'));
    onKeyUp?.(event);
  };

  return (
    <Field {...field} hint={capsLock ? t('form.capsLock') : field.hint}>
      {(wiring) => (
        <div className="relative">
          <input
            required={!field.optional}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            {...input}
            {...wiring}
            type={isShown ? 'text' : 'password'}
            onKeyUp={watchCapsLock}
            dir="ltr"
            className={`${controlClasses} pe-12 rtl:ps-12 rtl:pe-3.5 rtl:text-end`}
          />
          <IconButton
            label={isShown ? t('form.hidePassword') : t('form.showPassword')}
            className="absolute end-0.5 top-0.5"
            onClick={() => setShown(!isShown)}
          >
            {isShown ? <EyeOff className="size-5" /> : <Eye className="size-5" />}
          </IconButton>
        </div>
      )}
    </Field>
  );
}
