import type { Variant } from './appearance.ts';
import type { ScreenUser } from './demo-server.ts';
import type { ScreenState } from './screen-state.ts';

const devices = { desktop: { width: 1280, height: 800 }, phone: { width: 360, height: 740 } };
type Device = keyof typeof devices;
// An admin must see all decision data without scrolling in a window of this size.
const adminWindow = { width: 1440, height: 900 };
const isFirst = (name: string) => /^(landing|dashboard)$/.test(name);
const isMoney = (name: string) => isFirst(name) || /^(sell-amount|sell-deposit|transactions|order)$/.test(name);
/** The screens that the team works with all day. */
const isDaily = (name: string) => /^admin-(overview|queue|approve-all|review)$/.test(name);

const team: readonly ScreenUser[] = ['admin', 'beginner', 'reviewer', 'payer', 'support'];

/** The window in which a screen is reached before it is captured in each of its variants. */
export const firstWindow = devices.desktop;

export type Picture = { name: string; variant: Variant };

/**
 * Every screen in dark mode on a desktop and in light mode on a phone; the paths to money and the team's daily screens
 * the other way round too, the first ones in other languages.
 */
export function picturesOf({ name, who }: ScreenState): Picture[] {
  const picture = (device: Device, theme: Variant['theme'], language = 'en'): Picture => {
    const isOfTeam = device === 'desktop' && team.includes(who);
    const variant = { theme, language, ...(isOfTeam ? adminWindow : devices[device]) };
    return { name: `${name}-${theme}-${device}${language === 'en' ? '' : `-${language}`}`, variant };
  };
  const desktop = picture('desktop', 'dark');
  // The admin search is opened by keys that a phone lacks. On a phone the sendings are below the list, and the dialog
  // closes when the table turns into cards.
  if (/^admin-(command|blog-send)/.test(name)) return [desktop];
  return [
    ...(isFirst(name) ? [picture('phone', 'dark', 'ar'), picture('phone', 'light', 'de')] : []),
    desktop,
    picture('phone', 'light'),
    ...(isMoney(name) || isDaily(name) ? [picture('phone', 'dark'), picture('desktop', 'light')] : []),
  ];
}

/** Routes to the same screen need no picture of their own. */
export const isPictured = ({ name }: ScreenState): boolean => !/(-page|-gate)$|^(admin-unknown|sign-out)$/.test(name);
