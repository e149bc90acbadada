/** Of a family of metrics, the one that the labels name. */
export interface Sample {
  labels: Readonly<Record<string, string>>;
  value: number;
}

export interface HistogramSample {
  labels: Readonly<Record<string, string>>;
  /** How many fell into each bucket, not those below. */
  buckets: ArrayLike<number>;
  sum: number;
  count: number;
}

export type Exposition = ReturnType<typeof createExposition>;

/** Writes metrics in Prometheus' text format, 0.0.4 (prometheus.io/docs/instrumenting/exposition_formats). */
export function createExposition() {
  const lines: string[] = [];

  function family(type: string, name: string, help: string): void {
    lines.push(`# HELP ${name} ${help.replaceAll("\\", "\\\\").replaceAll("\n", "\\n")}`, `# TYPE ${name} ${type}`);
  }
  function simple(type: string) {
    return (name: string, help: string, samples: number | readonly Sample[]): void => {
      family(type, name, help);
      const all = typeof samples === "number" ? [{ labels: {}, value: samples }] : samples;
      for (const { labels, value } of all) lines.push(`${name}${spell(labels)} ${value}`);
    };
  }

  return {
    counter: simple("counter"),
    gauge: simple("gauge"),
    histogram(name: string, help: string, bounds: readonly number[], samples: readonly HistogramSample[]): void {
      family("histogram", name, help);
      for (const { labels, buckets, sum, count } of samples) {
        let below = 0;
        for (const [index, bound] of bounds.entries()) {
          below += buckets[index] ?? 0;
          lines.push(`${name}_bucket${spell({ ...labels, le: String(bound) })} ${below}`);
        }
        lines.push(`${name}_bucket${spell({ ...labels, le: "+Inf" })} ${count}`);
        lines.push(`${name}_sum${spell(labels)} ${sum}`, `${name}_count${spell(labels)} ${count}`);
      }
    },
    text: () => lines.map((line) => `${line}\n`).join(""),
  };
}

const escapes: Record<string, string> = { "\\": "\\\\", '"': '\\"', "\n": "\\n" };

function spell(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(
    ([name, value]) => `${name}="${value.replace(/[\\"\n]/g, (character) => escapes[character] as string)}"`,
  );
  return pairs.length > 0 ? `{${pairs.join(",")}}` : "";
}
