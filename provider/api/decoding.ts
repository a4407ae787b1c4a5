import { TextDecoder } from "node:util";

/** The text of a body in the charset that its `Content-Type` names, and the value if it is JSON. */
export function decoded(body: Uint8Array, contentType: string | undefined): unknown {
  const text = decoderOf(contentType).decode(body);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** UTF-8 for an unknown charset, and where none is named (RFC 8259). */
function decoderOf(contentType: string | undefined): TextDecoder {
  const charset = /;\s*charset\s*=\s*"?([^\s";]{1,40})/i.exec(contentType ?? "")?.[1];
  try {
    return new TextDecoder(charset ?? "utf-8");
  } catch {
    return new TextDecoder();
  }
}
