import { connect, type Connection, type Product } from "../api/connection";
import { AuthenticationError, NotFoundAnswerError } from "../api/failures/errors";
import type { OnSlowDown } from "../api/transport/gate";
import { ConfigError, describeConfigProblem, describeKey, loadConfig, type Config } from "../config/config";
import { providerName } from "../config/namespace";
import type { Failure } from "../core/check";

/** Keyed by the settings. Equal settings share a connection: its sockets, its batched reads and its access check. */
const connections = new Map<string, Connection>();

export class HostSettings {
  private get: (key: string) => string | undefined = () => undefined;
  private provider?: string;
  private config?: Config;

  constructor(private readonly onSlowDown?: OnSlowDown) {}

  /** `provider` names an explicit `Provider`. Reads nothing yet, so that an operation can report wrong settings. */
  configure(get: (key: string) => string | undefined, provider = get(providerName)): void {
    this.get = get;
    this.provider = provider;
    this.config = undefined;
  }

  /** Throws a `ConfigError` if the configuration cannot be used. */
  load(): Config {
    return (this.config ??= loadConfig(this.get, process.env, this.provider));
  }

  connect(): Connection {
    const config = this.load();
    const key = JSON.stringify(config);
    const connection = connections.get(key) ?? connect(config, this.onSlowDown);
    connections.set(key, connection);
    return connection;
  }

  /** Returns the API key, so that it can be removed from messages. Returns nothing without a valid configuration. */
  collectSecrets(): string[] {
    return this.checkConfig().length === 0 ? [this.load().apiKey] : [];
  }

  checkConfig(): Failure[] {
    try {
      this.load();
      return [];
    } catch (error) {
      const messages = error instanceof ConfigError ? error.problems.map(describeConfigProblem) : [String(error)];
      return messages.map((message) => ({ property: "configuration:", reason: message }));
    }
  }

  /** Reports a rejected API key and, with `reportsAddress`, a base URL at which the product does not answer. */
  async checkPlatform(product: Product, reportsAddress: boolean): Promise<Failure[]> {
    const error = await this.connect().checkAccess(product);
    const isKeyRefused = error instanceof AuthenticationError;
    if (!error || !(isKeyRefused || reportsAddress)) {
      return [];
    }
    const isElsewhere = error instanceof NotFoundAnswerError;
    const subject = isElsewhere ? `${this.load().baseUrl} is not the address of the platform: ` : "";
    const isExplained = isKeyRefused || error.message.includes("edgecloud:");
    const advice = isExplained ? "" : `. Check ${describeKey("baseUrl", this.provider)}, its scheme, port and path`;
    return [{ property: "configuration:", reason: subject + error.message + advice }];
  }
}
