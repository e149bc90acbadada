import type { S3Config } from "@daymark/api/host/s3-uploads";
import { StartError } from "@daymark/db/start-error";

/** A bucket, as UPLOADS_URL names it. The credentials have their own variables. */
export type Bucket = Omit<S3Config, "accessKeyId" | "secretAccessKey">;

/** The default. Storages other than Amazon's mostly ignore it. */
const defaultRegion = "us-east-1";
const parameters = ["endpoint", "region", "path_style"];

/**
 * Parses `s3://bucket/prefix?endpoint=https://host&region=…&path_style=on`. Without an endpoint the storage is Amazon's,
 * whose addresses name the bucket in the host; all others get it in the path.
 *
 * @returns the bucket, or the fault, which follows the variable's name in an error message
 */
export function parseUploadsUrl(value: string): Bucket | string {
  const url = URL.parse(value);
  if (url?.protocol !== "s3:") return "must be an address such as s3://bucket/prefix?endpoint=https://host";
  if (url.username || url.password || url.port) {
    return "must name a bucket alone before its path: the credentials are UPLOADS_ACCESS_KEY_ID and UPLOADS_SECRET_ACCESS_KEY";
  }
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(url.hostname)) {
    return "must name a bucket of 3 to 63 lower-case letters, digits, dots and hyphens";
  }
  const path = url.pathname.replace(/^\/+|\/+$/g, "");
  if (!/^(?:[\w.-]+(?:\/[\w.-]+)*)?$/.test(path)) {
    return "must have a prefix of letters, digits, dots, hyphens and underscores between slashes";
  }
  const unknown = [...url.searchParams.keys()].find((name) => !parameters.includes(name));
  if (unknown !== undefined || url.hash) return `must have no other parameters than ${parameters.join(", ")}`;
  const endpoint = url.searchParams.get("endpoint") ?? undefined;
  if (endpoint !== undefined && !isEndpoint(endpoint)) {
    return "must have an http or https address without credentials as its endpoint, such as https://s3.example.org";
  }
  const region = url.searchParams.get("region") ?? defaultRegion;
  if (!/^[a-z0-9-]{1,40}$/.test(region)) return "must have a region such as eu-central-1";
  const pathStyle = url.searchParams.get("path_style") ?? (endpoint === undefined ? "off" : "on");
  if (!["on", "off"].includes(pathStyle)) return "must have on or off as path_style";
  return { bucket: url.hostname, prefix: path && `${path}/`, endpoint, region, isPathStyle: pathStyle === "on" };
}

/**
 * Puts the bucket and its credentials together; undefined if uploads are in a folder.
 *
 * @throws StartError if one of the variables is missing
 */
export function readBucket(variables: {
  UPLOADS_URL?: Bucket | undefined;
  UPLOADS_ACCESS_KEY_ID?: string | undefined;
  UPLOADS_SECRET_ACCESS_KEY?: string | undefined;
}): S3Config | undefined {
  const { UPLOADS_URL, UPLOADS_ACCESS_KEY_ID: accessKeyId, UPLOADS_SECRET_ACCESS_KEY: secretAccessKey } = variables;
  if (UPLOADS_URL && accessKeyId && secretAccessKey) return { ...UPLOADS_URL, accessKeyId, secretAccessKey };
  if (!UPLOADS_URL && !accessKeyId && !secretAccessKey) return undefined;
  const missing = { UPLOADS_URL, UPLOADS_ACCESS_KEY_ID: accessKeyId, UPLOADS_SECRET_ACCESS_KEY: secretAccessKey };
  const [name] = Object.entries(missing).find(([, value]) => value === undefined) ?? [];
  throw new StartError(
    `${name} is missing: uploads in S3 need UPLOADS_URL, UPLOADS_ACCESS_KEY_ID and UPLOADS_SECRET_ACCESS_KEY.`,
  );
}

function isEndpoint(value: string): boolean {
  const url = URL.parse(value);
  return /^https?:$/.test(url?.protocol ?? "") && !url?.username && !url?.password && !url?.search && !url?.hash;
}
