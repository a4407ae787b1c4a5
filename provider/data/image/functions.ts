import type { InvokeOptions, Output } from "@pulumi/pulumi";
import type { OutputOptions, Wrapped } from "../../program/inputs";
import { invoke, invokeOutput } from "../invoke";
import type { ScopeArgs } from "../scope-args";
import type { OpenEnum } from "../../values/open-enum";

/** The arguments of `getImages`. An image must match every filter that is given. */
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
  /** Keys and values of tags that the image must have. The image may have other tags, too. */
  tags?: Record<string, string>;
  /**
   * Whether to ask the platform for prices, too.
   * @default false
   */
  includePrices?: boolean;
}

/** The arguments of `getImage`: either `imageId` or at least one filter. */
export interface GetImageArgs extends GetImagesArgs {
  /** ID of the image. It cannot be combined with filters or with `mostRecent: true`. */
  imageId?: string;
  /**
   * Whether to take the image with the latest `createdAt` if several match. If this is false, several matches are an
   * error. If this is true, several matches are an error only if several have the latest `createdAt`.
   * @default false
   */
  mostRecent?: boolean;
}

/** A tag of an image. */
export interface ImageTag {
  /** Key, such as `lts`. */
  key: string;
  /** Value, such as `true`. */
  value: string;
  /** Whether the tag belongs to the platform. Users cannot change such a tag. */
  readOnly: boolean;
}

/** An image from which machines and volumes are created. A field that the platform does not report is `null`. */
export interface Image {
  /** Architecture of the processor. */
  architecture: OpenEnum<"aarch64" | "x86_64">;
  /** Date and time of creation: ISO 8601, as the platform writes it. */
  createdAt: string;
  /** ID of the task that created the image. */
  creatorTaskId: string | null;
  /** Currency of the prices; `null` without `includePrices`, or if the platform reports none. */
  currencyCode: string | null;
  /** Free text about the image. */
  description: string | null;
  /** Format of the disk in the image, such as `qcow2`. */
  diskFormat: string;
  /** The platform's `display_order`, whose meaning the platform does not document. */
  displayOrder: number | null;
  /** Vendor of the GPU driver. */
  gpuDriver: string | null;
  /** Type of the GPU driver, in the platform's words. */
  gpuDriverType: string | null;
  /** Version of the GPU driver. */
  gpuDriverVersion: string | null;
  /** Firmware that boots the machine. */
  hwFirmwareType: OpenEnum<"bios" | "uefi"> | null;
  /** Chipset of the virtual machine. */
  hwMachineType: OpenEnum<"i440" | "q35"> | null;
  /** ID of the image, as `imageId` of `getImage` takes it. */
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
  /** Price per hour; `null` without `includePrices`, or if the platform does not know the price. */
  pricePerHour: number | null;
  /** Price per month; `null` without `includePrices`, or if the platform does not know the price. */
  pricePerMonth: number | null;
  /** How user interfaces should treat the price: show it, hide it, or report an error. */
  priceStatus: OpenEnum<"error" | "hide" | "show"> | null;
  /** ID of the project that the image is in. */
  projectId: number;
  /** Name of the region that the image is in. */
  region: string;
  /** ID of the region that the image is in. */
  regionId: number;
  /** Size in bytes. */
  size: number | null;
  /** Whether machines made from the image may (`allow`), must (`required`) or cannot (`deny`) have an SSH key. */
  sshKey: OpenEnum<"allow" | "deny" | "required"> | null;
  /** Status of the image, such as `active`. */
  status: string;
  /** All tags of the image, read-only ones included. */
  tagsV2: ImageTag[];
  /** ID of the task that has locked the image; `null` if it is not locked. */
  taskId: string | null;
  /** Date and time of the last change: ISO 8601, as the platform writes it. */
  updatedAt: string;
  /** Who can see the image; `public` means everybody. */
  visibility: string;
}

/**
 * Looks up one image of a project and region by its ID or by filters.
 *
 * @throws `DataSourceError` if an argument is not valid, if no image matches, if several match and `mostRecent` does
 *   not choose one (the message lists up to ten of them), or if the call fails.
 * @example
 * const ubuntu = await getImage({ osDistro: "ubuntu", architecture: "x86_64", mostRecent: true });
 * export const imageId = ubuntu.id;
 */
export function getImage(args: GetImageArgs, opts?: InvokeOptions): Promise<Image> {
  return invoke("getImage", args, opts);
}

/**
 * Like `getImage`, but accepts outputs as arguments and returns an output.
 *
 * @example
 * const ubuntu = getImageOutput({ osDistro: "ubuntu", architecture: "x86_64", mostRecent: true });
 * export const imageId = ubuntu.id;
 */
export function getImageOutput(args: Wrapped<GetImageArgs>, opts?: OutputOptions): Output<Image> {
  return invokeOutput("getImage", args, opts);
}

/**
 * Lists the images of a project and region that match every filter, in the platform's order. The list may be empty.
 *
 * @throws `DataSourceError` if an argument is not valid, or if the call fails.
 * @example
 * const images = await getImages({ osDistro: "ubuntu", architecture: "x86_64" });
 * export const versions = images.map((image) => image.osVersion);
 */
export function getImages(args: GetImagesArgs = {}, opts?: InvokeOptions): Promise<Image[]> {
  return invoke("getImages", args, opts);
}

/**
 * Like `getImages`, but accepts outputs as arguments and returns an output.
 *
 * @example
 * const images = getImagesOutput({ osDistro: "ubuntu", architecture: "x86_64" });
 * export const versions = images.apply((found) => found.map((image) => image.osVersion));
 */
export function getImagesOutput(args: Wrapped<GetImagesArgs> = {}, opts?: OutputOptions): Output<Image[]> {
  return invokeOutput("getImages", args, opts);
}
