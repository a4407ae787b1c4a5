import { surviveKills } from "../setup/kills";

test("kill: an engine that is killed while its group is created leaves a stack that converges again", () =>
  surviveKills([
    ["create", "engine", "group POST, handled"],
    ["destroy", "host", "function DELETE, handled"],
  ]));
