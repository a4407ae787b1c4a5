import { ForgeServer, type ForgeRequest, type Route } from "./forge";

/** A merge request, with the fields that the pipeline reads. */
export interface MergeRequest {
  iid: number;
  state: string;
  target_branch: string;
  source_project_id: number;
  sha: string;
  merge_commit_sha: string | null;
  squash_commit_sha: string | null;
}

/** A pipeline that a merge request lists. */
export interface Pipeline {
  id: number;
  project_id: number;
  ref: string;
  status: string;
  request: number;
}

/** A job of a pipeline, with its artifacts. */
export interface Job {
  id: number;
  name: string;
  pipeline: number;
  files: Record<string, string>;
}

interface Note {
  id: number;
  body: string;
  author: { id: number };
}

/** The calls of GitLab's REST API that the pipeline makes, as its documentation describes them, of one project. */
export class GitLab {
  readonly token = "token-of-the-project";
  readonly self = { id: 77, username: "project_12_bot" };
  /** By the commit that the API associates them with. */
  readonly requestsOf = new Map<string, MergeRequest[]>();
  readonly pipelines: Pipeline[] = [];
  readonly jobs: Job[] = [];
  /** Those of merge request 34, the oldest first. */
  readonly notes: Note[] = [];

  private constructor(private api?: ForgeServer) {}

  static async start(): Promise<GitLab> {
    const gitlab = new GitLab();
    gitlab.api = await ForgeServer.start(gitlab.routes(), ({ headers }) => headers["private-token"] === gitlab.token);
    return gitlab;
  }

  get server(): ForgeServer {
    return this.api!;
  }

  /** What the runner tells every job. */
  environment(): Record<string, string> {
    return {
      CI_API_V4_URL: `${this.server.url}/api/v4`,
      CI_PROJECT_ID: "12",
      CI_MERGE_REQUEST_IID: "34",
      CI_COMMIT_SHORT_SHA: "0123abcd",
      CI_DEFAULT_BRANCH: "main",
    };
  }

  async close(): Promise<void> {
    await this.server.close();
  }

  private routes(): Route[] {
    const textOf = ({ body }: ForgeRequest) => new URLSearchParams(body).get("body") ?? "";
    const add = (request: ForgeRequest) => {
      this.notes.push({ id: 500 + this.notes.length, body: textOf(request), author: this.self });
      return {};
    };
    const change = (request: ForgeRequest) => {
      const note = this.notes.find(({ id }) => id === Number(request.captured[0]));
      // Who has not written a note may not change it.
      return note?.author.id === this.self.id ? Object.assign(note, { body: textOf(request) }) : { status: 403 };
    };
    const file = ({ captured: [id, name = ""] }: ForgeRequest) => {
      const text = this.jobs.find((job) => job.id === Number(id))?.files[name];
      return text === undefined ? undefined : Buffer.from(text);
    };
    return [
      ["GET", /^\/api\/v4\/user$/, () => this.self],
      ["GET", at("merge_requests/34/notes"), () => this.notes],
      ["POST", at("merge_requests/34/notes"), add],
      ["PUT", at("merge_requests/34/notes/(\\d+)"), change],
      ["GET", at("repository/commits/(\\w+)/merge_requests"), ({ captured: [c = ""] }) => this.requestsOf.get(c) ?? []],
      [
        "GET",
        at("merge_requests/(\\d+)/pipelines"),
        ({ captured: [iid] }) => this.pipelines.filter((p) => p.request === Number(iid)),
      ],
      [
        "GET",
        at("pipelines/(\\d+)/jobs"),
        ({ captured: [id] }) => this.jobs.filter((job) => job.pipeline === Number(id)),
      ],
      ["GET", at("jobs/(\\d+)/artifacts/([\\w.-]+)"), file],
    ];
  }
}

const at = (path: string) => new RegExp(`^/api/v4/projects/12/${path}$`);
