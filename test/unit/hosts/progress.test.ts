import { spawnSync } from "node:child_process";
import path from "node:path";
import { Server, ServerCredentials, type sendUnaryData, type ServerUnaryCall } from "@grpc/grpc-js";
import { EngineService } from "@pulumi/pulumi/proto/engine_grpc_pb";
import { LogSeverity, type LogRequest } from "@pulumi/pulumi/proto/engine_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { createNotify } from "../../../provider/hosts/dynamic/adapter";

/** The part of the engine that takes log messages. */
async function startEngine() {
  const logged: LogRequest.AsObject[] = [];
  const server = new Server();
  const log = (call: ServerUnaryCall<LogRequest, Empty>, answer: sendUnaryData<Empty>) => {
    logged.push(call.request.toObject());
    answer(null, new Empty());
  };
  server.addService({ log: EngineService.log }, { log });
  const port = await new Promise<number>((resolve, reject) =>
    server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    ),
  );
  return { address: `127.0.0.1:${port}`, logged, stop: () => server.forceShutdown() };
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) {
    await new Promise(setImmediate);
  }
}

test.each([true, false])("a text reaches the engine as a message that is ephemeral: %s", async (isEphemeral) => {
  const engine = await startEngine();
  try {
    const notify = createNotify({ isEphemeral }, engine.address);
    const texts = ["waiting, 1 of 600 seconds", "waiting, 2 of 600 seconds"];
    for (const [index, text] of texts.entries()) {
      notify(text);
      await until(() => engine.logged.length === index + 1);
    }
    expect(engine.logged.map(({ message }) => message)).toEqual(texts);
    expect(engine.logged[0]).toMatchObject({ ephemeral: isEphemeral, severity: LogSeverity.INFO, urn: "" });
  } finally {
    engine.stop();
  }
});

test("an engine that goes away causes no error", async () => {
  const engine = await startEngine();
  const progress = createNotify({ isEphemeral: true }, engine.address);
  progress("before");
  await until(() => engine.logged.length === 1);
  engine.stop();
  for (let text = 0; text < 3; text++) {
    expect(() => progress("after")).not.toThrow();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
});

test.each([undefined, "", "test/unit", "--verbose", "http://127.0.0.1:1", "127.0.0.1"])(
  "no engine at %p: nothing happens",
  (address) => {
    expect(() => createNotify({ isEphemeral: true }, address)("waiting")).not.toThrow();
  },
);

test("a process in a session without a terminal has no terminal", () => {
  const compiled = path.resolve(__dirname, "../../../provider/dist/hosts/engine-log.js");
  const program = `console.log(require(${JSON.stringify(compiled)}).hasTerminal())`;
  // A detached process leads a session of its own.
  const options = { detached: true, encoding: "utf8", timeout: 300_000 } as const;
  expect(spawnSync(process.execPath, ["-e", program], options)).toMatchObject({ status: 0, stdout: "false\n" });
});
