import { connect, type Connection, type Product } from "../api/connection";
import { AuthenticationError, NotFoundAnswerError } from "../api/failures/errors";
import type { OnSlowDown } from "../api/transport/gate";
import { ConfigError, describeConfigProblem, describeKey, loadConfig, type Config } from "../config/config";
import { providerName } from "../config/namespace";
import type { Failure } from "../core/check";

/** Keyed by the settings as JSON, so that equal settings share sockets, batched reads and the access check. */
const connections = new Map<string, Connection>();

export class HostSettings {
  private get: (key: string) => string | undefined = () => undefined;
  private provider?: string;
  private config?: Config;

  constructor(private readonly onSlowDown?: OnSlowDown) {}

  /** `provider` is the name of an explicit `Provider`. The other settings are read and checked on first use. */
  configure(get: (key: string) => string | undefined, provider = get(providerName)): void {
    this.get = get;
    this.provider = provider;
    this.config = undefined;
  }

  /** Throws a `ConfigError` if the settings cannot be used. */
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

  /** Returns what messages must not show. With invalid settings, no key is sent, so no message can quote one. */
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

  /** Reports a refused API key and, with `reportsAddress`, a base URL that seems wrong for the product. */
  async checkPlatform(product: Product, reportsAddress: boolean): Promise<Failure[]> {
    const error = await this.connect().checkAccess(product);
    const isKeyRefused = error instanceof AuthenticationError;
    if (!error || !(isKeyRefused || reportsAddress)) {
      return [];
    }
    const isElsewhere = error instanceof NotFoundAnswerError;
    const subject = isElsewhere ? `${this.load().baseUrl} is not the address of the platform: ` : "";
    // A message that names a setting, such as `edgecloud:baseUrl`, already says what to do.
    const isExplained = isKeyRefused || error.message.includes("edgecloud:");
    const advice = isExplained ? "" : `. Check ${describeKey("baseUrl", this.provider)}, its scheme, port and path`;
    return [{ property: "configuration:", reason: subject + error.message + advice }];
  }
}
