import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { parse } from "yaml";

type Texts = Record<string, string>;
type Step = Partial<Record<"id" | "if" | "uses" | "run", string>> & { env?: Texts; with?: Texts };
/** A job of GitHub has steps, and one of GitLab scripts. */
type Job = Partial<Record<"before_script" | "script", string[]>> & { steps?: Step[] } & Record<string, unknown>;

export function readJobs(name: string): Record<string, Job> {
  const text = readFileSync(path.join(__dirname, "../examples/pipelines", name), "utf8");
  const all = parse(text, { merge: true }) as Record<string, Job> & { jobs?: Record<string, Job> };
  return all.jobs ?? all;
}

/** Runs jobs of `examples/pipelines` in a folder, with a checkout in `project`, beside the API of GitHub or GitLab. */
export class Runner {
  /** What the API answers to GET, by path: JSON, a file, or a redirect. */
  answers: Record<string, object> = {};
  /** The text that was sent for a comment, note or issue, by method and path; without one, all that was sent. */
  changes: Texts = {};
  private readonly token = "token-of-the-job";
  private readonly server = createServer((request, response) => {
    const { method, url = "", headers } = request;
    void request.toArray().then((parts) => {
      const sent = parts.join("");
      const fields = (sent.startsWith("{") ? JSON.parse(sent) : Object.fromEntries(new URLSearchParams(sent))) as Texts;
      this.changes = { ...this.changes, ...(method === "GET" ? {} : { [`${method} ${url}`]: fields["body"] ?? sent }) };
      const answer = method === "GET" ? this.answers[url.split("?")[0]!] : {};
      const given = headers.authorization?.replace("Bearer ", "") ?? headers["private-token"];
      // What a redirect leads to is signed; the token must not go there.
      const isAllowed = given === (url.startsWith("/signed") ? undefined : this.token);
      const location = answer instanceof URL ? { location: answer.href } : undefined;
      response.writeHead(!isAllowed ? 401 : !answer ? 404 : location ? 302 : 200, location);
      response.end(Buffer.isBuffer(answer) ? answer : JSON.stringify(answer));
    });
  });

  constructor(private readonly folder: string) {}
  at = (name: string) => path.join(this.folder, name);
  textOf = (name: string) => readFileSync(this.at(name), "utf8");
  url = (host = "127.0.0.1") => `http://${host}:${(this.server.address() as AddressInfo).port}`;

  async start(): Promise<void> {
    ["comments", "drift", "project/vendor"].forEach((name) => mkdirSync(this.at(name), { recursive: true }));
    const commit = "git -c user.name=test -c user.email=test@example.com commit -qm Start --allow-empty";
    execFileSync(`git init -q; ${commit}`, { cwd: this.at("project"), shell: "bash" });
    await new Promise<void>((resolve) => this.server.listen(0, resolve));
  }

  /** Runs the scripts of a job that match, up to the first that fails, in its shell. */
  run(name: string, job: string, matching = /^/, more: Texts = {}): Promise<{ code: number; output: string }> {
    const { steps, before_script = [], script = [] } = readJobs(name)[job]!;
    const runs = steps?.flatMap(({ run }) => (run ? [`(\n${run}\n)`] : []));
    const scripts = (runs ?? [...before_script, ...script]).filter((one) => matching.test(one)).join("\n");
    const [shell, options] = runs ? ["bash", ["-eo", "pipefail"]] : ["sh", ["-e"]];
    const env: NodeJS.ProcessEnv = {
      ...{ ...process.env, STACK: "production", RUNNER_TEMP: this.folder, GITHUB_WORKSPACE: this.at("project") },
      ...{ GITHUB_OUTPUT: this.at("out"), GITHUB_TOKEN: this.token, PLAN_TOKEN: this.token, NOTE_TOKEN: this.token },
      ...{ GITHUB_API_URL: this.url(), GITHUB_REPOSITORY: "team/edgecloud", GITHUB_RUN_NUMBER: "7", NUMBER: "34" },
      ...{ CI_API_V4_URL: this.url(), CI_PROJECT_ID: "12", CI_MERGE_REQUEST_IID: "34", CI_DEFAULT_BRANCH: "main" },
      ...{ GITHUB_SHA: "c0ffee00cafe", CI_COMMIT_SHA: "c0ffee00cafe", CI_COMMIT_SHORT_SHA: "c0ffee00", ...more },
    };
    return new Promise((resolve) => {
      execFile(shell, [...options, "-c", scripts], { cwd: this.at("project"), env }, (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
      );
    });
  }

  close(): void {
    this.server.close();
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
