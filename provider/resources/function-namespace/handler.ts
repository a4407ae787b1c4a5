import * as z from "zod";
import type { Connection } from "../../api/connection";
import { namespaceAnswer, type NamespaceAnswer } from "../../api/calls/functions";
import { ApiError } from "../../api/failures/errors";
import { readFields } from "../../api/calls/naming";
import { defineResource } from "../../tasks/handler";
import { emptyValues, sharedArgs, sharedFields, TaskKind } from "../../tasks/kind";
import type { Answer, Calls } from "../../tasks/kind";
import type { JsonObject } from "../../values/json";
import { traits } from "./traits";

class NamespaceKind extends TaskKind {
  override readonly noun = "namespace";
  override readonly traits = traits;
  override readonly args = z.strictObject({ ...sharedArgs, ...sharedFields });
  override readonly changeable = Object.keys(sharedFields);
  override readonly emptyValues = emptyValues;
  override readonly proof = "namespace";

  override getCalls({ namespaces }: Connection): Calls {
    return namespaces;
  }

  override read(answer: Answer): JsonObject {
    return { ...readFields(namespaceAnswer, answer), namespace: answer.name };
  }

  override explainRefusedDelete({ functions }: NamespaceAnswer, error: Error): Error {
    // An entry of the list is undefined if the provider could not read it.
    const names = (functions ?? []).map((one) => JSON.stringify(one?.name ?? "?"));
    if (names.length === 0) {
      return error;
    }
    const message =
      `it still has the ${names.length === 1 ? "function" : "functions"} ${names.join(", ")}, and only an empty namespace ` +
      `can be deleted: ${error.message}. What to do:\n` +
      "- If this program declares them: run the same command again, as they may have been about to go. If that does not " +
      "help, give them the output `namespace` of this resource, so that Pulumi deletes them first, run `pulumi up` (with " +
      "the former name, project and region, if one of them changes), and then the same command again\n" +
      "- If nothing needs them: delete them where they were made, and run the same command again\n" +
      '- Otherwise: declare this resource with onDestroy: "retain", run `pulumi up`, and only then remove it';
    return new ApiError({ message });
  }
}

export const namespaceKind = new NamespaceKind();

export const functionNamespace = defineResource(namespaceKind);
