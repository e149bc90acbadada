import Fastify, { type FastifyInstance } from "fastify";
import { pageHeaders } from "./headers.ts";

const prefix = "/docs";
const scriptPath = "/docs/js/scalar.js";

/**
 * Its script draws with inline styles and compiles templates, so its policy is wider than that of our own pages, but it
 * still reaches no other host.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self' 'unsafe-inline' 'unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** `GET /api/docs`: the OpenAPI document as a page, with everything it needs from here. */
export function mountDocs(app: FastifyInstance): void {
  let reference: Promise<Reference> | undefined;
  const load = () => {
    reference ??= loadReference();
    return reference;
  };
  for (const url of [prefix, `${prefix}/`]) {
    app.get(url, async (_, reply) =>
      reply
        .headers({ ...pageHeaders, "content-security-policy": policy, "cache-control": "no-cache" })
        .type("text/html; charset=utf-8")
        .send((await load()).page),
    );
  }
  app.get(scriptPath, async (_, reply) =>
    reply
      .headers({ ...pageHeaders, "cache-control": "public, max-age=3600" })
      .type("text/javascript; charset=utf-8")
      .send((await load()).script),
  );
}

interface Reference {
  page: string;
  script: Buffer;
}

/** Loaded when somebody looks: its script is 4 MB of source that no start should wait for and no memory hold. */
async function loadReference(): Promise<Reference> {
  const { default: scalar } = await import("@scalar/fastify-api-reference");
  const host = Fastify();
  await host.register(scalar, {
    routePrefix: prefix,
    configuration: {
      url: "/api/openapi.json",
      pageTitle: "API | Daymark",
      // By default it would load fonts from its maker and send requests over a proxy of theirs.
      withDefaultFonts: false,
      proxyUrl: "",
      cdn: `/api${scriptPath}`,
      telemetry: false,
      hideClientButton: true,
      showDeveloperTools: "never",
      agent: { disabled: true },
      mcp: { disabled: true },
    },
  });
  const [page, script] = await Promise.all([host.inject(`${prefix}/`), host.inject(scriptPath)]);
  await host.close();
  return { page: page.body, script: script.rawPayload };
}
