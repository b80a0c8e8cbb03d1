import { decode, encode } from '@jridgewell/sourcemap-codec';

/**
 * Leaves of a source map's `mappings` one for each line of the source: that is what a stack names. Node parses the
 * whole map at the first logged error, and holds some 100 bytes for each mapping from then on.
 * @param {string} mappings
 * @returns {string}
 */
export function thinMappings(mappings) {
  const thinnedLines = decode(mappings).map((segments) => {
    const ofSource = segments.filter((segment) => segment.length > 1);
    return ofSource.filter(([, source, line], at) => {
      const before = ofSource[at - 1];
      return before?.[1] !== source || before?.[2] !== line;
    });
  });
  return encode(thinnedLines);
}
