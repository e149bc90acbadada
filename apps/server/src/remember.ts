/** Distinct texts kept and their length: people send a few hundred short ones, an attacker no more than this. */
const rememberedMax = 1000;
const rememberedLengthMax = 200;

/** Headers and addresses repeat: what was made of one is kept, until there are too many. */
export function remember<Text extends string | undefined, Value>(read: (text: Text) => Value): (text: Text) => Value {
  const values = new Map<Text, Value>();
  return (text) => {
    if (text !== undefined && text.length > rememberedLengthMax) return read(text);
    const known = values.get(text);
    if (known !== undefined) return known;
    const value = read(text);
    if (values.size >= rememberedMax) values.clear();
    values.set(text, value);
    return value;
  };
}
