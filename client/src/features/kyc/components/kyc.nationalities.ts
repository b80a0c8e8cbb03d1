import type { ComboboxOption } from '#client/ui/form/combobox/combobox-options.ts';

/** All of ISO 3166-1 alpha-2: a passport may be from a country without payouts. */
const codes =
  'AD AE AF AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GT GU GW GY HK HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW'.split(
    ' ',
  );

const known = new Map<string, ComboboxOption[]>();

/** Countries by their names in this language; an unlisted `value`, sent by another program, stays selectable. */
export function nationalityOptions(language: string, value: string): readonly ComboboxOption[] {
  const options = known.get(language) ?? named(language);
  known.set(language, options);
  const isKnown = value === '' || options.some((option) => option.value === value);
  return isKnown ? options : [{ value, text: value }, ...options];
}

function named(language: string): ComboboxOption[] {
  const english = new Intl.DisplayNames('en', { type: 'region' });
  const local = new Intl.DisplayNames(language, { type: 'region' });
  return codes
    .map((code) => ({ value: english.of(code) ?? code, text: local.of(code) ?? code, aside: code }))
    .toSorted((a, b) => a.text.localeCompare(b.text, language));
}
