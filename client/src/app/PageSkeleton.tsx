import { brandName } from '#client/lib/api/initial-data.ts';
import { Skeleton, SkeletonLine } from '#client/ui/feedback/Skeleton.tsx';

/** The skeleton of a screen whose chunk is being fetched. */
export function PageSkeleton() {
  return (
    <Skeleton className="wrap flex min-h-[70dvh] flex-1 flex-col gap-6 py-8 md:py-12">
      <title>{brandName()}</title>
      <SkeletonLine className="h-9 w-64 max-w-full" />
      <SkeletonLine className="h-5 w-96 max-w-full" />
      <SkeletonLine className="h-48 w-full rounded-card" />
    </Skeleton>
  );
}
