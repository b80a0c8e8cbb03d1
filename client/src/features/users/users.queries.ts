import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Api } from '#shared/api.ts';
import { call, callFile } from '#client/lib/api/call.ts';
import { sessionQuery, type SessionUser } from '#client/lib/session/session.ts';

export type ProfileChanges = Api['PUT /api/profile']['body'];

/** The bytes of a person's picture, fetched with the bearer header: an address in an `<img>` carries none. */
export const pictureQuery = (url: string | null) =>
  queryOptions({
    queryKey: ['picture', url],
    queryFn: async ({ signal }) => {
      const filename = url?.split('/').at(-1) ?? '';
      return (await callFile('GET /api/files/:filename', { params: { filename }, signal })).blob;
    },
    staleTime: Infinity,
    enabled: url !== null,
  });

/** Puts what the server says about the person in place of what the screens knew. */
function useUpdateSessionUser() {
  const client = useQueryClient();
  return (user: Partial<SessionUser>) =>
    client.setQueryData(sessionQuery.queryKey, (known) => known && { ...known, ...user });
}

export function useChangeProfile() {
  const onSuccess = useUpdateSessionUser();
  return useMutation({ mutationFn: (body: ProfileChanges) => call('PUT /api/profile', { body }), onSuccess });
}

export function useSetPicture() {
  const onSuccess = useUpdateSessionUser();
  return useMutation({
    mutationFn: (avatar: File) => call('PUT /api/profile/avatar', { form: { fields: {}, files: { avatar } } }),
    onSuccess,
  });
}

export function useRemovePicture() {
  const onSuccess = useUpdateSessionUser();
  return useMutation({ mutationFn: () => call('DELETE /api/profile/avatar'), onSuccess });
}
