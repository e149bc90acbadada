import { type MessageType, messageTypes } from "@daymark/domain/webhook/webhook-event";
import { messageSchema } from "@daymark/domain/webhook/webhook-message";
import * as z from "zod/mini";
import { describeGivenDay, formatOf } from "./day-words.ts";
import { entities } from "./entities.ts";
import { hasSuccessCode, type JsonSchema, type Operation } from "./operation.ts";
import { describeSchedule } from "./schedule-words.ts";

/** The JSON schemas of the document. They refer to each other by `#/components/schemas/{name}`. */
export interface DocumentSchemas {
  /** By name. */
  components: Record<string, JsonSchema>;
  /** By the name of the operation. An operation without input has none. */
  inputs: Map<string, JsonSchema>;
  outputs: Map<string, JsonSchema>;
  /** Of the JSON files, by the name of the operation. */
  files: Map<string, JsonSchema>;
  /** The bodies of the messages to webhooks, by their type. */
  messages: Map<MessageType, JsonSchema>;
}

/** Examples of the texts of answers, by their format. */
const examples: Readonly<Record<string, string>> = { date: "2026-03-01", "date-time": "2026-03-01T07:30:00.000Z" };
/** A sentence takes the place of the code (rest.ts). */
const sentence: JsonSchema = { type: "string", description: "A sentence in the request's language." };

/** Converts the schemas of all operations at once, so that an entity is described once, however many answer with it. */
export function describeSchemas(operations: readonly Operation[]): DocumentSchemas {
  const answers = z.registry<{ id: string }>();
  for (const [id, { schema }] of Object.entries(entities)) answers.add(schema, { id });
  const outputs = operations.map(({ name, schemas }) => [name, idOf(schemas.output)] as const);
  const files = operations.flatMap(({ name, schemas }) =>
    schemas.jsonFile ? [[name, idOf(schemas.jsonFile)] as const] : [],
  );
  const messages = messageTypes.map((type) => [type, idOf(messageSchema(type))] as const);
  const described = convert(answers, "output");

  function idOf(schema: z.ZodMiniType): string {
    const known = answers.get(schema);
    if (known) return known.id;
    const id = `answer ${answers._idmap.size}`;
    answers.add(schema, { id });
    return id;
  }

  const inputs = z.registry<{ id: string }>();
  for (const { name, schemas } of operations) if (schemas.input) inputs.add(schemas.input, { id: name });

  const refer = (id: string): JsonSchema => (id in entities ? { $ref: refOf(id) } : (described[id] as JsonSchema));
  return {
    components: Object.fromEntries(
      Object.entries(entities).map(([name, { example }]) => [
        name,
        { ...described[name], ...(example !== undefined && { examples: [example] }) },
      ]),
    ),
    inputs: new Map(Object.entries(convert(inputs, "input"))),
    outputs: new Map(outputs.map(([name, id]) => [name, refer(id)])),
    files: new Map(files.map(([name, id]) => [name, refer(id)])),
    messages: new Map(messages.map(([type, id]) => [type, refer(id)])),
  };
}

function refOf(id: string): string {
  return `#/components/schemas/${id}`;
}

function convert(registry: z.core.$ZodRegistry<{ id: string }>, io: "input" | "output"): Record<string, JsonSchema> {
  const { schemas } = z.toJSONSchema(registry, {
    io,
    uri: refOf,
    unrepresentable: "any",
    reused: "inline",
    override: ({ zodSchema, jsonSchema }) => describe(zodSchema, jsonSchema, io),
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      const { $schema: _, $id: __, id: ___, ...rest } = schema as JsonSchema;
      return [name, rest];
    }),
  );
}

/** Adds what zod does not know, or what differs between the procedure and the REST API. */
function describe(zodSchema: z.core.$ZodType, json: JsonSchema, io: "input" | "output"): void {
  Object.assign(json, z.globalRegistry.get(zodSchema));
  if (io === "input") describeGivenDay(zodSchema, json);
  describeSchedule(zodSchema, json);
  // Every integer is within these bounds, so they tell nothing.
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum;
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum;
  if (io === "input") return;
  const example = examples[String(formatOf(zodSchema))];
  if (example) json.examples = [example];
  if (!json.properties) return;
  // Answers may gain members, so a generated client must accept those that it does not know.
  delete json.additionalProperties;
  if (hasSuccessCode(json)) json.properties.detail = sentence;
}
