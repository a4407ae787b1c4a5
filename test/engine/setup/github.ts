import { ForgeServer, type ForgeRequest, type Route } from "./forge";
import { zipOf } from "./zip";

interface Repository {
  full_name: string;
}

/** A pull request, with the fields that the workflows read. */
export interface Pull {
  number: number;
  merged_at: string | null;
  merge_commit_sha: string;
  base: { ref: string; repo: Repository };
  head: { ref: string; sha: string; repo: Repository | null };
}

/** A run of a workflow. */
export interface Run {
  id: number;
  path: string;
  event: string;
  status: string;
  conclusion: string | null;
  run_number: number;
  head_sha: string;
  head_branch: string;
  head_repository: Repository;
}

/** An artifact, with the files in it. */
export interface Artifact {
  id: number;
  name: string;
  expired: boolean;
  run: number;
  files: Record<string, string>;
}

interface Comment {
  id: number;
  issue: number;
  body: string;
  user: { login: string };
}

interface Issue {
  number: number;
  title: string;
  body: string;
  state: string;
  user: { login: string };
}

const bot = { login: "github-actions[bot]" };

/**
 * The calls of GitHub's REST API that the workflows make, as its documentation describes them, of one repository. What
 * is stored of artifacts is on another server, to which the token must not go.
 */
export class GitHub {
  readonly repository = "team/edgecloud";
  readonly token = "token-of-the-job";
  /** By the commit that the API associates them with. */
  readonly pulls = new Map<string, Pull[]>();
  /** The newest first. */
  readonly runs: Run[] = [];
  readonly artifacts: Artifact[] = [];
  readonly comments: Comment[] = [];
  readonly issues: Issue[] = [];

  private constructor(
    private readonly storage: ForgeServer,
    private api?: ForgeServer,
  ) {}

  static async start(): Promise<GitHub> {
    const artifacts = new Map<string, Buffer>();
    const storage = await ForgeServer.start(
      [["GET", /^\/artifacts\/(\d+)$/, ({ captured: [id = ""] }) => artifacts.get(id)]],
      // Signed addresses take no second authorization.
      ({ headers }) => headers.authorization === undefined,
    );
    const github = new GitHub(storage);
    github.api = await ForgeServer.start(
      [...github.actionRoutes(artifacts), ...github.discussionRoutes()],
      ({ headers }) => headers.authorization === `Bearer ${github.token}`,
    );
    return github;
  }

  /** What the runner tells a job of the server and of its run. */
  environment(): Record<string, string> {
    return { GITHUB_API_URL: this.server.url, GITHUB_REPOSITORY: this.repository };
  }

  get server(): ForgeServer {
    return this.api!;
  }

  async close(): Promise<void> {
    await Promise.all([this.storage.close(), this.server.close()]);
  }

  private actionRoutes(stored: Map<string, Buffer>): Route[] {
    const runs = ({ query, captured: [file] }: ForgeRequest) => {
      const wanted = (name: string, ...values: (string | null)[]) =>
        !query.has(name) || values.includes(query.get(name));
      const workflow_runs = this.runs
        .filter(({ path }) => path === `.github/workflows/${file}`)
        .filter(({ event }) => wanted("event", event))
        .filter(({ status, conclusion }) => wanted("status", status, conclusion))
        .filter((run) => wanted("head_sha", run.head_sha) && wanted("branch", run.head_branch))
        .slice(0, Number(query.get("per_page") ?? 30));
      return { total_count: workflow_runs.length, workflow_runs };
    };
    const artifacts = ({ query, captured: [run] }: ForgeRequest) => {
      const found = this.artifacts.filter(
        (artifact) => artifact.run === Number(run) && [null, artifact.name].includes(query.get("name")),
      );
      return {
        total_count: found.length,
        artifacts: found.map(({ id, name, expired }) => ({ id, name, expired, workflow_run: { id: Number(run) } })),
      };
    };
    const archive = ({ captured: [id = ""] }: ForgeRequest) => {
      const artifact = this.artifacts.find((other) => String(other.id) === id && !other.expired);
      if (!artifact) {
        return { status: 410 };
      }
      stored.set(id, zipOf(artifact.files));
      return { status: 302, headers: { location: `${this.storage.url}/artifacts/${id}` } };
    };
    return [
      ["GET", this.at("commits/(\\w+)/pulls"), ({ captured: [sha = ""] }) => this.pulls.get(sha) ?? []],
      ["GET", this.at("actions/workflows/([\\w.]+)/runs"), runs],
      ["GET", this.at("actions/runs/(\\d+)/artifacts"), artifacts],
      ["GET", this.at("actions/artifacts/(\\d+)/zip"), archive],
    ];
  }

  private discussionRoutes(): Route[] {
    const nextId = () => 1 + this.comments.length + this.issues.length;
    const edit = <T extends object>(known: T | undefined, { body }: ForgeRequest) =>
      known && Object.assign(known, JSON.parse(body) as Partial<T>);
    const listIssues = ({ query }: ForgeRequest) =>
      this.issues.filter(({ state, user }) => state === query.get("state") && user.login === query.get("creator"));
    const comment = (request: ForgeRequest) => {
      const { body } = JSON.parse(request.body) as { body: string };
      this.comments.push({ id: nextId(), issue: Number(request.captured[0]), body, user: bot });
      return {};
    };
    const open = (request: ForgeRequest) => {
      const { title, body } = JSON.parse(request.body) as { title: string; body: string };
      this.issues.push({ number: nextId(), title, body, state: "open", user: bot });
      return {};
    };
    return [
      [
        "GET",
        this.at("issues/(\\d+)/comments"),
        ({ captured: [n] }) => this.comments.filter((c) => c.issue === Number(n)),
      ],
      ["POST", this.at("issues/(\\d+)/comments"), comment],
      [
        "PATCH",
        this.at("issues/comments/(\\d+)"),
        (r) =>
          edit(
            this.comments.find((c) => c.id === Number(r.captured[0])),
            r,
          ),
      ],
      ["GET", this.at("issues"), listIssues],
      ["POST", this.at("issues"), open],
      [
        "PATCH",
        this.at("issues/(\\d+)"),
        (r) =>
          edit(
            this.issues.find((i) => i.number === Number(r.captured[0])),
            r,
          ),
      ],
    ];
  }

  private at(path: string): RegExp {
    return new RegExp(`^/repos/${this.repository}/${path}$`);
  }
}
