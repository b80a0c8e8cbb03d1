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
  const language = stored('selectedLanguage') ?? '';
  if (/^[a-z]{2}$/.test(language)) {
    root.lang = language;
    root.dir = language === 'ar' ? 'rtl' : 'ltr';
  }
})();
