// A page with Back, a whole sale and an exchange in Firefox and in WebKit, the engine of Safari, against the built
// demonstration. Needs Debian's `firefox-esr`, `webkit2gtk-driver` and `xvfb`; the other browser tests run in Chromium.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { rootDir } from '#server/env/paths.ts';
import { aProof } from '#tests/factories/sales.ts';
import { startDemo, type DemoServer } from '#tests/screens/demo-server.ts';
import { aFolder, toTheEnd } from '#tests/setup/endings.ts';
import { engines, type Driver, type ElementReference } from './webdriver.ts';

const pictures = join(rootDir, 'tests', '.output', 'engines');
const timeoutMs = 60_000;

/** Finds an element by its text: the label of a field, or the text of a control or heading. */
const findScript = `
  const [kind, words] = arguments;
  const selector = { field: 'input, select, textarea', control: 'a, button, label', heading: 'h1, h2, h3' }[kind];
  const textOf = (element) => (element.getAttribute('aria-label') ?? element.textContent).replace(/\\s+/g, ' ').trim();
  const labelsOf = (element) => [element.ariaLabel ?? '', ...[...(element.labels ?? [])].map(textOf)];
  const namesOf = (element) => kind === 'field' ? labelsOf(element) : [textOf(element)];
  const isThere = (element) => element.type === 'file' || element.checkVisibility();
  const fits = (name) => new RegExp(words).test(name);
  const isFound = (element) => isThere(element) && namesOf(element).some(fits);
  const found = [...document.querySelectorAll(selector)].filter(isFound);
  return found.at(-1) ?? null;`;

/** Retries until there is a result; after a minute it throws the given reason. */
async function patiently<Found>(attempt: () => Promise<Found>, failureText: string): Promise<NonNullable<Found>> {
  let problem = new Error(failureText);
  for (const deadline = performance.now() + timeoutMs; performance.now() < deadline; await pause(100)) {
    const result = await attempt().catch((error: Error) => void (problem = error));
    if (result) return result;
  }
  throw problem;
}

type Visitor = ReturnType<typeof visitorOf>;

function visitorOf(driver: Driver) {
  const see = (kind: 'field' | 'control' | 'heading', name: string) => {
    const find = async () => (await driver.run(findScript, kind, name)) as ElementReference | null;
    return patiently(find, `No ${kind} “${name}” is on the screen.`);
  };
  return {
    driver,
    see,
    /** Waits until a function body is true in the page. */
    until: (body: string, failureText: string) => patiently(() => driver.run(body), failureText),
    /** Waits for a control that is not enabled yet, or still moving. */
    press: async (name: string) => {
      const press = async () => {
        const control = await see('control', name);
        if (await driver.run('return arguments[0].disabled;', control)) return false;
        await driver.click(control);
        return true;
      };
      await patiently(press, `“${name}” is disabled.`);
    },
    fill: async (label: string, text: string) => {
      const field = await see('field', label);
      await driver.clear(field);
      await driver.type(field, text);
    },
    /** Chooses in a native list of options, like a key press. */
    choose: async (label: string, value: string) => {
      const script = `
        arguments[0].value = arguments[1];
        arguments[0].dispatchEvent(new Event('change', { bubbles: true }));`;
      await driver.run(script, await see('field', label), value);
    },
    attach: async (label: string, path: string) => driver.type(await see('field', label), path),
  };
}

/** From the end of the home page to the top of the terms, and Back to that end, without another page load. */
async function readTerms(visitor: Visitor, demo: DemoServer): Promise<void> {
  const { driver } = visitor;
  await driver.open(demo.url);
  await visitor.until('return globalThis.isHydrated === true;', 'The home page was not hydrated.');
  await driver.run(
    `document.body.dataset.samePage = 'yes'; scrollTo(0, document.documentElement.scrollHeight - innerHeight - 300);`,
  );
  const link = await visitor.see('control', '^Terms of Service$');
  // A click of the driver would bring the link into sight first.
  const scrollTop = await driver.run('const left = Math.round(scrollY); arguments[0].click(); return left;', link);
  await visitor.until(
    `return location.pathname === '/terms-of-service' && scrollY === 0 && document.activeElement?.tagName === 'H1';`,
    'The terms did not begin at their top, with the focus on their heading.',
  );
  await driver.run('history.back();');
  await visitor.until(
    `return document.body.dataset.samePage === 'yes' && location.pathname === '/' && Math.abs(scrollY - ` +
      `${Number(scrollTop)}) <= 1;`,
    `Back did not lead to ${Number(scrollTop)} px of the home page.`,
  );
}

