import { cloudFunctions } from "./cloud-function/source";
import { functionNamespaces } from "./function-namespace/source";
import { images } from "./image/source";
import type { DataKind } from "./listing";
import { liveStreams } from "./live-stream/source";
import { originGroups } from "./origin-group/source";
import { snapshots } from "./snapshot/source";
import { statistics } from "./statistics/source";

/** In the order in which `pulumi-edgecloud list` shows them. */
const all: DataKind[] = [originGroups, snapshots, functionNamespaces, cloudFunctions, images, liveStreams, statistics];

/** By the name of the function that programs call. */
export const dataSources = Object.fromEntries(all.flatMap(({ sources }) => sources.map((one) => [one.name, one])));

/** By what `pulumi-edgecloud list` calls them. */
export const listings = Object.fromEntries(all.flatMap(({ listing }) => (listing ? [[listing.kind, listing]] : [])));
