import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { Toast } from 'radix-ui';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showToastsWith, type ToastMessage } from './toast.ts';

const displayMs = 5_000;
const swipePx = 50;

/** Where toasts appear: one at a time, gone after 5 s unless hovered or focused, swiped away to the side it stands at. */
export function Toaster() {
  const { t, i18n } = useTranslation();
  const [shown, setShown] = useState<{ message: ToastMessage; turn: number }>();
  const [open, setOpen] = useState(false);
  useEffect(
    () =>
      showToastsWith((message) => {
        setShown((last) => ({ message, turn: (last?.turn ?? 0) + 1 }));
        setOpen(true);
      }),
    [],
  );
  const problem = shown?.message.tone === 'problem';
  const Icon = problem ? CircleAlert : CircleCheck;

  return (
    <Toast.Provider
      duration={displayMs}
      swipeDirection={i18n.dir() === 'rtl' ? 'left' : 'right'}
      swipeThreshold={swipePx}
      label={t('toast.label')}
    >
      {shown && (
        <Toast.Root
          key={shown.turn}
          open={open}
          onOpenChange={setOpen}
          className="toast flex items-start gap-3 rounded-card border border-line bg-raised py-3 ps-4 pe-1 text-sm shadow-overlay"
        >
          <Icon
            aria-hidden="true"
            className={problem ? 'mt-0.5 size-5 text-rejected' : 'mt-0.5 size-5 text-completed'}
            strokeWidth={1.75}
          />
          <div className="min-w-0 flex-1 py-0.5">
            <Toast.Title className="font-medium">{shown.message.title}</Toast.Title>
            {shown.message.text && <Toast.Description className="text-muted">{shown.message.text}</Toast.Description>}
          </div>
          <Toast.Close
            aria-label={t('action.dismiss')}
            className="-my-2 grid size-11 shrink-0 place-items-center rounded-control text-muted hover:text-ink"
          >
            <X className="size-4" strokeWidth={2} />
          </Toast.Close>
        </Toast.Root>
      )}
      <Toast.Viewport className="fixed start-4 end-4 bottom-[max(5rem,calc(var(--bar-bottom,0px)+1rem))] z-30 mx-auto flex max-w-96 flex-col outline-none sm:start-auto sm:end-6 md:bottom-[calc(var(--bar-bottom,0px)+1.5rem)]" />
    </Toast.Provider>
  );
}
