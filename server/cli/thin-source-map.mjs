const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/**
 * Leaves of a source map's `mappings` one for each line of the source: that is what a stack names. Node parses the whole
 * map at the first logged error, and holds some 100 bytes for each mapping from then on.
 */
export function thinMappings(mappings) {
  let [source, line, column] = [0, 0, 0];
  let written = [0, 0, 0];
  return mappings
    .split(';')
    .map((generated) => {
      let [at, writtenAt] = [0, 0];
      let last = '';
      const left = [];
      for (const segment of generated === '' ? [] : generated.split(',')) {
        const [ofGenerated = 0, ...ofSource] = decode(segment);
        at += ofGenerated;
        if (ofSource.length === 0) continue;
        [source, line, column] = [source + ofSource[0], line + ofSource[1], column + ofSource[2]];
        const place = `${source} ${line}`;
        if (place === last) continue;
        last = place;
        const now = [source, line, column];
        left.push(encode([at - writtenAt, ...now.map((value, field) => value - written[field])]));
        [writtenAt, written] = [at, now];
      }
      return left.join(',');
    })
    .join(';');
}

/** The numbers of a segment: base 64 digits of five bits, the least significant first, the sign in the lowest bit. */
function decode(segment) {
  const values = [];
  let [value, shift] = [0, 0];
  for (const letter of segment) {
    const digit = digits.indexOf(letter);
    value += (digit & 31) << shift;
    shift += 5;
    if (digit & 32) continue;
    values.push(value & 1 ? -(value >> 1) : value >> 1);
    [value, shift] = [0, 0];
  }
  return values;
}

function encode(values) {
  return values
    .map((value) => {
      let rest = value < 0 ? (-value << 1) | 1 : value << 1;
      let text = '';
      do {
        text += digits[(rest & 31) | (rest > 31 ? 32 : 0)];
        rest >>= 5;
      } while (rest > 0);
      return text;
    })
    .join('');
}
