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
  document.querySelector('meta[name="theme-color"]').setAttribute('content', light ? '#f7f6ef' : '#0a110f');
  // What the server drew for a visitor and is none of a customer's, or of somebody who has dismissed it.
  if (stored('auth_token')) root.classList.add('known');
  if (stored('landfall-welcome-dismissed')) root.classList.add('welcomed');
  const language = stored('selectedLanguage') ?? '';
  if (/^[a-z]{2}$/.test(language) && language !== root.lang) {
    // Drawn in another language: hidden until the right one is there.
    root.classList.add('other-language');
    root.lang = language;
    root.dir = language === 'ar' ? 'rtl' : 'ltr';
  }
  // A drawn button does nothing until the program has come: lib/early-press.ts presses the last one again. Heard on the
  // way down, since React lets nothing of what is not alive come up again.
  /** @param {EventTarget | null} target */
  const unhydrated = (target) =>
    target instanceof Element && target.closest('[data-unhydrated]') ? target : undefined;
  addEventListener(
    'click',
    ({ target }) => {
      const pressed = unhydrated(target);
      if (pressed) globalThis.earlyClick = pressed.closest('button') ?? undefined;
    },
    true,
  );
  // For a drawn form the browser would load the page anew.
  addEventListener('submit', (event) => unhydrated(event.target) && event.preventDefault(), true);
})();
