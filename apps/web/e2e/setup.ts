import { chromium } from "playwright-core";
import type { TestProject } from "vitest/node";
import { findChromium } from "./chromium.ts";
import { startProduct } from "./product.ts";

declare module "vitest" {
  interface ProvidedContext {
    productUrl: string;
    mailDirectory: string;
    /** Where the one browser of the run is reached; each test has a context of its own in it. */
    browserEndpoint: string;
  }
}

/** One product and one browser for all tests of a run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const product = await startProduct();
  try {
    const browser = await chromium.launchServer({ ...(await findChromium()), headless: true, host: "127.0.0.1" });
    project.provide("productUrl", product.url);
    project.provide("mailDirectory", product.mailDirectory);
    project.provide("browserEndpoint", browser.wsEndpoint());
    return async () => {
      await browser.close();
      await product.stop();
    };
  } catch (error) {
    await product.stop();
    throw error;
  }
}