async function sell(visitor: Visitor, demo: DemoServer, proof: string): Promise<void> {
  const { email, password } = demo.newcomer;
  await visitor.driver.open(`${demo.url}/sell`);
  await visitor.press('^Sign In$');
  await visitor.fill('^Email', email);
  await visitor.fill('^Password', password);
  await visitor.press('^Sign In$');
  await visitor.press('^Sell Bitcoin(?! Cash)');
  await visitor.fill('^You sell', '0.002');
  await visitor.press('^Continue with 0.002 BTC$');
  await visitor.press('^Bank transfer');
  await visitor.fill('^Bank$', 'Bank of Lagos');
  await visitor.fill('^IBAN', 'NL91 ABNA 0417 1643 00');
  await visitor.press('^Lock rate and show address$');
  await visitor.press('^Next: I’ve sent');
  await visitor.attach('photo', proof);
  await visitor.press('^Submit sale of');
  await visitor.see('heading', '^Order submitted successfully$');
}

/** An exchange by the customer of the sale, who is signed in. */
async function exchange(visitor: Visitor, demo: DemoServer, proof: string): Promise<void> {
  await visitor.driver.open(`${demo.url}/fiat-exchange`);
  await visitor.choose('^Currency you send', 'PHP');
  await visitor.choose('^Currency you receive', 'USD');
  await visitor.fill('^You send', '10000.50');
  await visitor.press('^Continue with ₱10,000.50 PHP$');
  await visitor.fill('^Bank$', 'First Coastal Bank of New England');
  await visitor.fill('^Account number', '0123884421');
  await visitor.fill('^Account name', 'Li Wu');
  await visitor.fill('^Routing number', '021000021');
  await visitor.press('^Show payment instructions$');
  await visitor.press('^Philippine bank transfer');
  await visitor.press('^I Made the Payment$');
  await visitor.see('heading', '^Upload Payment Proof$');
  await visitor.attach('Choose file', proof);
  await visitor.press('^Upload payment proof$');
  await visitor.see('heading', '^Success!$');
}

/** True if sale and exchange reached their end; the last screenshot is saved either way. */
async function tryEngine({ name, start }: (typeof engines)[number]): Promise<boolean> {
  const proof = join(aFolder(), 'transfer.png');
  await writeFile(proof, aProof());
  // A new product for each engine, so that the sale is the first.
  const demo = await startDemo();
  const visitor = visitorOf(await start());
  try {
    await readTerms(visitor, demo);
    console.log(`ok   ${name}: a visitor read the terms from their top and went back to where they were.`);
    await sell(visitor, demo, proof);
    console.log(`ok   ${name}: a customer signed in, sold 0.002 BTC and handed in the proof.`);
    await exchange(visitor, demo, proof);
    console.log(`ok   ${name}: the customer exchanged ₱10,000.50 for dollars and handed in the proof.`);
    return true;
  } catch (error) {
    console.log(`FAIL ${name}: ${(error as Error).message}`);
    return false;
  } finally {
    await writeFile(join(pictures, `${name.toLowerCase()}.png`), await visitor.driver.picture());
  }
}

/**
 * Sells and exchanges in each engine that is installed, one after the other (about a minute each). Returns by name
 * which failed, and which are not installed on this machine and so were not tried; each is also reported on the
 * console.
 */
export async function sellInEachEngine() {
  await mkdir(pictures, { recursive: true });
  const failures: string[] = [];
  const missingEngines: string[] = [];
  for (const engine of engines) {
    if (engine.missing.length > 0) {
      console.log(`MISSING ${engine.name}: not tried. Install ${engine.missing.join(' and ')}.`);
      missingEngines.push(engine.name);
    } else if (!(await toTheEnd(() => tryEngine(engine)))) failures.push(engine.name);
  }
  return { failed: failures, missing: missingEngines };
}
