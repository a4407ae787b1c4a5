import type { Draft } from "../draft";
import { authRules } from "./auth-rules";
import { configRules } from "./config-rules";
import { groupRules } from "./group-rules";
import { hostRules } from "./host-rules";
import type { RuleContext } from "./rule";
import { sourceRules } from "./source-rules";

/** Leaves are arrays of messages (contract 7). */
interface ErrorTree {
  [key: string]: ErrorTree | string[];
}

/** Errors by location. Its objects have no prototype, because a request may have keys like `__proto__`. */
class ErrorReport {
  readonly tree = Object.create(null) as ErrorTree;
  private readonly added = new Set<string>();

  add(path: readonly string[], message: string, several: boolean): void {
    let node = this.tree;
    for (const part of path.slice(0, -1)) {
      const next = (node[part] ??= Object.create(null) as ErrorTree);
      // Below a leaf of the group (`errors.sources: [...]`, `errors.auth: [...]`) there can be no more errors.
      if (Array.isArray(next)) {
        return;
      }
      node = next;
    }
    const leaf = (node[path.at(-1) ?? ""] ??= []);
    if (!Array.isArray(leaf) || (leaf.length > 0 && !several)) {
      return;
    }
    const whole = JSON.stringify([path, message]);
    if (this.added.has(whole)) {
      return;
    }
    this.added.add(whole);
    leaf.push(message);
  }
}

/**
 * Checks all rules and returns all errors together, or undefined. Each location has its first error; only `config`
 * has several.
 */
export function validateGroup(draft: Draft, context: RuleContext): { errors: ErrorTree } | undefined {
  const report = new ErrorReport();
  for (const { at, check } of [...groupRules, ...authRules]) {
    const message = check(draft, context);
    if (message !== undefined) {
      report.add(at, message, false);
    }
  }
  for (const entry of draft.entries) {
    for (const { forms, at, check } of [...hostRules, ...sourceRules, ...configRules]) {
      const message = forms.includes(entry.form) ? check(entry, draft, context) : undefined;
      if (message !== undefined) {
        report.add(["sources", entry.key, at], message, at === "config");
      }
    }
  }
  return Object.keys(report.tree).length > 0 ? { errors: report.tree } : undefined;
}
