/** The arguments of `getLiveStream`. */
export interface GetLiveStreamArgs {
  /** ID of the stream. */
  streamId: number;
}
