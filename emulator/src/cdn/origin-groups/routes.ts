import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { refuseOtherMethods } from "../../http/other-methods";
import { buildCdnError } from "../error-body";
import type { CdnStore } from "../store";
import { toGroupResponse } from "./response";
import { BadRequestError } from "./body-shape";
import { createGroup, patchGroup, replaceGroup } from "./change";
import { listGroups } from "./list";
import type { OriginGroup } from "./model";

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
      return reply.send(listGroups(store.list(), request.query, url, store.settings.cdn));
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
