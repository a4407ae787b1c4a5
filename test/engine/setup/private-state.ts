import { createDecipheriv } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { engine, template } from "./engine";
import { openStackKey } from "./key-service";
import { workspaceOptions } from "../../../tools/engine";
import type { ExportedResource } from "./test-stack";

/** What the provider remembers of a resource beside its outputs; the CLI would take half a second to decrypt it. */
export function readPrivateState(resource: ExportedResource | undefined): Record<string, unknown> {
  const kept = (resource?.outputs.__private ?? {}) as Record<string, unknown>;
  if (typeof kept.ciphertext !== "string") {
    return kept;
  }
  // All stacks of tests are copies of one, and so have its key.
  const settings = readFileSync(path.join(workspaceOptions(engine, template).workDir, "Pulumi.dev.yaml"), "utf8");
  const [, encryptedKey = ""] = /^encryptedkey: (\S+)$/m.exec(settings) ?? [];
  const [, nonce = "", text = ""] = kept.ciphertext.split(":").slice(-3);
  const sealed = Buffer.from(text, "base64");
  const decipher = createDecipheriv("aes-256-gcm", openStackKey(encryptedKey), Buffer.from(nonce, "base64"));
  decipher.setAuthTag(sealed.subarray(-16));
  const opened = decipher.update(sealed.subarray(0, -16), undefined, "utf8") + decipher.final("utf8");
  return JSON.parse(opened) as Record<string, unknown>;
}
