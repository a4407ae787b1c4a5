import type { ImageAnswer } from "../../../provider/api/calls/lookups";
import { answerOf, contract } from "./contract-tables";

/** A complete image as the platform answers it. */
export function answeredImage(fields: Partial<ImageAnswer> = {}): ImageAnswer {
  return {
    ...(answerOf(contract.image) as ImageAnswer),
    architecture: "x86_64",
    created_at: "2026-01-01T00:00:00Z",
    id: "image-1",
    name: "ubuntu-24.04",
    os_distro: "ubuntu",
    os_version: "24.04",
    tags_v2: [{ key: "team", value: "web", read_only: false }],
    visibility: "public",
    ...fields,
  };
}
