import { surviveKills, type Kill } from "../../../engine/setup/kills";

/** Each stack goes through one kill in each of its phases. */
const lives: Kill[][] = [
  [
    ["create", "host", "group POST, not handled"],
    ["update", "engine", "group PUT, not handled"],
    ["refresh", "program", "group GET"],
    ["destroy", "host", "group DELETE, not handled"],
  ],
  [
    ["create", "engine", "group POST, handled"],
    ["update", "host", "group PUT, handled"],
    ["refresh", "engine", "snapshot GET"],
    ["destroy", "program", "group DELETE, handled"],
  ],
  [
    ["create", "host", "snapshot PATCH, handled"],
    ["update", "program", "snapshot PATCH, not handled"],
    ["refresh", "host", "function GET"],
    ["destroy", "engine", "snapshot PATCH, handled"],
  ],
  [
    ["create", "engine", "function POST, not handled"],
    ["update", "host", "function PATCH, handled"],
    ["refresh", "engine", "function GET"],
    ["destroy", "host", "function DELETE, handled"],
  ],
  [
    ["create", "host", "function task RUNNING"],
    ["update", "engine", "function task RUNNING"],
    ["refresh", "host", "group GET"],
    ["destroy", "engine", "function task RUNNING"],
  ],
  [
    ["create", "program", "function task NEW"],
    ["update", "program", "function PATCH, not handled"],
    ["refresh", "program", "snapshot GET"],
    ["destroy", "host", "function DELETE, not handled"],
  ],
];

test.each(lives.map((kills) => [kills]))("kills %#: after each kill, the stack converges again", surviveKills);
