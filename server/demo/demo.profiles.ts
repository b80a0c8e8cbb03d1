/** A made-up customer of the demonstration. Addresses end in .test, which no mail server delivers to. */
export interface DemoProfile {
  firstName: string;
  lastName: string;
  country: string;
  dialCode: string;
  currency: string;
  bank: string;
}

const nigeria = { country: 'NG', dialCode: '+234', currency: 'NGN' };
const ghana = { country: 'GH', dialCode: '+233', currency: 'GHS' };
const kenya = { country: 'KE', dialCode: '+254', currency: 'KES' };
const philippines = { country: 'PH', dialCode: '+63', currency: 'PHP' };
const hongKong = { country: 'HK', dialCode: '+852', currency: 'HKD' };
const states = { country: 'US', dialCode: '+1', currency: 'USD' };
const britain = { country: 'GB', dialCode: '+44', currency: 'GBP' };
const germany = { country: 'DE', dialCode: '+49', currency: 'EUR' };

/** Long and short names on purpose: screens must hold both. */
export const demoProfiles: readonly DemoProfile[] = [
  { firstName: 'Oluwaseun', lastName: 'Adebayo-Ogunleye', ...nigeria, bank: 'First Coastal Bank of Nigeria' },
  { firstName: 'Ngozi', lastName: 'Eze', ...nigeria, bank: 'Delta Savings' },
  { firstName: 'Chukwuemeka', lastName: 'Okonkwo', ...nigeria, bank: 'Lagoon Trust' },
  { firstName: 'Halima', lastName: 'Bello', ...nigeria, bank: 'Savannah Merchant Bank' },
  { firstName: 'Tunde', lastName: 'Balogun', ...nigeria, bank: 'First Coastal Bank of Nigeria' },
  { firstName: 'Amaka', lastName: 'Nwosu', ...nigeria, bank: 'Lagoon Trust' },
  { firstName: 'Kwame', lastName: 'Mensah', ...ghana, bank: 'Volta Union Bank' },
  { firstName: 'Abena', lastName: 'Owusu-Ansah', ...ghana, bank: 'Gold Shore Bank' },
  { firstName: 'Wanjiru', lastName: 'Kamau', ...kenya, bank: 'Rift Valley Bank' },
  { firstName: 'Otieno', lastName: 'Odhiambo', ...kenya, bank: 'Lakeside Cooperative' },
  { firstName: 'Maria Cristina', lastName: 'dela Cruz-Villanueva', ...philippines, bank: 'Bank of the Visayas' },
  { firstName: 'Jun', lastName: 'Reyes', ...philippines, bank: 'Luzon Rural Bank' },
  { firstName: 'Angelica', lastName: 'Santos', ...philippines, bank: 'Bank of the Visayas' },
  { firstName: 'Ka Yan', lastName: 'Wong', ...hongKong, bank: 'Harbour Commercial Bank' },
  { firstName: 'Chi Ho', lastName: 'Lam', ...hongKong, bank: 'Peak Savings Bank' },
  { firstName: 'Dana', lastName: 'Whitfield', ...states, bank: 'Prairie National' },
  { firstName: 'Marcus', lastName: 'Oyelaran', ...states, bank: 'Bay Credit Union' },
  { firstName: 'Siobhan', lastName: 'Fairweather', ...britain, bank: 'Thames & Severn' },
  { firstName: 'Friederike', lastName: 'Brandenburg-Hollenstedt', ...germany, bank: 'Elbsparkasse' },
  { firstName: 'Li', lastName: 'Wu', ...germany, bank: 'Elbsparkasse' },
];

export const blockedCustomer = 16;

/** Whether this customer's identity was checked long ago. The last one has only just come: no order, no document. */
export function isVerified(index: number): boolean {
  return index % 3 !== 2 && index !== blockedCustomer && index !== demoProfiles.length - 1;
}
