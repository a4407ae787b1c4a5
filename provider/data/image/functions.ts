import type { InvokeOptions, Output } from "@pulumi/pulumi";
import type { OutputOptions, Wrapped } from "../../program/inputs";
import { invoke, invokeOutput } from "../invoke";
import type { ScopeArgs } from "../scope-args";
import type { OpenEnum } from "../../values/open-enum";

/** The arguments of `getImages`. An image must match all filters that are given. */
export interface GetImagesArgs extends ScopeArgs {
  /** The exact display name. */
  name?: string;
  /** Regular expression that matches any part of the display name; `^` and `$` anchor it. */
  nameRegex?: string;
  /** The exact distribution, such as `ubuntu`. */
  osDistro?: string;
  /** The exact version of the distribution, such as `24.04`. */
  osVersion?: string;
  /** Architecture of the processor. */
  architecture?: "aarch64" | "x86_64";
  /** Who can see the image, such as `public`. */
  visibility?: string;
  /** Tags that the image must have, with these values. It may have others. */
  tags?: Record<string, string>;
  /**
   * Whether to ask for prices too.
   * @default false
   */
  includePrices?: boolean;
}

/** The arguments of `getImage`: either `imageId`, or at least one filter. */
export interface GetImageArgs extends GetImagesArgs {
  /** ID of the image. Cannot be combined with filters or `mostRecent`. */
  imageId?: string;
  /**
   * Whether to take the newest image by `createdAt` if several match. If not, several matches are an error.
   * @default false
   */
  mostRecent?: boolean;
}

/** A tag of an image. */
export interface ImageTag {
  /** Key of the tag. */
  key: string;
  /** Value of the tag. */
  value: string;
  /** Whether the tag belongs to the platform and cannot be changed. */
  readOnly: boolean;
}

/** An image from which machines and volumes are created. Fields that the platform does not report are `null`. */
export interface Image {
  /** Architecture of the processor. */
  architecture: OpenEnum<"aarch64" | "x86_64">;
  /** When the image was created: ISO 8601, as the platform writes it. */
  createdAt: string;
  /** ID of the task that created the image. */
  creatorTaskId: string | null;
  /** Currency of the prices. Only set with `includePrices`. */
  currencyCode: string | null;
  /** Description. */
  description: string | null;
  /** Format of the disk, such as `qcow2`. */
  diskFormat: string;
  /** Display order. The platform does not document its meaning. */
  displayOrder: number | null;
  /** Vendor of the GPU driver. */
  gpuDriver: string | null;
  /** Type of the GPU driver. */
  gpuDriverType: string | null;
  /** Version of the GPU driver. */
  gpuDriverVersion: string | null;
  /** Firmware that boots the machine. */
  hwFirmwareType: OpenEnum<"bios" | "uefi"> | null;
  /** Virtual chipset. */
  hwMachineType: OpenEnum<"i440" | "q35"> | null;
  /** ID of the image. */
  id: string;
  /** Whether the image is for bare metal servers. */
  isBaremetal: boolean;
  /** Minimum size of the boot volume, in the platform's unit. */
  minDisk: number;
  /** Minimum memory of a machine, in the platform's unit. */
  minRam: number;
  /** Display name. */
  name: string;
  /** Distribution, such as `ubuntu`. */
  osDistro: string;
  /** Kind of operating system. */
  osType: OpenEnum<"linux" | "windows">;
  /** Version of the distribution, such as `24.04`. */
  osVersion: string;
  /** Price per hour. Only set with `includePrices`, and only if the platform knows it. */
  pricePerHour: number | null;
  /** Price per month. Only set with `includePrices`, and only if the platform knows it. */
  pricePerMonth: number | null;
  /** How user interfaces should treat the price: show it, hide it, or report an error. */
  priceStatus: OpenEnum<"error" | "hide" | "show"> | null;
  /** ID of the project. */
  projectId: number;
  /** Name of the region. */
  region: string;
  /** ID of the region. */
  regionId: number;
  /** Size in bytes. */
  size: number | null;
  /** Whether machines made from the image may, must or cannot have an SSH key. */
  sshKey: OpenEnum<"allow" | "deny" | "required"> | null;
  /** Status of the image, such as `active`. */
  status: string;
  /** Tags of the image. */
  tagsV2: ImageTag[];
  /** ID of the task that has locked the image; `null` if it is not locked. */
  taskId: string | null;
  /** When the image was last changed: ISO 8601, as the platform writes it. */
  updatedAt: string;
  /** Who can see the image; `public` means everybody. */
  visibility: string;
}

/**
 * Looks up one image of a project and region, by its ID or by filters.
 *
 * @throws `DataSourceError` if no image matches, if several match (the message lists them), or if the call fails.
 * @example
 * const ubuntu = await getImage({ osDistro: "ubuntu", architecture: "x86_64", mostRecent: true });
 * export const imageId = ubuntu.id;
 */
export function getImage(args: GetImageArgs, opts?: InvokeOptions): Promise<Image> {
  return invoke("getImage", args, opts);
}

/**
 * Like `getImage`, but takes outputs as arguments and returns an output.
 *
 * @example
 * const ubuntu = getImageOutput({ osDistro: "ubuntu", architecture: "x86_64", mostRecent: true });
 * export const imageId = ubuntu.id;
 */
export function getImageOutput(args: Wrapped<GetImageArgs>, opts?: OutputOptions): Output<Image> {
  return invokeOutput("getImage", args, opts);
}

/**
 * Lists the images of a project and region that match all filters, in the platform's order. Without filters it lists
 * all images. The list may be empty.
 *
 * @throws `DataSourceError` if the call fails.
 * @example
 * const images = await getImages({ osDistro: "ubuntu", architecture: "x86_64" });
 * export const versions = images.map((image) => image.osVersion);
 */
export function getImages(args: GetImagesArgs = {}, opts?: InvokeOptions): Promise<Image[]> {
  return invoke("getImages", args, opts);
}

/**
 * Like `getImages`, but takes outputs as arguments and returns an output.
 *
 * @example
 * const images = getImagesOutput({ osDistro: "ubuntu", architecture: "x86_64" });
 * export const versions = images.apply((found) => found.map((image) => image.osVersion));
 */
export function getImagesOutput(args: Wrapped<GetImagesArgs> = {}, opts?: OutputOptions): Output<Image[]> {
  return invokeOutput("getImages", args, opts);
}
