import { z } from 'zod';
import { endpoint } from '#shared/kernel/endpoint.ts';
import { fileErrors } from '#shared/kernel/error.ts';
import { reason } from '#shared/kernel/reason.ts';
import { languages } from '#shared/reference/languages.ts';
import { userFields, userView } from './users.contract.ts';

const codes = languages.map(({ code }) => code);

export const profile = endpoint('GET /api/profile', {
  access: 'customer',
  summary: 'What the user has told about themselves',
  response: userView,
});

export const changeOwnProfile = endpoint('PUT /api/profile', {
  access: 'customer',
  summary: 'Change names, phone or language; what is left out stays. The address is changed at /api/profile/email',
  body: z.object({
    firstName: userFields.firstName.optional(),
    middleName: userFields.middleName.nullable().optional(),
    lastName: userFields.lastName.optional(),
    mobileNumber: userFields.mobileNumber.optional(),
    language: z.enum(codes, reason('language_unknown')).optional(),
  }),
  response: userView,
});

export const setAvatar = endpoint('PUT /api/profile/avatar', {
  access: 'customer',
  summary: 'Set the picture of the user (JPEG, PNG or WebP, 10 MB); the one before is removed',
  form: { fields: z.object({}), files: { avatar: { accept: 'image', maxCount: 1 } } },
  response: userView,
  errors: fileErrors,
  limit: 'upload',
});

export const removeAvatar = endpoint('DELETE /api/profile/avatar', {
  access: 'customer',
  summary: 'Remove the picture of the user',
  response: userView,
});
