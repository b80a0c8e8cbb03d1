import { useQueryClient } from '@tanstack/react-query';
import { call } from '#client/lib/api/call.ts';
import { useChange } from '#client/lib/api/mutations.ts';
import { useUpload } from '#client/lib/api/useUpload.ts';
import { changeSession } from '#client/lib/session/change-session.ts';
import type { SessionUser } from '#client/lib/session/session.ts';
import type { Api } from '#shared/api.ts';

export type ProfileChanges = Api['PUT /api/profile']['body'];

/** Updates the cached signed-in user with the server's response. */
function useUpdateSessionUser() {
  const client = useQueryClient();
  return (user: Partial<SessionUser>) => changeSession(client, user);
}

/** Changes the user's own profile; the cached session follows. */
export function useChangeProfile() {
  const onSuccess = useUpdateSessionUser();
  return useChange({ mutationFn: (body: ProfileChanges) => call('PUT /api/profile', { body }), onSuccess });
}

/** Uploads the user's profile picture; the cached session follows. */
export function useSetPicture() {
  const onSuccess = useUpdateSessionUser();
  return useUpload({
    prepare: (avatar: File) => avatar,
    send: (avatar, { signal }) => call('PUT /api/profile/avatar', { form: { fields: {}, files: { avatar } }, signal }),
    onSuccess,
  });
}

/** Removes the user's profile picture; the cached session follows. */
export function useRemovePicture() {
  const onSuccess = useUpdateSessionUser();
  return useChange({ mutationFn: () => call('DELETE /api/profile/avatar'), onSuccess });
}
