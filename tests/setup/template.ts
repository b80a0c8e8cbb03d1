/** The migrated database that every test database is cloned from. */
export const templateName = 'landfall_template';

/** The same server, another database. */
export function urlWithDatabase(serverUrl: string, database: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${database}`;
  return url.href;
}
