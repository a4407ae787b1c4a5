// @ts-check
"use strict";

/** A situation that this machine cannot bring about; the message says why. */
class NotPossible extends Error {}

module.exports = { NotPossible };
