import type { PersonalDataRegistry } from './users.service.ts';

/** What `users` lends to the features below it; made in compose.ts. */
export type UsersPorts = {
  /** What the features below `users` know and keep of a user. */
  personalData: PersonalDataRegistry;
};
