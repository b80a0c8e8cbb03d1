import type { NewsletterSlotProps } from '#client/ui/layout/admin/NewsletterSlot.tsx';
import { NewsletterOfPost } from './NewsletterOfPost.tsx';
import { NewsletterStrip } from './NewsletterStrip.tsx';
import { SubscriberStats } from './SubscriberStats.tsx';

/** The part of the newsletter that a place on the screen of the blog asks for. */
export function NewsletterPart({ part, post }: NewsletterSlotProps) {
  if (part === 'post') return <NewsletterOfPost post={post} />;
  return part === 'sending' ? <NewsletterStrip /> : <SubscriberStats />;
}
