import { createContext, use, type ReactNode } from 'react';

/** On the screen of the blog: what is being sent, the entry in the menu of a post, and the subscribers. */
export type NewsletterSlotProps =
  | { part: 'sending' | 'subscribers'; post?: never }
  | { part: 'post'; post: { id: string; title: string } };

/** Renders a part of the newsletter. It sends posts, so its feature comes after that of the blog. */
export const NewsletterContext = createContext<((props: NewsletterSlotProps) => ReactNode) | null>(null);

/** A part of the newsletter, if the layout provides it. */
export function NewsletterSlot(props: NewsletterSlotProps) {
  return use(NewsletterContext)?.(props);
}
