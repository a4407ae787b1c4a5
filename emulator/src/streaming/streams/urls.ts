interface UrlParts {
  readonly id: number;
  readonly token: string;
  readonly pull: boolean;
}

/**
 * Builds the ingest URLs, which contain the token (contract 2.5, "Ingest"). They are null for a pulled stream, about
 * which the contract says nothing: a URL that must not be used would mislead.
 */
export function buildIngestUrls({ id, token, pull }: UrlParts) {
  const hideIfPulled = (address: string): string | null => (pull ? null : address);
  return {
    push_url: hideIfPulled(`rtmp://ingest.example.com/in/${id}?${token}`),
    backup_push_url: hideIfPulled(`rtmp://ingest-backup.example.com/in/${id}?${token}`),
    push_url_srt: hideIfPulled(`srt://ingest.example.com:5001?streamid=${id}%23${token}`),
    backup_push_url_srt: hideIfPulled(`srt://ingest-backup.example.com:5001?streamid=${id}%23${token}`),
    push_url_whip: hideIfPulled(`https://ingest-webrtc.example.com/webrtc/v1/whip?app=in&stream=${id}~${token}`),
  };
}

/** Builds the playback URLs, which do not contain the token (contract 2.5, "Playback"). */
export function buildPlaybackUrls({ id }: UrlParts) {
  return {
    hls_cmaf_url: `https://play.example.com/cmaf/${id}/master.m3u8`,
    dash_url: `https://play.example.com/cmaf/${id}/index.mpd`,
    hls_mpegts_url: `https://play.example.com/streams/${id}/playlist.m3u8`,
    iframe_url: `https://player.example.com/streams/${id}`,
  };
}
