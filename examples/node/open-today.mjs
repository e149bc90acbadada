// Lists the good habits that are still open today.
//
//   DAYMARK_URL=https://habits.example DAYMARK_KEY=dmk_… node open-today.mjs
const { DAYMARK_URL: url, DAYMARK_KEY: key } = process.env;
const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone;

async function get(path) {
  const answer = await fetch(`${url}/api${path}`, {
    headers: { authorization: `Bearer ${key}`, "x-timezone": timezone },
  });
  const body = await answer.json();
  // An error has a sentence and a stable code.
  if (!answer.ok) throw new Error(`${body.detail} (${body.code})`);
  return body.results;
}

const [habits, entries] = await Promise.all([get("/habits/?type=good"), get("/progress/?from=today&to=today")]);
const entryOf = new Map(entries.map((entry) => [entry.habit_id, entry]));
for (const { id, title, target, unit } of habits) {
  const entry = entryOf.get(id);
  // An entry may have an earlier unit of the habit; it then counts as done here.
  const isDone = entry?.skipped || (entry?.value ?? 0) >= target || (entry && entry.unit !== unit);
  if (!isDone) console.log(`${title}: ${entry?.value ?? 0} of ${target} ${unit}`);
}
