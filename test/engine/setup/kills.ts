import { Life, points, type Phase, type Victim } from "../../../lab/torture";
import { engine } from "./engine";
import { host } from "./host";

/** What is killed, and at which point of that phase; the names are those of `lab/torture/disturbances.ts`. */
export type Kill = [Phase, Victim, string];

/** Takes a stack with a resource of each kind through these kills. After each, it must converge again. */
export async function surviveKills(kills: readonly Kill[]): Promise<void> {
  const life = await Life.start(engine, host);
  try {
    for (const [phase, victim, name] of kills) {
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
}
