import { buildSchema, GraphQLError, GraphQLScalarType, type GraphQLSchema, Kind } from "graphql";
import { parseInstant } from "../instant";

/**
 * The emulator's own GraphQL schema, because the contract (4.7) does not show the platform's. It covers the queries of
 * section 1 and is repeated in REFERENCE.md.
 */
export const schemaText = `scalar DateTime

type Query {
  "The CDN resources of the account that have data."
  resources: [Resource!]!
  "One CDN resource; null when the account has none with this ID."
  resource(id: Int!): Resource
}

type Resource {
  id: Int!
  cname: String!
  "The window begins with \`from\`, at most 90 days before today, and ends before \`to\`."
  report(from: DateTime!, to: DateTime!, filters: [Filter!]! = []): Report!
}

"Only what has one of these keys in the dimension."
input Filter {
  dimension: Dimension!
  in: [String!]!
}

enum Dimension {
  COUNTRY
  DIRECTORY
  BROWSER
  DEVICE
  OS
}

type Report {
  total: Metrics!
  "The days of the window in UTC, the oldest first."
  daily: [Day!]!
  "The keys of the dimension, the largest first."
  by(dimension: Dimension!, first: Int = 10): [Group!]!
}

interface HasMetrics {
  "Visitors who came on several days count once."
  uniqueVisitors: Float!
  trafficBytes: Float!
  requests: Float!
}

type Metrics implements HasMetrics {
  uniqueVisitors: Float!
  trafficBytes: Float!
  requests: Float!
}

type Day implements HasMetrics {
  date: String!
  uniqueVisitors: Float!
  trafficBytes: Float!
  requests: Float!
}

type Group implements HasMetrics {
  key: String!
  uniqueVisitors: Float!
  trafficBytes: Float!
  requests: Float!
}
`;

function parseDateTime(value: unknown): number {
  const at = typeof value === "string" ? parseInstant(value) : undefined;
  if (at !== undefined) {
    return at;
  }
  throw new GraphQLError(`DateTime cannot represent ${JSON.stringify(value)}: it takes ISO 8601 datetimes.`);
}

/** Creates the executable schema; resolvers get a `DateTime` as milliseconds since 1970. */
export function createSchema(): GraphQLSchema {
  const schema = buildSchema(schemaText);
  const dateTime = schema.getType("DateTime");
  if (dateTime instanceof GraphQLScalarType) {
    dateTime.parseValue = parseDateTime;
    dateTime.parseLiteral = (node) => parseDateTime(node.kind === Kind.STRING ? node.value : null);
  }
  return schema;
}
