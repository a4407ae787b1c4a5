import { cloudFunctions } from "./cloud-function/source";
import { functionNamespaces } from "./function-namespace/source";
import { images } from "./image/source";
import type { DataKind } from "./listing";
import { liveStreams } from "./live-stream/source";
import { originGroups } from "./origin-group/source";
import { snapshots } from "./snapshot/source";
import { statistics } from "./statistics/source";

/** `pulumi-edgecloud list` shows the kinds in this order, unless the user names some. */
const all: DataKind[] = [originGroups, snapshots, functionNamespaces, cloudFunctions, images, liveStreams, statistics];

export const dataSources = Object.fromEntries(all.flatMap(({ sources }) => sources.map((one) => [one.name, one])));

export const listings = Object.fromEntries(all.flatMap(({ listing }) => (listing ? [[listing.kind, listing]] : [])));
