import { Server, ServerCredentials } from "@grpc/grpc-js";
import { ResourceProviderService } from "@pulumi/pulumi/proto/provider_grpc_pb";
import { PluginService, type Package } from "./plugin-service";

/** Pulumi sends and takes states up to this size. */
const largestMessage = 400 * 1024 * 1024;

/** Serves the package on loopback, and prints where for the engine: the port is the first line that it prints. */
export function serve(served: Package, engineAddress = process.argv[2]): void {
  const server = new Server({
    "grpc.max_receive_message_length": largestMessage,
    "grpc.max_send_message_length": largestMessage,
  });
  server.addService(ResourceProviderService, new PluginService(served, engineAddress).calls());
  server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, port) => {
    if (error) {
      throw error;
    }
    process.stdout.write(`${port}\n`);
  });
}
