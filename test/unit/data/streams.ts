import { answerOf, contract, streamTable } from "./contract-tables";

export const secrets = {
  uri: "rtmp://user:word-8f14e45f@origin.example.com/in",
  token: "token-8f14e45f",
  push_url: "rtmp://push.example.com/in/7?token-8f14e45f",
  backup_push_url: "rtmp://backup.example.com/in/7?token-8f14e45f",
  push_url_srt: "srt://push.example.com:5000?streamid=7#token-8f14e45f",
  backup_push_url_srt: "srt://backup.example.com:5000?streamid=7#token-8f14e45f",
  push_url_whip: "https://whip.example.com/7_token-8f14e45f/whip",
  multi_region_push_urls: ["rtmp://north.example.com/in/7?token-8f14e45f"],
  srt_passphrase: "passphrase-c9f0f895",
};

/** A complete stream as the platform answers it. */
export const answeredStream = {
  ...answerOf(streamTable),
  id: 7,
  name: "Main stage",
  html_overlays: [answerOf(contract.overlay)],
  ...secrets,
};
