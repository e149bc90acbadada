import { createHash } from "node:crypto";
import { runPnpm } from "../run-program.ts";
import { nodeVersion } from "./node-runtime.ts";

type Component = { type: string; name: string; version: string; purl: string; "bom-ref": string };
type Document = {
  serialNumber: string;
  metadata: { timestamp: string };
  components: Component[];
  dependencies: { ref: string; dependsOn?: string[] }[];
};

/** The workspaces whose production dependencies a release contains, as packages or inside the built files. */
const parts = ["@daymark/server", "@daymark/web", "@daymark/release"];

/**
 * Describes the bill of materials (CycloneDX 1.6) of a release: every production dependency of the lock file, for all
 * systems, and Node. pnpm's output has a random order and serial number. Here both depend on the content.
 *
 * @param seconds the time of the release, since 1970
 */
export async function describeMaterials({ seconds }: { seconds: number }): Promise<string> {
  const { code, output } = await runPnpm([
    ...["sbom", "--recursive", ...parts.flatMap((part) => ["--filter", part]), "--prod"],
    ...["--sbom-format", "cyclonedx", "--sbom-spec-version", "1.6", "--sbom-type", "application"],
  ]);
  if (code !== 0) throw new Error(`pnpm could not list the bill of materials:\n${output}`);
  return settleDocument(JSON.parse(output), seconds);
}

/** Sorts a document and gives it a serial number and time that depend only on its content. */
export function settleDocument(document: Document, seconds: number): string {
  const purl = `pkg:generic/node@${nodeVersion}`;
  const node = { type: "application", name: "node", version: nodeVersion, purl, "bom-ref": purl };
  const components = [...document.components, node].sort((a, b) => (a["bom-ref"] < b["bom-ref"] ? -1 : 1));
  const dependencies = document.dependencies
    .map(({ dependsOn, ...rest }) => ({ ...rest, ...(dependsOn && { dependsOn: [...dependsOn].sort() }) }))
    .sort((a, b) => (a.ref < b.ref ? -1 : 1));
  const hash = createHash("sha256")
    .update(JSON.stringify([components, dependencies]))
    .digest("hex");
  // RFC 9562: version 8 marks a UUID with custom content.
  const uuid = [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `8${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ];
  const settled = {
    ...document,
    serialNumber: `urn:uuid:${uuid.join("-")}`,
    metadata: { ...document.metadata, timestamp: new Date(seconds * 1_000).toISOString() },
    components,
    dependencies,
  };
  return `${JSON.stringify(settled, null, 2)}\n`;
}
