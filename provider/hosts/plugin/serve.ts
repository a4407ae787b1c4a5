import { Server, ServerCredentials } from "@grpc/grpc-js";
import { ResourceProviderService } from "@pulumi/pulumi/proto/provider_grpc_pb";
import { findEngineAddress } from "../engine-address";
import { watchEngine } from "../engine-watch";
import { PluginService, type Package } from "./plugin-service";

/** Pulumi's own limit for messages, such as states. */
const maxMessageBytes = 400 * 1024 * 1024;

/** Serves the package on loopback, and prints its port as the first line of its output, where the engine reads it. */
export async function serve(served: Package, engine = findEngineAddress()): Promise<void> {
  // Before the engine can call, so that its end is noticed at any time.
  await watchEngine(engine);
  const server = new Server({
    "grpc.max_receive_message_length": maxMessageBytes,
    "grpc.max_send_message_length": maxMessageBytes,
  });
  server.addService(ResourceProviderService, new PluginService(served, engine).toServiceImplementation());
  server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, port) => {
    if (error) {
      throw error;
    }
    process.stdout.write(`${port}\n`);
  });
}
