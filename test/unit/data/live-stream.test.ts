import { getLiveStream } from "../../../provider/data/live-stream/function";
import {
  hasLogin,
  isSessionOngoing,
  pullAddresses,
  rtmpsUrl,
  withDurationSec,
} from "../../../provider/data/live-stream/urls";
import { messageOf, platformThatAnswers } from "./platform";
import { answeredStream } from "./streams";

describe("getLiveStream", () => {
  it("has every field under its name, and nothing else", async () => {
    const { received } = await platformThatAnswers(200, answeredStream);
    const stream = await getLiveStream({ streamId: 7 });
    expect(received.map(({ url }) => url)).toEqual(["/streaming/streams/7"]);
    expect(stream).toMatchObject({
      id: 7,
      pushUrlSrt: answeredStream.push_url_srt,
      frameRate: 29.97,
      clientUserId: 4711,
    });
    expect(stream.htmlOverlays).toMatchObject([{ id: 1, streamId: 7, createdAt: "2024-05-05T14:51:26Z" }]);
    expect(stream.extra).toEqual({});
    expect(Object.keys(stream)).toHaveLength(Object.keys(answeredStream).length + 1);
  });

  it("returns fields of a later version unchanged", async () => {
    await platformThatAnswers(200, { ...answeredStream, new_field: { deep_er: 1 }, projection: "vr720" });
    const stream = await getLiveStream({ streamId: 7 });
    expect(stream.extra).toEqual({ new_field: { deep_er: 1 } });
    expect(stream.projection).toBe("vr720");
  });

  it("has null for fields that the platform does not return", async () => {
    await platformThatAnswers(200, { id: 7, name: "n" });
    const { id, name, extra, ...others } = await getLiveStream({ streamId: 7 });
    expect({ id, name, extra }).toEqual({ id: 7, name: "n", extra: {} });
    expect(new Set(Object.values(others))).toEqual(new Set([null]));
    expect(Object.keys(others)).toHaveLength(Object.keys(answeredStream).length - 2);
  });

  it("accepts a user ID that is a text", async () => {
    await platformThatAnswers(200, { ...answeredStream, client_user_id: "u-1" });
    expect((await getLiveStream({ streamId: 7 })).clientUserId).toBe("u-1");
  });

  it.each([
    [422, { errors: { stream_id: ["bad"] } }, /^getLiveStream: reading live stream 7: streamId: bad \(422\)$/],
    [
      200,
      { id: "7" },
      /^getLiveStream: reading live stream 7: the answer from \S+ cannot be understood: id: .*; name: /,
    ],
  ])("reports the answer %d %j", async (status, body, text) => {
    await platformThatAnswers(status, body);
    expect(await messageOf(getLiveStream({ streamId: 7 }))).toMatch(text);
  });

  it.each([
    [{ streamId: "7" }, "getLiveStream: streamId must be a number, not a string"],
    [{ streamId: 1.5 }, "getLiveStream: streamId must be a whole number"],
    [{ streamId: 0 }, "getLiveStream: streamId must be at least 1"],
    [{ id: 7 }, "getLiveStream:\n  streamId is required\n  id is not a property; remove it"],
  ])("rejects %j", async (args, text) => {
    expect(await messageOf(getLiveStream(args as never))).toBe(text);
  });
});

describe("addresses", () => {
  it.each([
    ["rtmp://push.example.com/in/7?k", "rtmps://push.example.com:443/in/7?k"],
    ["rtmp://push.example.com:1935/in", "rtmps://push.example.com:443/in"],
    ["RTMP://push.example.com", "rtmps://push.example.com:443"],
    ["rtmp://user:p:w@push.example.com/in", "rtmps://user:p:w@push.example.com:443/in"],
    ["rtmp://[2001:db8::1]:1935/in", "rtmps://[2001:db8::1]:443/in"],
    ["rtmps://push.example.com/in", "rtmps://push.example.com/in"],
    [null, null],
  ])("rtmpsUrl(%j)", (address, expected) => expect(rtmpsUrl(address)).toBe(expected));

  it("rtmpsUrl refuses others without repeating them", () => {
    expect(() => rtmpsUrl("srt://secret.example.com")).toThrow(
      new TypeError("rtmpsUrl: the address must begin with rtmp:// and a host"),
    );
  });

  it.each([
    ["srt://a.example.com https://b.example.com/x", ["srt://a.example.com", "https://b.example.com/x"]],
    ["rtmp://a.example.com", ["rtmp://a.example.com"]],
    [" rtmp://a.example.com  ", ["rtmp://a.example.com"]],
    ["", []],
    [null, []],
  ])("pullAddresses(%j)", (uri, expected) => expect(pullAddresses(uri)).toEqual(expected));

  it.each([
    ["rtmp://user:word@a.example.com/in", true],
    ["srt://a.example.com:5000 https://word@b.example.com/x", true],
    ["RTMP://user:word@[2001:db8::1]:1935", true],
    ["user:word@a.example.com/in", true],
    ["rtmp://a.example.com/in", false],
    ["https://a.example.com/@channel srt://b.example.com?to=c@d", false],
    ["", false],
  ])("hasLogin(%j)", (uri, expected) => expect(hasLogin(uri)).toBe(expected));

  it.each([
    ["https://p.example.com/7.m3u8", "https://p.example.com/7.m3u8?get_duration_sec=true"],
    ["https://p.example.com/7.m3u8?a=1&b", "https://p.example.com/7.m3u8?a=1&b&get_duration_sec=true"],
    ["https://p.example.com/7.m3u8?get_duration_sec=true", "https://p.example.com/7.m3u8?get_duration_sec=true"],
    ["https://p.example.com/7.m3u8?get_duration_sec=false&a", "https://p.example.com/7.m3u8?a&get_duration_sec=true"],
    ["https://p.example.com/7.m3u8#t", "https://p.example.com/7.m3u8?get_duration_sec=true#t"],
    [null, null],
  ])("withDurationSec(%j)", (address, expected) => expect(withDurationSec(address)).toBe(expected));
});

describe("isSessionOngoing", () => {
  it.each([
    ["never started", null, null, false],
    ["never ended", "2026-01-01T10:00:00Z", null, true],
    ["started again", "2026-01-01T10:00:00Z", "2026-01-01T09:59:59Z", true],
    ["ended", "2026-01-01T10:00:00Z", "2026-01-01T10:00:01Z", false],
    ["ended, in another zone", "2026-01-01T10:00:00+0200", "2026-01-01T09:00:00.570866", false],
    ["started again, in another zone", "2026-01-01T10:00:00-02:00", "2026-01-01T11:00:00Z", true],
    ["started again within a millisecond", "2026-01-01T10:00:00.000200Z", "2026-01-01T10:00:00.000100Z", true],
    ["ended, in an unknown format", "20260101", "20260102", false],
  ])("%s", (_, startedAtPrimary, finishedAtPrimary, expected) => {
    expect(isSessionOngoing({ startedAtPrimary, finishedAtPrimary })).toBe(expected);
  });
});
