import { countCharacters } from "../../../count-characters";
import { checkGroupName, upstreamCases } from "../stored-schema";
import { requiredMessage, describeTooLong, reportIf, type GroupRule } from "./rule";

/** Errors of section 7 about the group itself. */
export const groupRules: readonly GroupRule[] = [
  {
    // Not in section 7.
    error: "name is blank or not text",
    at: ["name"],
    check: ({ sent }) => checkGroupName(sent.name),
  },
  {
    error: "OriginGroupNameMore255Error",
    at: ["name"],
    check: ({ sent }) => reportIf(countCharacters(sent.name) > 255, describeTooLong(255)),
  },
  {
    error: "OriginGroupNameNotUniqueError",
    at: ["name"],
    check: ({ sent }, { isNameTaken }) => reportIf(isNameTaken(sent.name), "Origin Group name should be unique."),
  },
  {
    error: "OriginGroupIsEmptyError",
    at: ["source"],
    check: ({ sent, legacy }) =>
      reportIf(!legacy && sent.sources?.length === 0, "Origin Group has to have at least one origin source."),
  },
  {
    error: "OriginSourceIsRequiredError",
    at: ["source"],
    check: ({ entries }) =>
      reportIf(
        entries.some((e) => e.form === "host" && !e.source),
        requiredMessage,
      ),
  },
  {
    error: "OriginGroupSourcesLimitEditError",
    at: ["sources"],
    check: ({ entries }, { settings: { plan }, existing }) => {
      const origins = `origin group with more than ${plan.originsLimit} origins`;
      // Section 7 has the message of a change; a create has its own (platform facts).
      const message = existing
        ? `Impossible to edit ${origins} and add more origins on your tariff plan.`
        : `Impossible to add ${origins} on your tariff plan.`;
      return reportIf(entries.length > plan.originsLimit, message);
    },
  },
  {
    // The contract does not say what a private origin is. Both readings are emulated: a host that a seed marks as one,
    // and the legacy form's bucket (2.1 calls auth_type none "public origins") beside other sources.
    error: "OriginGroupOriginsForbiddenForPrivateOriginError",
    at: ["sources"],
    check: ({ entries, legacy }, { lookUpName }) => {
      const privateHost = entries.some((e) => e.form === "host" && lookUpName(e.host.host) === "privateOrigin");
      const broken = (legacy && entries.length > 0) || (privateHost && entries.length > 1);
      return reportIf(broken, "Private origin can only be used as the sole origin in the group.");
    },
  },
  {
    // Not in section 7: allowed values of 2.1.
    error: "unknown proxy_next_upstream value",
    at: ["proxy_next_upstream"],
    check: ({ sent }) => {
      const known: readonly string[] = upstreamCases;
      const wrong = sent.proxy_next_upstream?.find((value) => !known.includes(value));
      return reportIf(wrong !== undefined, `"${wrong}" is not a valid choice.`);
    },
  },
  {
    // Not in section 7: "when enabled, cases must be specified" (2.1, use_next).
    error: "use_next without cases",
    at: ["proxy_next_upstream"],
    check: ({ sent }) =>
      reportIf(sent.use_next === true && sent.proxy_next_upstream?.length === 0, "This list may not be empty."),
  },
];
