/** Which live stream. */
export interface GetLiveStreamArgs {
  /** ID of the stream. */
  streamId: number;
}
