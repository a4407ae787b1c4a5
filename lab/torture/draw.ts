import type { Host } from "./declared";
import { drawTrouble, makePoint, type Point, points, type Victim } from "./disturbances";
import { EditDrawing, NAMES } from "./draw-edits";
import type { History, Operate, Settle, Step } from "./history";
import { KINDS, NAMED_KINDS } from "./kinds";
import { Random } from "./random";

/** What is run, and how often. */
const OPERATIONS = {
  up: 10,
  "up --refresh": 2,
  "up --replace": 2,
  taint: 1,
  refresh: 1,
  preview: 1,
  "destroy --target": 1,
};

const VICTIMS: readonly Victim[] = ["host", "engine", "program"];

const PREFERENCES: readonly Settle["prefers"][] = ["alias", "alias", "adopt", "name"];

/** Draws the history of that seed: the same steps for both hosts. */
export function drawHistory(seed: number, host: Host): History {
  const random = new Random(seed);
  const parallel = random.pick([1, 1, 1, 16]);
  return { seed, host, parallel, steps: new Drawing(random).drawSteps() };
}

class Drawing {
  private readonly edits: EditDrawing;

  constructor(private readonly random: Random) {
    this.edits = new EditDrawing(random);
  }

  drawSteps(): Step[] {
    const { random } = this;
    const byHand = NAMED_KINDS.flatMap((kind): Step[] =>
      random.decide(0.5) ? [{ do: "byHand", what: "make", kind, name: random.pick(NAMES) }] : [],
    );
    const first = KINDS.flatMap((kind) => (random.decide(0.8) ? this.edits.drawAdd(kind) : []));
    const begun = [...byHand, ...first, ...this.drawOperation(), this.drawSettle()];
    const rounds = repeat(random.pickUpTo(3), () => [...this.drawRound(), this.drawSettle()]);
    return [...begun, ...rounds, ...(random.decide(0.3) ? [this.drawDestroy()] : [])];
  }

  /** Changes the program or the platform and runs an operation, once or twice, without settling in between. */
  private drawRound(): Step[] {
    const { random } = this;
    if (random.decide(0.06)) {
      return [{ do: "host" }, ...this.drawOperation()];
    }
    return repeat(random.pick([1, 1, 2]), () => [
      ...repeat(random.pickUpTo(3), () => this.edits.drawEdit()),
      ...(random.decide(0.35) ? this.edits.drawByHand() : []),
      ...this.drawOperation(),
    ]);
  }

  private drawSettle(): Step {
    const prefers = this.random.pick(PREFERENCES);
    return { do: "settle", prefers, refresh: this.random.decide(0.2) };
  }

  private drawDestroy(): Step {
    return { do: "operate", operation: "destroy", ...this.drawDisturbance("destroy") };
  }

  private drawOperation(): Step[] {
    const operation = this.random.pickWeighted(OPERATIONS);
    const slot = this.edits.pickSlot() ?? "none";
    switch (operation) {
      case "up":
      case "refresh":
      case "preview":
        return [{ do: "operate", operation, ...this.drawDisturbance(operation) }];
      case "up --refresh":
        return [{ do: "operate", operation: "up", refresh: true, ...this.drawDisturbance("up") }];
      case "up --replace":
        return [{ do: "operate", operation: "up", slot, ...this.drawDisturbance("up") }];
      case "taint":
        return [
          { do: "operate", operation, slot },
          { do: "operate", operation: "up", ...this.drawDisturbance("up") },
        ];
      case "destroy --target":
        return [{ do: "operate", operation: "destroy", slot, ...this.drawDisturbance("destroy") }];
    }
  }

  private drawDisturbance(operation: Operate["operation"]): Pick<Operate, "trouble" | "kill"> {
    const { random } = this;
    const chance = random.next();
    if (chance < 0.3) {
      return { trouble: drawTrouble(random) };
    }
    if (chance < 0.6 && operation !== "preview") {
      return { kill: { victim: random.pick(VICTIMS), point: this.drawPoint(operation) } };
    }
    return {};
  }

  /** Draws a point by the number of its request, or one that has a name: only these can be during a task. */
  private drawPoint(operation: Operate["operation"]): Point {
    const { random } = this;
    const isHandled = random.decide(0.5);
    const anywhere = makePoint("request", random.pickUpTo(6), isHandled);
    if (operation === "refresh") {
      return anywhere;
    }
    const phases = operation === "destroy" ? [points.destroy] : [points.create, points.update, points.destroy];
    const { name, fault } = random.pick(phases.flat());
    const change = makePoint("change", random.pick([1, 1, 2]), isHandled);
    return random.pick([anywhere, change, change, { name, fault }]);
  }
}

function repeat(count: number, draw: () => Step[]): Step[] {
  return Array.from({ length: count }, draw).flat();
}
