import { hasSwift } from "../apps/server/s3/swift-server.ts";
import { buildProduct } from "./build-product.ts";
import { runProgram } from "./run-program.ts";

/** `npm run test:s3`: tests uploads in S3 on the machine's OpenStack Swift, which speaks S3. */
async function main(): Promise<number> {
  if (!hasSwift()) {
    console.log("Skipped: this machine has no OpenStack Swift (Debian: swift-proxy, -account, -container, -object).");
    return 0;
  }
  await buildProduct();
  const { code } = await runProgram("vitest", ["run", "--project", "e2e-s3"], { shown: true });
  return code;
}

process.exitCode = await main();
