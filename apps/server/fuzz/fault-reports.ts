import { createAnswerSchemas } from "./answer-schemas.ts";
import { checkExchange, type Fault } from "./checks.ts";
import type { Exchange } from "./connection.ts";
import { createFindings, familyOf } from "./findings.ts";
import { operations } from "./grammar/grammar.ts";
import { minimize } from "./minimize.ts";
import type { FuzzRequest } from "./request.ts";
import type { Target } from "./target.ts";

export type FaultReports = ReturnType<typeof createFaultReports>;

/** Finds the faults of answers, and collects and logs them. */
export function createFaultReports({ send, resolve }: Target, log: (line: string) => void) {
  const schemas = createAnswerSchemas(operations);
  const findings = createFindings();
  const minimized = new Set<string>();

  /** @param kept the name of the kept case that shows the fault; null for a generated request */
  function report(fault: Fault, exchange: Pick<Exchange, "sent"> | null, kept: string | null): void {
    const sent = exchange?.sent ?? null;
    const isNew = findings.add({ ...fault, sent, caseName: kept });
    if (isNew) log(`FOUND ${fault.kind}${kept ? ` by ${kept}` : ""}: ${sent?.request.about ?? ""}: ${fault.sentence}`);
  }

  /** Reports all faults of an answer, each with the smallest request that shows it. */
  async function checkAll(exchange: Exchange, kept: string | null): Promise<void> {
    for (const fault of checkExchange(exchange, schemas)) {
      if (fault.kind === "unanswered") {
        // A loaded machine may lose one answer. The fault counts if the answer is lost again.
        const again = await send(exchange.sent.request);
        if (!checkExchange(again, schemas).some(({ kind }) => kind === "unanswered")) continue;
      }
      report(fault, kept ? exchange : { sent: resolve(await smallest(exchange, fault)) }, kept);
    }
  }

  /** Minimizes only one request of each family of faults, because each takes a dozen requests. */
  async function smallest({ sent }: Exchange, fault: Fault): Promise<FuzzRequest> {
    const { about } = sent.request;
    const family = familyOf(fault, about);
    if (minimized.has(family)) return sent.request;
    minimized.add(family);
    return minimize(sent.request, async (candidate) =>
      checkExchange(await send(candidate), schemas).some((other) => familyOf(other, about) === family),
    );
  }

  return { findings, report, checkAll, isFaulty: (exchange: Exchange) => checkExchange(exchange, schemas).length > 0 };
}
