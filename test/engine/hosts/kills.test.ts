import { Life, points, type Phase, type Victim } from "../../../lab/torture";
import { engine } from "../setup/engine";
import { host } from "../setup/host";

/** What is killed, and at which point of that phase. */
type Kill = [Victim, string];

/** Each stack goes through one kill in each of its phases; the names are those of `lab/torture/disturbances.ts`. */
const lives: Record<Phase, Kill>[] = [
  {
    create: ["host", "group POST, not handled"],
    update: ["engine", "group PUT, not handled"],
    refresh: ["program", "group GET"],
    destroy: ["host", "group DELETE, not handled"],
  },
  {
    create: ["engine", "group POST, handled"],
    update: ["host", "group PUT, handled"],
    refresh: ["engine", "snapshot GET"],
    destroy: ["program", "group DELETE, handled"],
  },
  {
    create: ["host", "snapshot PATCH, handled"],
    update: ["program", "snapshot PATCH, not handled"],
    refresh: ["host", "function GET"],
    destroy: ["engine", "snapshot PATCH, handled"],
  },
  {
    create: ["engine", "function POST, not handled"],
    update: ["host", "function PATCH, handled"],
    refresh: ["engine", "function GET"],
    destroy: ["host", "function DELETE, handled"],
  },
  {
    create: ["host", "function task RUNNING"],
    update: ["engine", "function task RUNNING"],
    refresh: ["host", "group GET"],
    destroy: ["engine", "function task RUNNING"],
  },
  {
    create: ["program", "function task NEW"],
    update: ["program", "function PATCH, not handled"],
    refresh: ["program", "snapshot GET"],
    destroy: ["host", "function DELETE, not handled"],
  },
];

test.each(lives)("kills %#: after each kill, the stack converges again", async (kills) => {
  const life = await Life.start(engine, host);
  try {
    for (const phase of ["create", "update", "refresh", "destroy"] as const) {
      const [victim, name] = kills[phase];
      const point = points[phase].find((candidate) => candidate.name === name)!;
      const { wasReached } = await life.killAndRecover(point, victim);
      expect({ phase, name, wasReached }).toMatchObject({ wasReached: true });
    }
  } catch (error) {
    // The report shows what was printed and sent: without it, the failure cannot be explained.
    throw new Error(`${(error as Error).message}\n${life.report()}`, { cause: error });
  } finally {
    await life.close();
  }
});
