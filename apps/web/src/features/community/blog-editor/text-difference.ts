/** A piece of text that is in both versions, was added or was removed. */
export interface Piece {
  kind: "same" | "added" | "removed";
  text: string;
}

/** A line of a comparison, in pieces; `kind` says whether the whole line is in both versions. */
export interface LineDifference {
  kind: "same" | "added" | "removed" | "changed";
  pieces: Piece[];
}

/** Compares two texts line by line; a changed line is compared word by word. */
export function compareLines(before: readonly string[], after: readonly string[]): LineDifference[] {
  const lines: LineDifference[] = [];
  let removed: string[] = [];
  let added: string[] = [];
  const flush = () => {
    const pairs = Math.min(removed.length, added.length);
    for (let index = 0; index < pairs; index += 1) {
      lines.push({ kind: "changed", pieces: compareWords(removed[index] ?? "", added[index] ?? "") });
    }
    for (const text of removed.slice(pairs)) lines.push({ kind: "removed", pieces: [{ kind: "removed", text }] });
    for (const text of added.slice(pairs)) lines.push({ kind: "added", pieces: [{ kind: "added", text }] });
    removed = [];
    added = [];
  };
  for (const { kind, text } of differ(before, after)) {
    if (kind === "removed") removed.push(text);
    else if (kind === "added") added.push(text);
    else {
      flush();
      lines.push({ kind: "same", pieces: [{ kind: "same", text }] });
    }
  }
  flush();
  return lines;
}

/** With more words the table of the comparison would be too large for its use. */
const wordsMax = 3000;

function compareWords(before: string, after: string): Piece[] {
  const [words, others] = [before.split(/(?<=\s)(?=\S)/), after.split(/(?<=\s)(?=\S)/)];
  if (words.length > wordsMax || others.length > wordsMax) {
    return [
      { kind: "removed", text: before },
      { kind: "added", text: after },
    ];
  }
  const pieces: Piece[] = [];
  for (const { kind, text } of differ(words, others)) {
    const last = pieces.at(-1);
    if (last?.kind === kind) last.text += text;
    else pieces.push({ kind, text });
  }
  return pieces;
}

/** The longest common subsequence with the differences around it: removed pieces precede added ones. */
function differ(before: readonly string[], after: readonly string[]): Piece[] {
  const width = after.length + 1;
  const lengths = new Uint16Array((before.length + 1) * width);
  const at = (row: number, column: number) => lengths[row * width + column] ?? 0;
  for (let row = before.length - 1; row >= 0; row -= 1) {
    for (let column = after.length - 1; column >= 0; column -= 1) {
      lengths[row * width + column] =
        before[row] === after[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const pieces: Piece[] = [];
  let [row, column] = [0, 0];
  while (row < before.length || column < after.length) {
    const [mine, theirs] = [before[row], after[column]];
    if (mine !== undefined && mine === theirs) {
      pieces.push({ kind: "same", text: mine });
      row += 1;
      column += 1;
    } else if (mine !== undefined && (theirs === undefined || at(row + 1, column) >= at(row, column + 1))) {
      pieces.push({ kind: "removed", text: mine });
      row += 1;
    } else if (theirs !== undefined) {
      pieces.push({ kind: "added", text: theirs });
      column += 1;
    }
  }
  return pieces;
}
