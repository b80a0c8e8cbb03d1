import { useEffect, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { useDebounced } from '#client/lib/browser/useDebounced.ts';
import { useLeaveGuard } from '#client/lib/browser/useLeaveGuard.ts';
import { clearDraft, readDraft, writeDraft } from '#client/lib/storage/drafts.ts';
import { useContractForm } from '#client/ui/form/useContractForm.ts';
import { isSame, parseStoredDraft, postForm, type PostDraft } from './blog.post-draft.ts';

export type PostForm = UseFormReturn<PostDraft, unknown, z.output<typeof postForm>>;

interface PostDraftState {
  form: PostForm;
  /** The values in the fields now. */
  draft: PostDraft;
  isDirty: boolean;
  /** Time at which the draft was typed, if it comes from this browser and not from the server. */
  restoredFrom: Date | undefined;
  /** Goes back to the saved post. */
  discard: () => void;
  /** The draft is saved now: its copy in this browser is deleted. */
  markSaved: (saved: PostDraft) => void;
}

const pauseMs = 800;
const postParams = ['post'];

/** A draft that this browser stores until it is saved: a closed tab or an ended session loses nothing. */
export function usePostDraft(userId: string, postId: string | undefined, savedDraft: PostDraft): PostDraftState {
  const [baseDraft, setBaseDraft] = useState(savedDraft);
  const [restored] = useState(() => {
    const storedDraft = readDraft({ name: `blog-${postId ?? 'new'}`, userId });
    const draft = parseStoredDraft(storedDraft?.open);
    return draft && storedDraft && !isSame(draft, savedDraft) ? { draft, savedAt: storedDraft.savedAt } : undefined;
  });
  const [restoredFrom, setRestoredFrom] = useState(restored?.savedAt);
  const [form] = useContractForm(postForm, { defaultValues: restored?.draft ?? savedDraft });
  const draft = form.watch();
  const isDirty = !isSame(draft, baseDraft);
  const debouncedDraft = useDebounced(draft, pauseMs);
  const name = `blog-${postId ?? 'new'}`;

  const release = useLeaveGuard(isDirty, postParams);
  useEffect(() => {
    if (isSame(debouncedDraft, baseDraft)) void clearDraft({ name, userId });
    else writeDraft({ name, userId }, { open: debouncedDraft, neverExpires: true });
  }, [debouncedDraft, baseDraft, name, userId]);

  const markSaved = (next: PostDraft) => {
    release();
    setBaseDraft(next);
    form.reset(next);
    setRestoredFrom(undefined);
    void clearDraft({ name, userId });
  };
  return {
    form,
    draft,
    isDirty,
    restoredFrom,
    discard: () => markSaved(baseDraft),
    markSaved,
  };
}
