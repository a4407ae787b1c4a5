import { z } from "zod";
import { scopeShape, withRegionName } from "../scope";
import { tagList } from "../tag";

/** `architecture` (contract 2.2). */
export const architectures = ["aarch64", "x86_64"] as const;

const seededAt = "2026-01-12T09:00:00+0000";
const text = z.string().nullable().default(null);
const price = z.number().nonnegative().nullable().default(null);

/**
 * An image in a seed: the fields of contract 2.2 in their wire form. The defaults are those of a plain public image of
 * a virtual machine. Responses have the prices only on demand.
 */
export const imageSchema = z
  .strictObject({
    id: z.string().min(1),
    name: z.string().min(1),
    ...scopeShape,
    architecture: z.enum(architectures).default("x86_64"),
    created_at: z.string().default(seededAt),
    creator_task_id: text,
    currency_code: text,
    description: text,
    disk_format: z.string().default("qcow2"),
    display_order: z.number().int().nullable().default(null),
    gpu_driver: text,
    gpu_driver_type: text,
    gpu_driver_version: text,
    hw_firmware_type: z.enum(["bios", "uefi"]).nullable().default(null),
    hw_machine_type: z.enum(["i440", "q35"]).nullable().default(null),
    is_baremetal: z.boolean().default(false),
    min_disk: z.number().int().nonnegative().default(5),
    min_ram: z.number().int().nonnegative().default(512),
    os_distro: z.string(),
    os_type: z.enum(["linux", "windows"]).default("linux"),
    os_version: z.string(),
    price_per_hour: price,
    price_per_month: price,
    price_status: z.enum(["error", "hide", "show"]).nullable().default(null),
    size: z.number().int().nonnegative().nullable().default(null),
    ssh_key: z.enum(["allow", "deny", "required"]).nullable().default("allow"),
    status: z.string().default("active"),
    tags_v2: tagList,
    task_id: text,
    updated_at: z.string().default(seededAt),
    visibility: z.string().min(1).default("public"),
  })
  .transform(withRegionName);

/** An image as the emulator stores it. */
export type Image = z.output<typeof imageSchema>;
