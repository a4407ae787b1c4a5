import * as z from "zod";
import type { Client } from "../transport/client";
import { type CloudScope, formatPath } from "./path";
import { readAllPages, definePage, skipUnreadable, type PageQuery } from "./pages";
import { nullable, openEnum, describeOther } from "./answers";

const tag = z.object({ key: z.string(), value: z.string(), read_only: z.boolean() });

/** An image as the platform returns it (contract, section 2.2). Prices come on request only, and may be null. */
export const imageAnswer = z.object({
  architecture: openEnum("aarch64", "x86_64"),
  created_at: z.string(),
  creator_task_id: nullable(z.string()),
  currency_code: nullable(z.string()),
  description: nullable(z.string()),
  disk_format: z.string(),
  display_order: nullable(z.int()),
  gpu_driver: nullable(z.string()),
  gpu_driver_type: nullable(z.string()),
  gpu_driver_version: nullable(z.string()),
  hw_firmware_type: nullable(openEnum("bios", "uefi")),
  hw_machine_type: nullable(openEnum("i440", "q35")),
  id: z.string(),
  is_baremetal: z.boolean(),
  min_disk: z.int(),
  min_ram: z.int(),
  name: z.string(),
  os_distro: z.string(),
  os_type: openEnum("linux", "windows"),
  os_version: z.string(),
  price_per_hour: nullable(z.number()),
  price_per_month: nullable(z.number()),
  price_status: nullable(openEnum("error", "hide", "show")),
  project_id: z.int(),
  region: z.string(),
  region_id: z.int(),
  size: nullable(z.int()),
  ssh_key: nullable(openEnum("allow", "deny", "required")),
  status: z.string(),
  tags_v2: z.array(tag),
  task_id: nullable(z.string()),
  updated_at: z.string(),
  visibility: z.string(),
});

export type ImageAnswer = z.infer<typeof imageAnswer>;

/** Filters of the list under their wire names; several are recent, so a platform may ignore them. */
export interface ImageQuery {
  name?: string;
  os_distro?: string;
  os_version?: string;
  architecture?: string;
  visibility?: string;
  include_prices?: boolean;
}

const imagePage = definePage(skipUnreadable(imageAnswer));

/** The image calls of the cloud (contract, section 4.2, and the platform's list of images). */
export class ImagesEndpoint {
  constructor(private readonly client: Client) {}

  get(scope: CloudScope, id: string, query: Pick<ImageQuery, "include_prices">): Promise<ImageAnswer> {
    const path = buildCollectionPath(scope) + formatPath`/${id}`;
    const findProblem = (answer: ImageAnswer) => describeOther("id", id, answer.id);
    return this.client.request({ method: "GET", path, query, answer: imageAnswer, findProblem });
  }

  /** All images that pass the filters, from all pages; malformed entries are left out. */
  async list(scope: CloudScope, filters: ImageQuery): Promise<ImageAnswer[]> {
    const path = buildCollectionPath(scope);
    const readPage = (range: PageQuery) =>
      this.client.request({ method: "GET", path, query: { ...filters, ...range }, answer: imagePage });
    // Keyed by ID, since an image can move to the next page while the pages are read.
    return (await readAllPages(readPage, ({ id }) => id)).items;
  }
}

function buildCollectionPath({ projectId, regionId }: CloudScope): string {
  return formatPath`/cloud/v1/images/${projectId}/${regionId}`;
}
