// Runs before the first paint so that neither the theme nor the reading direction flashes.
// A file of its own, because script-src 'self' forbids inline scripts.
(() => {
  const root = document.documentElement;
  /** @param {string} key */
  const stored = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null; // Storage is blocked: the defaults hold.
    }
  };
  const light = stored('landfall-ui-theme') === 'light';
  root.className = light ? 'light' : 'dark';
  const themeColor = Object.assign(document.createElement('meta'), { name: 'theme-color' });
  themeColor.content = light ? '#f7f6ef' : '#0a110f';
  document.head.append(themeColor);
  // Hides what the server rendered for a visitor from customers, and from whoever has dismissed it.
  if (stored('auth_token')) root.classList.add('known');
  if (stored('landfall-welcome-dismissed')) root.classList.add('welcomed');
  const language = stored('selectedLanguage') ?? '';
  if (/^[a-z]{2}$/.test(language) && language !== root.lang) {
    // Rendered in another language: hidden until the right one is there.
    root.classList.add('other-language');
    root.lang = language;
    root.dir = language === 'ar' ? 'rtl' : 'ltr';
  }
  // A rendered button does nothing before hydration: lib/browser/early-click.ts clicks the last one again.
  addEventListener(
    'click',
    ({ target }) => {
      if (globalThis.isHydrated || !(target instanceof Element)) return;
      if (globalThis.isFrameHydrated && !target.closest('main')) return;
      globalThis.earlyClick = target.closest('button') ?? undefined;
    },
    true,
  );
  // The browser would load the page again for a rendered form.
  addEventListener(
    'submit',
    (event) => {
      if (!globalThis.isHydrated) event.preventDefault();
    },
    true,
  );
})();
