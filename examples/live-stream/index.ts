import * as pulumi from "@pulumi/pulumi";
import { getLiveStreamOutput, isSessionOngoing, pullAddresses, rtmpsUrl, withDurationSec } from "pulumi-edgecloud";

const config = new pulumi.Config();

const stream = getLiveStreamOutput({ streamId: config.requireNumber("streamId") });

export const player = stream.iframeUrl;
export const playlist = stream.hlsMpegtsUrl.apply(withDurationSec);
export const onAir = stream.apply(isSessionOngoing);
export const pulledFrom = stream.uri.apply(pullAddresses);

/** A secret, since the address holds the stream's token. */
export const encryptedIngest = stream.pushUrl.apply(rtmpsUrl);
