/** A coin's name with the token standard spelled as its network spells it: `Tether TRC-20`. */
export function coinName(name: string): string {
  return name.replace(/\b(TRC|ERC|BEP)(\d+)/, '$1-$2');
}
