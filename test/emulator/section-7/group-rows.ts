import type { Row } from "./row";

const fine = { source: "origin.example.com" };

/** Rows whose location is a field of the group. */
export const groupRows: readonly Row[] = [
  {
    error: "OriginGroupNameNotUniqueError",
    body: { name: "taken" },
    at: ["name"],
    message: "Origin Group name should be unique.",
  },
  {
    error: "OriginGroupNameMore255Error",
    body: { name: "n".repeat(256) },
    at: ["name"],
    message: "Ensure this field has no more than 255 characters.",
  },
  {
    error: "OriginGroupIsEmptyError",
    body: { sources: [] },
    at: ["source"],
    message: "Origin Group has to have at least one origin source.",
  },
  {
    error: "OriginSourceIsRequiredError",
    body: { sources: [fine, { backup: true }] },
    at: ["source"],
    message: "This field is required.",
  },
  {
    error: "OriginGroupSourcesLimitEditError",
    body: { sources: [{ source: "a.example.com" }, { source: "b.example.com" }, { source: "c.example.com" }] },
    seed: { plan: { originsLimit: 2 } },
    at: ["sources"],
    message: "Impossible to edit origin group with more than 2 origins and add more origins on your tariff plan.",
    changeOnly: true,
  },
  {
    error: "OriginGroupOriginsForbiddenForPrivateOriginError",
    body: { sources: [{ source: "own.example.com" }, fine] },
    seed: { names: { "own.example.com": "privateOrigin" } },
    at: ["sources"],
    message: "Private origin can only be used as the sole origin in the group.",
  },
];
