import { chromium } from "playwright-core";
import type { TestProject } from "vitest/node";
import { findChromium } from "./stage/chromium.ts";
import { type Product, startProduct } from "./stage/product.ts";

declare module "vitest" {
  interface ProvidedContext {
    productUrl: string;
    mailDirectory: string;
    /** WebSocket endpoint of the browser that the whole run shares. Each test opens its own context in it. */
    browserEndpoint: string;
  }
}

/** Uses the product at `E2E_PRODUCT_URL` if another script started it (scripts/test-cluster.ts), else starts one. */
async function findProduct(): Promise<Pick<Product, "url" | "mailDirectory" | "stop">> {
  const { E2E_PRODUCT_URL: url, E2E_MAIL_DIRECTORY: mailDirectory } = process.env;
  return url && mailDirectory ? { url, mailDirectory, stop: async () => {} } : startProduct();
}

/** `PWDEBUG=1` also opens Playwright's inspector, which stops a test before each step. */
const isHeaded = process.env.E2E_HEADED === "1" || process.env.PWDEBUG === "1";

/** Starts one product and one browser for all tests of a run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const product = await findProduct();
  try {
    const browser = await chromium.launchServer({
      ...(await findChromium({ needsWindow: isHeaded })),
      headless: !isHeaded,
      host: "127.0.0.1",
    });
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
