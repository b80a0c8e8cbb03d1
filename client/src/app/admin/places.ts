import type { May } from '#client/lib/session/permissions.ts';
import type { Permission } from '#shared/kernel/permission.ts';
import { account, rail, type AdminScreen, type Entry } from './screens.ts';

const dashboard = '/admin/dashboard';

/** Address of a screen: its own, or that of its tab of the dashboard. */
const addressOf = ({ id, Page, tab }: AdminScreen) => (Page || !tab ? `/admin/${id}` : `${dashboard}?tab=${id}`);

/** A screen with its address and the sidebar entry that leads to it. */
type Destination = AdminScreen & { to: string; entry: Entry | undefined };

/** Every destination of the administration, in the order of the sidebar. */
export const adminDestinations: readonly Destination[] = [
  ...rail.flatMap((entry) => entry.screens.map((screen) => ({ ...screen, entry, to: addressOf(screen) }))),
  { ...account, entry: undefined, to: addressOf(account) },
];

/** The screens by their path; `frame` is the entry whose tabs they are. The dashboard is the shell's own. */
export const adminPages = adminDestinations.flatMap(({ id, entry, Page, Below }) => [
  ...(Page ? [{ path: `/admin/${id}`, Page, frame: entry?.framed ? entry : undefined }] : []),
  ...(Below ? [{ path: `/admin/${id}/${Below.path}`, Page: Below.Page, frame: undefined }] : []),
]);

/** Every address of the administration. */
export const adminPaths = [dashboard, ...adminPages.map(({ path }) => path)];

/** The tabs of the dashboard in their order. */
export const adminTabs = adminDestinations
  .flatMap(({ id, text, may, tab }) => (tab ? [{ id, text, may, ...tab }] : []))
  .toSorted((a, b) => a.place - b.place);

/** The screens of an entry that a member may read. */
export const screensFor = (entry: Entry, may: May): Destination[] =>
  adminDestinations.filter((screen) => screen.entry === entry && may(screen.may));

/** The sidebar of a member by its groups, with the entries whose pages the member may read. */
export function sidebarOf(may: May, isFourEyesOn: boolean) {
  const items = rail.flatMap((entry) => {
    const [first] = screensFor(entry, may);
    return first && (isFourEyesOn || !entry.fourEyes) ? [{ ...entry, to: first.to }] : [];
  });
  const headings = new Set(items.map(({ group }) => group));
  return [...headings].map((heading) => ({ heading, entries: items.filter(({ group }) => group === heading) }));
}

/** The screen at an address, or the tab of the dashboard there. */
export function destinationAt(pathname: string, search: string): Destination | undefined {
  const tab = pathname === dashboard && new URLSearchParams(search).get('tab');
  return (
    adminDestinations.find(({ id, tab: isTab }) => isTab && id === tab) ??
    adminDestinations.find(({ to }) => pathname === to || pathname.startsWith(`${to}/`))
  );
}

/** The sidebar entry at an address: a tab of the dashboard belongs to the dashboard, whose heading it has. */
export function entryAt(pathname: string, search: string): string | undefined {
  return pathname === dashboard ? 'dashboard' : destinationAt(pathname, search)?.entry?.id;
}

/** The permission that a role needs for the screen at an address. */
export function permissionAt(pathname: string, search: string): Permission | undefined {
  const may = destinationAt(pathname, search)?.may;
  return may === 'member' ? undefined : may;
}
