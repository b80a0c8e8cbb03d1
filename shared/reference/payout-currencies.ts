export type CurrencyGroup = 'major' | 'african' | 'other';

export interface PayoutCurrency {
  /** ISO 4217. */
  code: string;
  name: string;
  symbol: string;
  /** ISO 3166 code (or EU) of the flag shown beside it; decoration only. */
  flag: string;
  /** Decimals of the smallest unit that is paid, as ISO 4217 lists them. */
  minorUnits: number;
  group: CurrencyGroup;
}

type Row = readonly [code: string, name: string, symbol: string, flag: string, minorUnits: number];

/**
 * The groups of the picker: the first 8 are Major, the next 43 African, the rest Other.
 * Every circulating currency of ISO 4217, except the four that no bank pays to from abroad (CUP, IRR, KPW, SYP).
 */
const rows: Record<CurrencyGroup, readonly Row[]> = {
  major: [
    ['USD', 'US Dollar', '$', 'US', 2],
    ['EUR', 'Euro', '€', 'EU', 2],
    ['GBP', 'British Pound', '£', 'GB', 2],
    ['JPY', 'Japanese Yen', '¥', 'JP', 0],
    ['CAD', 'Canadian Dollar', 'C$', 'CA', 2],
    ['AUD', 'Australian Dollar', 'A$', 'AU', 2],
    ['CHF', 'Swiss Franc', 'CHF', 'CH', 2],
    ['CNY', 'Chinese Yuan', '¥', 'CN', 2],
  ],
  african: [
    ['NGN', 'Nigerian Naira', '₦', 'NG', 2],
    ['GHS', 'Ghanaian Cedi', '₵', 'GH', 2],
    ['KES', 'Kenyan Shilling', 'KSh', 'KE', 2],
    ['ZAR', 'South African Rand', 'R', 'ZA', 2],
    ['XOF', 'West African CFA Franc', 'CFA', 'SN', 0],
    ['XAF', 'Central African CFA Franc', 'FCFA', 'CM', 0],
    ['EGP', 'Egyptian Pound', 'E£', 'EG', 2],
    ['MAD', 'Moroccan Dirham', 'DH', 'MA', 2],
    ['TZS', 'Tanzanian Shilling', 'TSh', 'TZ', 2],
    ['UGX', 'Ugandan Shilling', 'USh', 'UG', 0],
    ['RWF', 'Rwandan Franc', 'FRw', 'RW', 0],
    ['ETB', 'Ethiopian Birr', 'Br', 'ET', 2],
    ['ZMW', 'Zambian Kwacha', 'ZK', 'ZM', 2],
    ['BWP', 'Botswanan Pula', 'P', 'BW', 2],
    ['MUR', 'Mauritian Rupee', 'Rs', 'MU', 2],
    ['NAD', 'Namibian Dollar', '$', 'NA', 2],
    ['DZD', 'Algerian Dinar', 'DZD', 'DZ', 2],
    ['TND', 'Tunisian Dinar', 'TND', 'TN', 3],
    ['AOA', 'Angolan Kwanza', 'Kz', 'AO', 2],
    ['BIF', 'Burundian Franc', 'BIF', 'BI', 0],
    ['CDF', 'Congolese Franc', 'CDF', 'CD', 2],
    ['CVE', 'Cape Verdean Escudo', 'CVE', 'CV', 2],
    ['DJF', 'Djiboutian Franc', 'DJF', 'DJ', 0],
    ['ERN', 'Eritrean Nakfa', 'ERN', 'ER', 2],
    ['GMD', 'Gambian Dalasi', 'GMD', 'GM', 2],
    ['GNF', 'Guinean Franc', 'FG', 'GN', 0],
    ['KMF', 'Comorian Franc', 'CF', 'KM', 0],
    ['LRD', 'Liberian Dollar', '$', 'LR', 2],
    ['LSL', 'Lesotho Loti', 'LSL', 'LS', 2],
    ['LYD', 'Libyan Dinar', 'LYD', 'LY', 3],
    ['MGA', 'Malagasy Ariary', 'Ar', 'MG', 2],
    ['MRU', 'Mauritanian Ouguiya', 'MRU', 'MR', 2],
    ['MWK', 'Malawian Kwacha', 'MWK', 'MW', 2],
    ['MZN', 'Mozambican Metical', 'MZN', 'MZ', 2],
    ['SCR', 'Seychellois Rupee', 'SCR', 'SC', 2],
    ['SDG', 'Sudanese Pound', 'SDG', 'SD', 2],
    ['SHP', 'St. Helena Pound', '£', 'SH', 2],
    ['SLE', 'Sierra Leonean Leone', 'Le', 'SL', 2],
    ['SOS', 'Somali Shilling', 'SOS', 'SO', 2],
    ['SSP', 'South Sudanese Pound', '£', 'SS', 2],
    ['STN', 'São Tomé & Príncipe Dobra', 'Db', 'ST', 2],
    ['SZL', 'Swazi Lilangeni', 'SZL', 'SZ', 2],
    ['ZWG', 'Zimbabwe Gold', 'ZiG', 'ZW', 2],
  ],
  other: [
    ['AED', 'United Arab Emirates Dirham', 'AED', 'AE', 2],
    ['AFN', 'Afghan Afghani', '؋', 'AF', 2],
    ['ALL', 'Albanian Lek', 'ALL', 'AL', 2],
    ['AMD', 'Armenian Dram', '֏', 'AM', 2],
    ['ARS', 'Argentine Peso', '$', 'AR', 2],
    ['AWG', 'Aruban Florin', 'AWG', 'AW', 2],
    ['AZN', 'Azerbaijani Manat', '₼', 'AZ', 2],
    ['BAM', 'Bosnia-Herzegovina Convertible Mark', 'KM', 'BA', 2],
    ['BBD', 'Barbadian Dollar', '$', 'BB', 2],
    ['BDT', 'Bangladeshi Taka', '৳', 'BD', 2],
    ['BHD', 'Bahraini Dinar', 'BHD', 'BH', 3],
    ['BMD', 'Bermudan Dollar', '$', 'BM', 2],
    ['BND', 'Brunei Dollar', '$', 'BN', 2],
    ['BOB', 'Bolivian Boliviano', 'Bs', 'BO', 2],
    ['BRL', 'Brazilian Real', 'R$', 'BR', 2],
    ['BSD', 'Bahamian Dollar', '$', 'BS', 2],
    ['BTN', 'Bhutanese Ngultrum', 'BTN', 'BT', 2],
    ['BYN', 'Belarusian Ruble', 'BYN', 'BY', 2],
    ['BZD', 'Belize Dollar', '$', 'BZ', 2],
    ['CLP', 'Chilean Peso', '$', 'CL', 0],
    ['COP', 'Colombian Peso', '$', 'CO', 2],
    ['CRC', 'Costa Rican Colón', '₡', 'CR', 2],
    ['CZK', 'Czech Koruna', 'Kč', 'CZ', 2],
    ['DKK', 'Danish Krone', 'kr', 'DK', 2],
    ['DOP', 'Dominican Peso', '$', 'DO', 2],
    ['FJD', 'Fijian Dollar', '$', 'FJ', 2],
    ['FKP', 'Falkland Islands Pound', '£', 'FK', 2],
    ['GEL', 'Georgian Lari', '₾', 'GE', 2],
    ['GIP', 'Gibraltar Pound', '£', 'GI', 2],
    ['GTQ', 'Guatemalan Quetzal', 'Q', 'GT', 2],
    ['GYD', 'Guyanaese Dollar', '$', 'GY', 2],
    ['HKD', 'Hong Kong Dollar', 'HK$', 'HK', 2],
    ['HNL', 'Honduran Lempira', 'L', 'HN', 2],
    ['HTG', 'Haitian Gourde', 'HTG', 'HT', 2],
    ['HUF', 'Hungarian Forint', 'Ft', 'HU', 2],
    ['IDR', 'Indonesian Rupiah', 'Rp', 'ID', 2],
    ['ILS', 'Israeli New Shekel', '₪', 'IL', 2],
    ['INR', 'Indian Rupee', '₹', 'IN', 2],
    ['IQD', 'Iraqi Dinar', 'IQD', 'IQ', 3],
    ['ISK', 'Icelandic Króna', 'kr', 'IS', 0],
    ['JMD', 'Jamaican Dollar', '$', 'JM', 2],
    ['JOD', 'Jordanian Dinar', 'JOD', 'JO', 3],
    ['KGS', 'Kyrgyz Som', '⃀', 'KG', 2],
    ['KHR', 'Cambodian Riel', '៛', 'KH', 2],
    ['KRW', 'South Korean Won', '₩', 'KR', 0],
    ['KWD', 'Kuwaiti Dinar', 'KWD', 'KW', 3],
    ['KYD', 'Cayman Islands Dollar', '$', 'KY', 2],
    ['KZT', 'Kazakhstani Tenge', '₸', 'KZ', 2],
    ['LAK', 'Laotian Kip', '₭', 'LA', 2],
    ['LBP', 'Lebanese Pound', 'L£', 'LB', 2],
    ['LKR', 'Sri Lankan Rupee', 'Rs', 'LK', 2],
    ['MDL', 'Moldovan Leu', 'MDL', 'MD', 2],
    ['MKD', 'Macedonian Denar', 'MKD', 'MK', 2],
    ['MMK', 'Myanmar Kyat', 'K', 'MM', 2],
    ['MNT', 'Mongolian Tugrik', '₮', 'MN', 2],
    ['MOP', 'Macanese Pataca', 'MOP', 'MO', 2],
    ['MVR', 'Maldivian Rufiyaa', 'MVR', 'MV', 2],
    ['MXN', 'Mexican Peso', 'MX$', 'MX', 2],
    ['MYR', 'Malaysian Ringgit', 'RM', 'MY', 2],
    ['NIO', 'Nicaraguan Córdoba', 'C$', 'NI', 2],
    ['NOK', 'Norwegian Krone', 'kr', 'NO', 2],
    ['NPR', 'Nepalese Rupee', 'Rs', 'NP', 2],
    ['NZD', 'New Zealand Dollar', 'NZ$', 'NZ', 2],
    ['OMR', 'Omani Rial', 'OMR', 'OM', 3],
    ['PAB', 'Panamanian Balboa', 'PAB', 'PA', 2],
    ['PEN', 'Peruvian Sol', 'PEN', 'PE', 2],
    ['PGK', 'Papua New Guinean Kina', 'PGK', 'PG', 2],
    ['PHP', 'Philippine Peso', '₱', 'PH', 2],
    ['PKR', 'Pakistani Rupee', 'Rs', 'PK', 2],
    ['PLN', 'Polish Zloty', 'zł', 'PL', 2],
    ['PYG', 'Paraguayan Guarani', '₲', 'PY', 0],
    ['QAR', 'Qatari Riyal', 'QAR', 'QA', 2],
    ['RON', 'Romanian Leu', 'lei', 'RO', 2],
    ['RSD', 'Serbian Dinar', 'RSD', 'RS', 2],
    ['RUB', 'Russian Ruble', '₽', 'RU', 2],
    ['SAR', 'Saudi Riyal', 'SAR', 'SA', 2],
    ['SBD', 'Solomon Islands Dollar', '$', 'SB', 2],
    ['SEK', 'Swedish Krona', 'kr', 'SE', 2],
    ['SGD', 'Singapore Dollar', 'S$', 'SG', 2],
    ['SRD', 'Surinamese Dollar', '$', 'SR', 2],
    ['SVC', 'Salvadoran Colón', 'SVC', 'SV', 2],
    ['THB', 'Thai Baht', '฿', 'TH', 2],
    ['TJS', 'Tajikistani Somoni', 'TJS', 'TJ', 2],
    ['TMT', 'Turkmenistani Manat', 'TMT', 'TM', 2],
    ['TOP', 'Tongan Paʻanga', 'T$', 'TO', 2],
    ['TRY', 'Turkish Lira', '₺', 'TR', 2],
    ['TTD', 'Trinidad & Tobago Dollar', '$', 'TT', 2],
    ['TWD', 'New Taiwan Dollar', 'NT$', 'TW', 2],
    ['UAH', 'Ukrainian Hryvnia', '₴', 'UA', 2],
    ['UYU', 'Uruguayan Peso', '$', 'UY', 2],
    ['UZS', 'Uzbekistani Som', 'UZS', 'UZ', 2],
    ['VES', 'Venezuelan Bolívar', 'VES', 'VE', 2],
    ['VND', 'Vietnamese Dong', '₫', 'VN', 0],
    ['VUV', 'Vanuatu Vatu', 'VUV', 'VU', 0],
    ['WST', 'Samoan Tala', 'WST', 'WS', 2],
    ['XCD', 'East Caribbean Dollar', '$', 'AG', 2],
    ['XCG', 'Caribbean Guilder', 'Cg', 'CW', 2],
    ['XPF', 'CFP Franc', 'CFPF', 'PF', 0],
    ['YER', 'Yemeni Rial', 'YER', 'YE', 2],
  ],
};

const inGroup = (group: CurrencyGroup): PayoutCurrency[] =>
  rows[group].map(([code, name, symbol, flag, minorUnits]) => ({ code, name, symbol, flag, minorUnits, group }));

/** All payout currencies in the order of the picker. */
export const payoutCurrencies: readonly PayoutCurrency[] = [
  ...inGroup('major'),
  ...inGroup('african'),
  ...inGroup('other'),
];

const byCode = new Map(payoutCurrencies.map((currency) => [currency.code, currency]));

/** A payout currency by its ISO 4217 code in upper case; undefined when it is not supported. */
export function payoutCurrency(code: string): PayoutCurrency | undefined {
  return byCode.get(code);
}
