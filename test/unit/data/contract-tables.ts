/** A complete answer: a value of its own for each field of a table, except for lists of other tables. */
export function answerOf(table: Readonly<Record<string, string>>): Record<string, unknown> {
  const values: Record<string, unknown> = { B: true, texts: ["a", "b"], integers: [11, 12] };
  const fields = Object.entries(table).map(([name, kind], index) => {
    const plain = kind.replace("?", "");
    const words = plain.includes("|") ? plain.split("|")[0] : undefined;
    const numbers: Record<string, number> = { I: index, "S or I": index, N: index + 0.5 };
    return [name, words ?? values[plain] ?? numbers[plain] ?? (plain === "S" ? `the ${name}` : [])];
  });
  return Object.fromEntries(fields) as Record<string, unknown>;
}

/** The contract's fields: `S` text, `I` integer, `N` number, `B` boolean; `?`: may be null; words: an enum. */
export const contract = {
  // Section 2.2, with the prices of the platform facts.
  image: {
    architecture: "aarch64|x86_64",
    created_at: "S",
    creator_task_id: "S?",
    currency_code: "S?",
    description: "S?",
    disk_format: "S",
    display_order: "I?",
    gpu_driver: "S?",
    gpu_driver_type: "S?",
    gpu_driver_version: "S?",
    hw_firmware_type: "bios|uefi?",
    hw_machine_type: "i440|q35?",
    id: "S",
    is_baremetal: "B",
    min_disk: "I",
    min_ram: "I",
    name: "S",
    os_distro: "S",
    os_type: "linux|windows",
    os_version: "S",
    price_per_hour: "N?",
    price_per_month: "N?",
    price_status: "error|hide|show?",
    project_id: "I",
    region: "S",
    region_id: "I",
    size: "I?",
    ssh_key: "allow|deny|required?",
    status: "S",
    tags_v2: "tags",
    task_id: "S?",
    updated_at: "S",
    visibility: "S",
  },
  // Section 2.4.
  tag: { key: "S", value: "S", read_only: "B" },
  // Section 2.3. All fields are required there; those that the result does not need may still be missing.
  snapshot: {
    created_at: "S?",
    creator_task_id: "S?",
    description: "S?",
    id: "S",
    name: "S",
    project_id: "N?",
    region: "S?",
    region_id: "N?",
    size: "N?",
    status: "available|backing-up|creating|deleted|deleting|error|error_deleting|restoring|unmanaging",
    tags: "tags",
    task_id: "S?",
    updated_at: "S?",
    volume_id: "S?",
  },
  // Section 2.5: the named fields.
  namedStream: {
    // These two may be missing in an answer.
    active: "B?",
    live: "B?",
    backup_live: "B?",
    uri: "S?",
    srt_passphrase: "S?",
    push_url: "S?",
    backup_push_url: "S?",
    push_url_srt: "S?",
    backup_push_url_srt: "S?",
    push_url_whip: "S?",
    hls_cmaf_url: "S?",
    dash_url: "S?",
    hls_mpegts_url: "S?",
    dvr_duration: "I?",
    multi_region_push_urls: "any",
  },
  // Section 2.5: the others, with the names of the platform facts.
  otherStream: {
    name: "S",
    pull: "B?",
    auto_record: "B?",
    record_type: "origin|transcoded?",
    hls_mpegts_endlist_tag: "B?",
    dvr_enabled: "B?",
    cdn_id: "I?",
    client_user_id: "S or I?",
    client_entity_data: "S?",
    html_overlay: "B?",
    quality_set_id: "I?",
    broadcast_ids: "integers?",
    projection: "regular|vr360|vr180|vr360tb?",
    id: "I",
    token: "S?",
    stream_source_type: "rtmp|srt|webrtc|https?",
    created_at: "S?",
    started_at_primary: "S?",
    started_at_backup: "S?",
    finished_at_primary: "S?",
    iframe_url: "S?",
    screenshot: "S?",
    transcoded_qualities: "texts?",
    recording_duration: "N?",
    transcoding_speed: "N?",
    frame_rate: "N?",
    video_height: "N?",
    video_width: "N?",
    html_overlays: "overlays?",
    active_ingest_region_primary: "S?",
    active_ingest_region_backup: "S?",
  },
  overlay: {
    id: "I",
    stream_id: "I?",
    url: "S?",
    width: "N?",
    height: "N?",
    x: "N?",
    y: "N?",
    stretch: "B?",
    created_at: "S?",
    updated_at: "S?",
  },
  // Section 2.7.
  record: { client: "I", metrics: "pairs" },
} as const;

/** All fields of a stream. */
export const streamTable = { ...contract.namedStream, ...contract.otherStream };
