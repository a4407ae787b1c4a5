import { executeSync, GraphQLError, parse, validate, type ExecutionResult, type GraphQLSchema } from "graphql";
import type { GraphqlRequest } from "./request";

function parseDocument(query: string) {
  try {
    // More than any query of this schema needs; deep nesting would overflow the stack.
    return { document: parse(query, { maxTokens: 2000 }) };
  } catch (error) {
    if (error instanceof GraphQLError) {
      return { errors: [error] };
    }
    throw error;
  }
}

/**
 * Executes a well-formed request. A result without `data` means that it was not executed, because the document or the
 * variables are wrong (GraphQL specification, "Request errors").
 */
export function executeQuery(schema: GraphQLSchema, root: unknown, request: GraphqlRequest): ExecutionResult {
  const { document, errors } = parseDocument(request.query);
  if (!document) {
    return { errors };
  }
  const invalid = validate(schema, document);
  if (invalid.length > 0) {
    return { errors: invalid };
  }
  return executeSync({
    schema,
    document,
    rootValue: root,
    variableValues: request.variables ?? undefined,
    operationName: request.operationName ?? undefined,
  });
}
