import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Skeleton } from '../feedback/Skeleton.tsx';
import { Button } from '../form/Button.tsx';

interface DetailPaneProps {
  /** The link back to the list, which the detail replaces on a phone. */
  back: string;
  onBack: () => void;
  children: ReactNode;
}

/** The detail beside an admin list: on wide screens its children are separate panes. */
export function DetailPane({ back, onBack, children }: DetailPaneProps) {
  return (
    <div className="flex min-w-0 flex-1 flex-col md:min-h-0 md:overflow-y-auto xl:contents">
      <Button
        text={back}
        variant="ghost"
        size="small"
        className="m-2 self-start md:hidden"
        icon={<ArrowLeft className="size-4 rtl:-scale-x-100" strokeWidth={2} />}
        onClick={onBack}
      />
      {children}
    </div>
  );
}

/** Placeholder of a pane and its details while they load. */
export function DetailSkeleton() {
  return <Skeleton className="flex flex-col gap-4" line={['h-80 rounded-card', 'h-48 rounded-card']} />;
}
