import { connect, type Connection, type Product } from "../api/connection";
import { AuthenticationError, NotFoundAnswerError } from "../api/failures/errors";
import type { OnSlowDown } from "../api/transport/gate";
import { ConfigError, describeConfigProblem, describeKey, loadConfig, type Config } from "../config/config";
import { providerName } from "../config/namespace";
import type { Failure } from "../core/check";

/** The connections, by their settings as JSON. Equal settings share sockets, batched reads and the access check. */
const connections = new Map<string, Connection>();

/** The settings of one provider, and the connection that they describe. */
export class HostSettings {
  private get: (key: string) => string | undefined = () => undefined;
  private provider?: string;
  private config?: Config;

  constructor(private readonly onSlowDown?: OnSlowDown) {}

  /** `provider` names an explicit `Provider`. No other setting is read yet: an operation is to report wrong ones. */
  configure(get: (key: string) => string | undefined, provider = get(providerName)): void {
    this.get = get;
    this.provider = provider;
    this.config = undefined;
  }

  /** Returns the checked settings. Throws a `ConfigError` if they cannot be used. */
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

  /** Returns the API key, to be removed from messages. Without valid settings, no key is sent, and none is returned. */
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

  /** Reports a refused API key and, with `reportsAddress`, a base URL at which the product seems not to be. */
  async checkPlatform(product: Product, reportsAddress: boolean): Promise<Failure[]> {
    const error = await this.connect().checkAccess(product);
    const isKeyRefused = error instanceof AuthenticationError;
    if (!error || !(isKeyRefused || reportsAddress)) {
      return [];
    }
    const isElsewhere = error instanceof NotFoundAnswerError;
    const subject = isElsewhere ? `${this.load().baseUrl} is not the address of the platform: ` : "";
    // A message that names a setting, as in `edgecloud:baseUrl`, already says what to do.
    const isExplained = isKeyRefused || error.message.includes("edgecloud:");
    const advice = isExplained ? "" : `. Check ${describeKey("baseUrl", this.provider)}, its scheme, port and path`;
    return [{ property: "configuration:", reason: subject + error.message + advice }];
  }
}
