import { readFileSync } from "node:fs";
import path from "node:path";
import { Server, ServerCredentials } from "@grpc/grpc-js";
import { ResourceProviderService } from "@pulumi/pulumi/proto/provider_grpc_pb";
import { writeSummary } from "./cli/summary";
import { dataSources } from "./data/index";
import { findEngineAddress } from "./hosts/engine-log";
import { watchEngine } from "./hosts/engine-watch";
import { PluginService } from "./hosts/plugin/plugin-service";
import { resources } from "./resources/index";

/** The limit that Pulumi sets for gRPC messages. A state can exceed the 4 MB that gRPC accepts by default. */
const maxMessageBytes = 400 * 1024 * 1024;

const [command, ...args] = process.argv.slice(2);

if (command === "summary") {
  // In a project without npm, a pipeline runs this command to show what a pull request changes.
  writeSummary(args).catch((error: Error) => {
    process.stderr.write(`pulumi-resource-edgecloud: ${error.message}\n`);
    process.exitCode = 1;
  });
} else {
  void serveEngine();
}

/** Prints the port as the first line of the output, where the engine reads it. */
async function serveEngine(): Promise<void> {
  const engine = findEngineAddress();
  // The end of an engine is noticed only if a probe once reached it, so one probe comes before the port is printed.
  await watchEngine(engine);
  const schema = readFileSync(path.join(__dirname, "schema.json"), "utf8");
  const { version } = JSON.parse(schema) as { version: string };
  const service = new PluginService({ version, schema, resources, dataSources }, engine);
  const server = new Server({
    "grpc.max_receive_message_length": maxMessageBytes,
    "grpc.max_send_message_length": maxMessageBytes,
  });
  server.addService(ResourceProviderService, service.calls);
  server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, port) => {
    if (error) {
      throw error;
    }
    process.stdout.write(`${port}\n`);
  });
}
