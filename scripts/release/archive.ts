import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { pack } from "tar-stream";

/** A file or a symbolic link of a release. */
export type Entry = { path: string } & (
  | { content: Buffer; isProgram: boolean }
  | {
      /** The target of the link, from its folder. */
      link: string;
    }
);

/**
 * Writes a `.tar.gz` whose bytes depend only on the arguments: entries are sorted, belong to root and have one time.
 *
 * @param folder the folder in the archive that contains all entries
 * @param seconds the time of every entry, since 1970
 */
export async function writeTarball(
  target: string,
  { folder, entries, seconds }: { folder: string; entries: readonly Entry[]; seconds: number },
): Promise<void> {
  const tarball = pack();
  // zlib writes no time into the gzip header, and the pinned Node always contains the same zlib.
  const written = pipeline(tarball, createGzip({ level: 9 }), createWriteStream(target));
  const common = { mtime: new Date(seconds * 1_000), uid: 0, gid: 0, uname: "root", gname: "root" };
  for (const entry of [...entries].sort((a, b) => (a.path < b.path ? -1 : 1))) {
    const name = `${folder}/${entry.path}`;
    await new Promise<void>((resolve, reject) => {
      const done = (error?: Error | null) => (error ? reject(error) : resolve());
      if ("link" in entry) {
        tarball.entry({ ...common, name, type: "symlink", linkname: entry.link, mode: 0o777 }, done);
      } else {
        tarball.entry({ ...common, name, mode: entry.isProgram ? 0o755 : 0o644 }, entry.content, done);
      }
    });
  }
  tarball.finalize();
  await written;
}
