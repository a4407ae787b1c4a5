import { flag, integer, listOf, moment, number, objectOf, oneOf, orNull, text, type Check } from "./check";

/** Contract 2.4. */
export const tag = objectOf({ key: text, value: text, read_only: flag });

/** Contract 2.2, row by row; prices may be null (platform facts "Images"). */
export const imageFields: Readonly<Record<string, Check>> = {
  architecture: oneOf("aarch64", "x86_64"),
  created_at: moment,
  creator_task_id: orNull(text),
  currency_code: orNull(text),
  description: orNull(text),
  disk_format: text,
  display_order: orNull(integer),
  gpu_driver: orNull(text),
  gpu_driver_type: orNull(text),
  gpu_driver_version: orNull(text),
  hw_firmware_type: orNull(oneOf("bios", "uefi")),
  hw_machine_type: orNull(oneOf("i440", "q35")),
  id: text,
  is_baremetal: flag,
  min_disk: integer,
  min_ram: integer,
  name: text,
  os_distro: text,
  os_type: oneOf("linux", "windows"),
  os_version: text,
  price_per_hour: orNull(number),
  price_per_month: orNull(number),
  price_status: orNull(oneOf("error", "hide", "show")),
  project_id: integer,
  region: text,
  region_id: integer,
  size: orNull(integer),
  ssh_key: orNull(oneOf("allow", "deny", "required")),
  status: text,
  tags_v2: listOf(tag),
  task_id: orNull(text),
  updated_at: moment,
  visibility: text,
};
