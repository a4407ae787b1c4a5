import { readErrorBody } from "../../../provider/api/error-body";

const shapes: [shape: string, body: unknown, read: object][] = [
  [
    "CDN: errors by field",
    { errors: { name: ["Origin Group name should be unique."] } },
    {
      message: "name: Origin Group name should be unique.",
      fields: [{ location: ["name"], message: "Origin Group name should be unique." }],
    },
  ],
  [
    "CDN: errors by source",
    { errors: { sources: { "a.example.com:80": { source: ["one", "two"], backup: ["three"] } } } },
    {
      message:
        "sources.a.example.com:80.source: one; sources.a.example.com:80.source: two; sources.a.example.com:80.backup: three",
      fields: [
        { location: ["sources", "a.example.com:80", "source"], message: "one" },
        { location: ["sources", "a.example.com:80", "source"], message: "two" },
        { location: ["sources", "a.example.com:80", "backup"], message: "three" },
      ],
    },
  ],
  [
    "CDN: a message that is no list",
    { errors: { auth: "wrong" } },
    { message: "auth: wrong", fields: [{ location: ["auth"], message: "wrong" }] },
  ],
  ["CDN: message", { message: "You have no permission." }, { message: "You have no permission.", fields: [] }],
  [
    "CDN: bare field map",
    { name: ["There are resources using this group"] },
    {
      message: "name: There are resources using this group",
      fields: [{ location: ["name"], message: "There are resources using this group" }],
    },
  ],
  [
    "cloud",
    { exception_class: "NotFoundError", message: "Image not found", request_id: "7f3a" },
    { message: "Image not found", requestId: "7f3a", fields: [] },
  ],
  [
    "cloud: invalid fields",
    {
      exception_class: "ValidationError",
      message: "Validation failed",
      request_id: "7f3a",
      info: { limit: 5 },
      invalid_fields: { name: ["Too short"], tags: ["Too many"] },
    },
    {
      message: "Validation failed",
      requestId: "7f3a",
      fields: [
        { location: ["name"], message: "Too short" },
        { location: ["tags"], message: "Too many" },
      ],
    },
  ],
  [
    "streaming: list of errors",
    { data: [], errors: ["from: query param is not set", "to: query param is not set"] },
    { message: "from: query param is not set; to: query param is not set", fields: [] },
  ],
  ["streaming: error", { error: "Stream not found" }, { message: "Stream not found", fields: [] }],
  [
    "streaming: 422",
    { errors: { dvr_duration: ["is out of range"] } },
    {
      message: "dvr_duration: is out of range",
      fields: [{ location: ["dvr_duration"], message: "is out of range" }],
    },
  ],
  [
    "GraphQL: list of errors",
    { errors: [{ message: "Syntax Error", locations: [{ line: 1, column: 2 }] }, { message: "Unknown field" }] },
    { message: "Syntax Error; Unknown field", fields: [] },
  ],
  [
    "both message and errors",
    { message: "Bad", errors: { name: ["x"] } },
    { message: "Bad", fields: [{ location: ["name"], message: "x" }] },
  ],
  ["both error and list", { error: "first", errors: ["second"] }, { message: "first", fields: [] }],
  ["numbers and nulls where texts should be", { errors: { name: [1, null], auth: { a: null } } }, { fields: [] }],
  ["an empty message", { message: "", request_id: "" }, { fields: [] }],
  ["lists of other things", { errors: [1, null, {}] }, { fields: [] }],
  ...[{}, [], ["text"], null, undefined, "", "<html>Bad Gateway</html>", 7, true].map(
    (body): [string, unknown, object] => [`nothing to read: ${JSON.stringify(body)}`, body, { fields: [] }],
  ),
];

describe("error bodies", () => {
  it.each(shapes)("%s", (_, body, read) => {
    expect(readErrorBody(body)).toEqual(read);
  });
});
