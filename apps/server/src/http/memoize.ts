/**
 * The number of memoized texts and their length. Users send a few hundred short ones. An attacker cannot use more
 * memory than this.
 */
const memoizedMax = 1000;
const memoizedLengthMax = 200;

/**
 * Memoizes a function of a text, such as a header or an address, because they repeat. It drops all results when there
 * are too many.
 */
export function memoize<Text extends string | undefined, Value>(read: (text: Text) => Value): (text: Text) => Value {
  const values = new Map<Text, Value>();
  return (text) => {
    if (text !== undefined && text.length > memoizedLengthMax) return read(text);
    const known = values.get(text);
    if (known !== undefined) return known;
    const value = read(text);
    if (values.size >= memoizedMax) values.clear();
    values.set(text, value);
    return value;
  };
}
