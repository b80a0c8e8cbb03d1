import { useEffect, useState } from 'react';
import { useDebounced } from '#client/lib/browser/useNow.ts';
import { clearDraft, readDraft, writeDraft } from '#client/lib/storage/drafts.ts';
import { useLeaveGuard } from '#client/lib/browser/useLeaveGuard.ts';
import { isSame, parseStoredDraft, type PostDraft } from './blog.post-draft.ts';

interface PostDraftState {
  draft: PostDraft;
  update: (change: Partial<PostDraft>) => void;
  isDirty: boolean;
  /** When what stands here was typed, if it was found in this browser and not on the server. */
  restoredFrom: Date | undefined;
  /** Goes back to what is saved. */
  discard: () => void;
  /** What stands here is saved now: the copy in this browser goes. */
  markSaved: (saved: PostDraft) => void;
}

const pauseMs = 800;

/** What is typed, kept in this browser until it is saved: a closed tab or an ended session loses nothing. */
export function usePostDraft(userId: string, postId: string | undefined, saved: PostDraft): PostDraftState {
  const [base, setBase] = useState(saved);
  const [found] = useState(() => {
    const stored = readDraft({ name: `blog-${postId ?? 'new'}`, userId });
    const draft = parseStoredDraft(stored?.open);
    return draft && stored && !isSame(draft, saved) ? { draft, savedAt: stored.savedAt } : undefined;
  });
  const [restoredFrom, setRestoredFrom] = useState(found?.savedAt);
  const [draft, setDraft] = useState(found?.draft ?? saved);
  const isDirty = !isSame(draft, base);
  const debounced = useDebounced(draft, pauseMs);
  const name = `blog-${postId ?? 'new'}`;

  useLeaveGuard(isDirty);
  useEffect(() => {
    if (isSame(debounced, base)) void clearDraft({ name, userId });
    else writeDraft({ name, userId }, { open: debounced, neverExpires: true });
  }, [debounced, base, name, userId]);

  const markSaved = (next: PostDraft) => {
    setBase(next);
    setDraft(next);
    setRestoredFrom(undefined);
    void clearDraft({ name, userId });
  };
  return {
    draft,
    update: (change) => setDraft((old) => ({ ...old, ...change })),
    isDirty,
    restoredFrom,
    discard: () => markSaved(base),
    markSaved,
  };
}
