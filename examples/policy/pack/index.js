"use strict";

const { PolicyPack } = require("@pulumi/policy");

/** The type of a group, served by the dynamic provider or by the plugin. */
const groupTypes = ["pulumi-nodejs:dynamic/edgecloud:OriginGroup", "edgecloud:index:OriginGroup"];

const groupHasBackup = {
  name: "origin-group-has-backup",
  description: "Each origin group has an enabled backup among its sources.",
  enforcementLevel: "mandatory",
  validateResource: ({ type, props }, report) => {
    if (!groupTypes.includes(type)) {
      return;
    }
    // The inputs as the provider has checked them: defaults are filled in.
    // The dynamic provider keeps the sources by their names, the plugin in a list.
    const sources = Object.values(props.sources ?? {});
    if (!sources.some(({ backup, enabled }) => backup && enabled)) {
      report(`Give one of the sources of "${props.name}" backup: true.`);
    }
  },
};

new PolicyPack("edgecloud", { policies: [groupHasBackup] });
