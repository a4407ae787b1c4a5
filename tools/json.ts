// @ts-check
"use strict";

/** @param {string} text */
function isJson(text) {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

module.exports = { isJson };
