import type { OpenEnum } from "../../api/endpoints/answer-fields";
import type { ImageAnswer } from "../../api/endpoints/images";
import { camelized } from "../../api/naming";

/** A tag of an image (contract, section 2.4). */
export interface ImageTag {
  key: string;
  value: string;
  /** Whether the tag belongs to the platform. */
  readOnly: boolean;
}

/** An image from which machines and volumes are made (contract, section 2.2). What is not known is `null`. */
export interface Image {
  architecture: OpenEnum<"aarch64" | "x86_64">;
  /** ISO 8601, as the platform writes it. */
  createdAt: string;
  /** Task that created the image. */
  creatorTaskId: string | null;
  /** Currency of the prices; only with `includePrices`. */
  currencyCode: string | null;
  description: string | null;
  /** For instance `qcow2`. */
  diskFormat: string;
  displayOrder: number | null;
  /** Vendor of the GPU driver. */
  gpuDriver: string | null;
  gpuDriverType: string | null;
  gpuDriverVersion: string | null;
  /** Firmware with which the guest is booted. */
  hwFirmwareType: OpenEnum<"bios" | "uefi"> | null;
  /** Virtual chipset. */
  hwMachineType: OpenEnum<"i440" | "q35"> | null;
  id: string;
  /** Whether the image is for bare metal servers. */
  isBaremetal: boolean;
  /** Smallest boot volume, in the platform's unit. */
  minDisk: number;
  /** Smallest memory of a machine, in the platform's unit. */
  minRam: number;
  /** Display name. */
  name: string;
  /** Distribution, for instance `ubuntu`. */
  osDistro: string;
  osType: OpenEnum<"linux" | "windows">;
  /** Version of the distribution, for instance `24.04`. */
  osVersion: string;
  /** Only with `includePrices`; may be unknown then, too. */
  pricePerHour: number | null;
  /** Only with `includePrices`; may be unknown then, too. */
  pricePerMonth: number | null;
  /** Whether a user interface is to show the price. */
  priceStatus: OpenEnum<"error" | "hide" | "show"> | null;
  projectId: number;
  /** Name of the region. */
  region: string;
  regionId: number;
  /** Bytes. */
  size: number | null;
  /** Whether an SSH key can or must be given. */
  sshKey: OpenEnum<"allow" | "deny" | "required"> | null;
  /** For instance `active`. */
  status: string;
  tagsV2: ImageTag[];
  /** Task that holds a lock on the image; `null`: it is not locked. */
  taskId: string | null;
  /** ISO 8601, as the platform writes it. */
  updatedAt: string;
  /** `public`: visible to everybody. */
  visibility: string;
}

/** An image under the names that programs use. */
export function imageOf(answer: ImageAnswer): Image {
  return { ...camelized(answer), tagsV2: answer.tags_v2.map(camelized) };
}
