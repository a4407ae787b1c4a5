import { execFile, execFileSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { promisify } from "node:util";
import { parse } from "yaml";

type Texts = Record<string, string>;
type Ended = { code?: number; stdout: string; stderr: string };
type Script = { uses?: string; run?: string; env?: Texts };
/** A job of GitHub has steps, and one of GitLab scripts. */
type Job = { steps?: Script[]; before_script?: string[]; script?: string[]; env?: Texts; [name: string]: unknown };

const workflows = ["deploy", "drift", "preview", "unlock"].map((name) => `.github/workflows/${name}.yml`);
const files = { github: workflows, "without-plans": ["without-plans/deploy.yml"], gitlab: [".gitlab-ci.yml"] };

/** The files of a system, as they are or with what the last words of expressions stand for. */
export function readFiles(system: keyof typeof files, values: Texts = {}) {
  return files[system].map((name) => {
    const text = readFileSync(path.join(__dirname, "../examples/pipelines", name), "utf8");
    const json = JSON.stringify(parse(text, { merge: true }));
    const filled = json.replace(/\$\{\{ [\w.]*?(\w+) \}\}/g, (all, last: string) => values[last] ?? all);
    const parsed = JSON.parse(filled) as { on: object; jobs?: object };
    return { text, parsed, jobs: (parsed.jobs ?? parsed) as Record<string, Job> };
  });
}

/** Runs jobs of `examples/pipelines` in a folder, with a checkout in `project`, beside the API of GitHub or GitLab. */
export function createRunner(folder: string) {
  const [token, sha, at] = ["token-of-the-job", "c0ffee00cafe", (name: string) => path.join(folder, name)];
  /** What the API knows, by path, and the text of each comment, note or issue that it got, or else all that was sent. */
  const api = { answers: {} as Record<string, object>, changes: {} as Texts };
  const server = createServer((request, response) => {
    const { method, url = "", headers } = request;
    const name = url.replace(/^\/((repos\/team\/edgecloud|projects\/12)\/)?|\?.*/g, "");
    void request.toArray().then((parts) => {
      const sent = parts.join("");
      const fields = (sent.startsWith("{") ? JSON.parse(sent) : Object.fromEntries(new URLSearchParams(sent))) as Texts;
      Object.assign(api.changes, method !== "GET" && { [`${method} ${name}`]: fields["body"] ?? sent });
      const answer = name === "signed" ? readFileSync(at("archive.zip")) : JSON.stringify(api.answers[name]);
      const given = headers.authorization?.replace("Bearer ", "") ?? headers["private-token"];
      // What a redirect leads to is signed; the token must not go there.
      const isAllowed = given === (name === "signed" ? undefined : token);
      const code = !isAllowed ? 401 : method === "GET" && !answer ? 404 : name.endsWith("/zip") ? 302 : 200;
      response.writeHead(code, { location: `${urlAt("localhost")}/signed` }).end(answer);
    });
  });
  server.listen(0).unref();
  const urlAt = (host: string) => `http://${host}:${(server.address() as AddressInfo).port}`;
  const store: Texts = { PLAN_TOKEN: token, NOTE_TOKEN: token, token, stack: "production", number: "34", sha };
  const system: Texts = {
    ...{ PATH: process.env.PATH!, TMPDIR: folder, RUNNER_TEMP: folder, GITHUB_WORKSPACE: at("project") },
    ...{ GITHUB_API_URL: urlAt("127.0.0.1"), GITHUB_REPOSITORY: "team/edgecloud", GITHUB_SHA: sha },
    ...{ GITHUB_RUN_NUMBER: "7", GITHUB_OUTPUT: at("out"), CI_API_V4_URL: urlAt("127.0.0.1"), CI_PROJECT_ID: "12" },
    ...{ CI_MERGE_REQUEST_IID: "34", CI_COMMIT_SHA: sha, CI_DEFAULT_BRANCH: "main" },
  };
  const shell = (script: string, cwd = at("project")) => {
    const env = { ...process.env, ...system, ...store };
    return execFileSync("bash", ["-ec", script], { cwd, env, encoding: "utf8", stdio: "pipe" });
  };
  const commit = "git -c user.name=test -c user.email=test@example.com commit -qm Start --allow-empty";
  shell(`mkdir -p comments drift project/vendor/plugin; cd project; git init -q; ${commit}`, folder);
  afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

  /** Runs the scripts of a job that match, up to the first that fails, each with only what its file gives it. */
  const run = async (of: keyof typeof files, name: string, matching = /^/, more: Texts = {}) => {
    const job = readFiles(of, { ...store, ...more }).find(({ jobs }) => name in jobs)!.jobs[name]!;
    const script = [...(job.before_script ?? []), ...(job.script ?? [])].filter((one) => matching.test(one)).join("\n");
    const own = { ...(job.parallel ? { STACK: store.stack } : {}), ...(job.variables as Texts | undefined), ...more };
    const [program, options] = job.steps ? ["bash", ["--norc", "-eo", "pipefail", "-c"]] : ["sh", ["-ec"]];
    let [code, output] = [0, ""];
    for (const step of job.steps ?? [{ run: script, env: { ...store, ...own } }]) {
      const due = step.run && matching.test(step.run) && code === 0 ? step.run : "";
      const surroundings = { cwd: at("project"), env: { ...system, ...job.env, ...step.env } };
      const running = promisify(execFile)(program, [...options, due], surroundings);
      const ended = (await running.catch((failed: unknown) => failed)) as Ended;
      [code, output] = [code || (ended.code ?? 0), output + ended.stdout + ended.stderr];
    }
    return { code, output };
  };
  return { api, at, run, shell, store, system, textOf: (name: string) => readFileSync(at(name), "utf8") };
}
