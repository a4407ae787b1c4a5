import type { Emulator, SeedInput } from "../../emulator/src/index";
import { call, start, type Answer } from "./client";

const path = "/cdn/advanced/v2/query";
const resource = { id: 9, cname: "cdn.example.com" };
const seed: SeedInput = { analytics: { resources: [resource] } };

const query = (emulator: Emulator, text: string) => call(emulator, "POST", path, { query: text });
const firstMessage = ({ body }: Answer) => (body as { errors: { message: string }[] }).errors[0]?.message;

describe("GraphQL over HTTP", () => {
  it.each<[string, unknown]>([
    ["a list", []],
    ["a text", '"{ resources { id } }"'],
    ["no query", { variables: {} }],
    ["a misspelt query", { qeury: "{ resources { id } }" }],
    ["a query that is no text", { query: { resources: true } }],
    ["variables that are no object", { query: "{ resources { id } }", variables: "a=1" }],
    ["variables that are a list", { query: "{ resources { id } }", variables: [] }],
    ["an operationName that is no text", { query: "{ resources { id } }", operationName: 1 }],
    ["no JSON", "{"],
    ["no body", undefined],
  ])("refuses %s with 400", async (_what, body) => {
    const answer = await call(await start({ seed }), "POST", path, body);
    expect({ status: answer.status, body: answer.body }).toEqual({
      status: 400,
      body: { errors: [{ message: expect.any(String) as string }] },
    });
  });

  it("accepts null for optional properties, and runs the named operation", async () => {
    const emulator = await start({ seed });
    const text = "query A { resources { id } } query B { resource(id: 9) { id } }";
    const body = { query: text, operationName: "B", variables: null, extensions: null };
    expect(await call(emulator, "POST", path, body)).toMatchObject({ body: { data: { resource: { id: 9 } } } });
    const unnamed = await call(emulator, "POST", path, { query: text });
    expect(firstMessage(unnamed)).toMatch(/operation name/);
  });

  it("refuses another media type with 415", async () => {
    const headers = { "content-type": "application/graphql" };
    const answer = await call(await start({ seed }), "POST", path, "{ resources { id } }", { headers });
    expect(answer).toMatchObject({ status: 415, body: { errors: [{ message: expect.any(String) as string }] } });
  });

  it("answers 403 to any query of an account without the feature", async () => {
    const emulator = await start({ seed: { analytics: { enabled: false, resources: [resource] } } });
    for (const text of ["{ resources { id } }", "{ visitors }"]) {
      const { status, body } = await query(emulator, text);
      expect({ status, body }).toEqual({
        status: 403,
        body: { message: expect.stringMatching(/not activated/) as string },
      });
    }
    emulator.seed({ analytics: { enabled: true } });
    expect(await query(emulator, "{ resources { id } }")).toMatchObject({ status: 200 });
  });

  it("answers introspection queries", async () => {
    const { body } = await query(await start(), '{ __type(name: "Dimension") { enumValues { name } } }');
    const names = ["COUNTRY", "DIRECTORY", "BROWSER", "DEVICE", "OS"].map((name) => ({ name }));
    expect(body).toEqual({ data: { __type: { enumValues: names } } });
  });
});
