import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useBlobImage } from '#client/lib/browser/useBlobImage.ts';
import { Avatar } from '#client/ui/data/Avatar.tsx';
import { pictureQuery } from '../users.queries.ts';

interface UserAvatarProps {
  user: { firstName: string; profileImageUrl: string | null };
  className?: string;
}

/** A user's picture, else the first letter of the first name, else U. Decorative: the name is in the text beside it. */
export function UserAvatar({ user: { firstName, profileImageUrl }, className = 'size-9 text-sm' }: UserAvatarProps) {
  const { data } = useQuery(pictureQuery(profileImageUrl));
  if (profileImageUrl === null || !data) return <Avatar name={firstName} className={className} />;
  return <Picture blob={data} className={className} />;
}

function Picture({ blob, className }: { blob: Blob; className: string }) {
  return (
    <img
      ref={useBlobImage(blob)}
      alt=""
      width={36}
      height={36}
      className={clsx('shrink-0 rounded-full object-cover', className)}
    />
  );
}
