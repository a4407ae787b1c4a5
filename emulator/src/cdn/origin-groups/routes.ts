import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { refuseOtherMethods } from "../../http/other-methods";
import { pageNumbers } from "../../http/query-number";
import type { CdnStore } from "../store";
import { BadRequestError } from "./body-shape";
import { createGroup, patchGroup, replaceGroup } from "./change";
import { isS3Source, identifySource, type OriginGroup, type Source } from "./stored-schema";

/** The CDN's general error body (platform facts "CDN error body"). */
export const buildCdnError = (_status: number, message: string): { message: string } => ({ message });

/** Replaces both S3 credentials in responses (platform facts "Origin groups"). */
const credentialMask = "SECRET_VALUE";

const maskedCredentials = { s3_access_key_id: credentialMask, s3_secret_access_key: credentialMask };

function maskSource(source: Source): Source {
  return isS3Source(source) ? { ...source, config: { ...source.config, ...maskedCredentials } } : source;
}

/** Returns the response object of contract 2.1; the legacy form has no sources. */
function toGroupResponse(group: OriginGroup): Record<string, unknown> {
  const { id, name, use_next, proxy_next_upstream, auth_type, path, sources, auth, usedBy } = group;
  return {
    id,
    name,
    use_next,
    proxy_next_upstream,
    auth_type,
    ...(auth === null ? { sources: sources.map(maskSource) } : { auth: { ...auth, ...maskedCredentials } }),
    path,
    has_related_resources: usedBy.resources.length > 0,
  };
}

/** A filter without a value does not filter. */
const filter = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === "" ? undefined : value), schema.optional());

const querySchema = z.object({
  name: filter(z.string()),
  sources: filter(z.string()),
  has_related_resources: filter(z.enum(["true", "false"])),
  limit: pageNumbers.limit.optional(),
  offset: pageNumbers.offset.optional(),
});

type ListQuery = z.output<typeof querySchema>;

function parseListQuery(query: unknown): ListQuery {
  const result = querySchema.safeParse(query);
  if (result.success) {
    return result.data;
  }
  const fields = result.error.issues.map((issue) => [String(issue.path[0]), ["Enter a valid value."]]);
  throw new BadRequestError(Object.fromEntries(fields) as Record<string, string[]>);
}

// How the platform compares is not published. `name` matches a part, case-insensitively, so that a client that takes
// the first match for its own group is caught. `sources` is a comma-separated list of keys, of which any may match.
function matchesQuery(group: OriginGroup, query: ListQuery): boolean {
  const wanted = query.sources?.split(",");
  const related = String(group.usedBy.resources.length > 0);
  return (
    group.name.toLowerCase().includes(query.name?.toLowerCase() ?? "") &&
    (wanted === undefined || group.sources.some((source) => wanted.includes(identifySource(source)))) &&
    (query.has_related_resources === undefined || query.has_related_resources === related)
  );
}

/**
 * Returns a bare array, or with `limit` or `offset` one page `{count, next, previous, results}`. `url` is the absolute
 * URL of the request, for the links to the other pages.
 */
function listGroups(groups: readonly OriginGroup[], rawQuery: unknown, url: URL, ignoresOffset: boolean): unknown {
  const query = parseListQuery(rawQuery);
  const found = groups.filter((group) => matchesQuery(group, query)).map(toGroupResponse);
  if (query.limit === undefined && query.offset === undefined) {
    return found;
  }
  const { limit = 1000 } = query;
  const offset = ignoresOffset ? 0 : (query.offset ?? 0);
  const page = (start: number): string => {
    const target = new URL(url);
    target.searchParams.set("limit", String(limit));
    target.searchParams.set("offset", String(start));
    return target.href;
  };
  return {
    count: found.length,
    next: offset + limit < found.length ? page(offset + limit) : null,
    previous: offset > 0 ? page(Math.max(0, offset - limit)) : null,
    results: found.slice(offset, offset + limit),
  };
}

type ById = FastifyRequest<{ Params: { id: string } }>;

const notFound = buildCdnError(404, "Origin group is not found.");

/** Returns why a group cannot be deleted (platform facts "Origin groups"), if something uses it. */
function describeUse({ usedBy }: OriginGroup): string | undefined {
  if (usedBy.resources.length > 0) {
    return "There are resources using this group";
  }
  return usedBy.rules.length > 0 ? "There are rules using this group" : undefined;
}

function sendChangedGroup(reply: FastifyReply, status: number, change: () => OriginGroup): FastifyReply {
  try {
    return reply.code(status).send(toGroupResponse(change()));
  } catch (error) {
    if (error instanceof BadRequestError) {
      return reply.code(400).send(error.body);
    }
    throw error;
  }
}

/** Registers `/cdn/origin_groups` (contract 4.1, platform facts "Origin groups"). */
export function registerOriginGroupRoutes(app: FastifyInstance, store: CdnStore): void {
  const findGroup = (request: ById): OriginGroup | undefined => {
    const { id } = request.params;
    return /^[0-9]{1,15}$/.test(id) ? store.get(Number(id)) : undefined;
  };

  app.get("/origin_groups", (request, reply) => {
    try {
      const url = new URL(request.url, `http://${request.host}`);
      return reply.send(listGroups(store.list(), request.query, url, store.settings.cdn.ignoresOffset));
    } catch (error) {
      if (error instanceof BadRequestError) {
        return reply.code(400).send(error.body);
      }
      throw error;
    }
  });

  app.post("/origin_groups", (request, reply) => {
    if (store.canAddGroup()) {
      return sendChangedGroup(reply, 201, () => createGroup(request.body, store));
    }
    const { groupsLimit } = store.settings.plan;
    return reply
      .code(403)
      .send(buildCdnError(403, `Upgrade service to create more than ${groupsLimit} Origins group(s).`));
  });

  app.get("/origin_groups/:id", (request: ById, reply) => {
    const group = findGroup(request);
    return group ? reply.send(toGroupResponse(group)) : reply.code(404).send(notFound);
  });

  for (const [method, change] of [
    ["PUT", replaceGroup],
    ["PATCH", patchGroup],
  ] as const) {
    app.route({
      method,
      url: "/origin_groups/:id",
      handler: (request: ById, reply) => {
        const group = findGroup(request);
        if (!group) {
          return reply.code(404).send(notFound);
        }
        return sendChangedGroup(reply, 200, () => change(request.body, store, group));
      },
    });
  }

  app.delete("/origin_groups/:id", (request: ById, reply) => {
    const group = findGroup(request);
    if (!group) {
      return reply.code(404).send(notFound);
    }
    const use = describeUse(group);
    if (use !== undefined) {
      return reply.code(400).send({ name: [use] });
    }
    store.remove(group.id);
    return reply.code(204).send();
  });

  refuseOtherMethods(app, "/origin_groups", ["GET", "POST"], buildCdnError);
  refuseOtherMethods(app, "/origin_groups/:id", ["GET", "PUT", "PATCH", "DELETE"], buildCdnError);
}
