import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Api } from '#shared/api.ts';
import { call, callFile } from '#client/lib/call.ts';
import { sessionQuery, type SessionUser } from '#client/lib/session.ts';

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
function useFreshPerson() {
  const client = useQueryClient();
  return (person: Partial<SessionUser>) =>
    client.setQueryData(sessionQuery.queryKey, (known) => known && { ...known, ...person });
}

export function useChangeProfile() {
  const onSuccess = useFreshPerson();
  return useMutation({ mutationFn: (body: ProfileChanges) => call('PUT /api/profile', { body }), onSuccess });
}

export function useSetPicture() {
  const onSuccess = useFreshPerson();
  return useMutation({
    mutationFn: (avatar: File) => call('PUT /api/profile/avatar', { form: { fields: {}, files: { avatar } } }),
    onSuccess,
  });
}

export function useRemovePicture() {
  const onSuccess = useFreshPerson();
  return useMutation({ mutationFn: () => call('DELETE /api/profile/avatar'), onSuccess });
}
