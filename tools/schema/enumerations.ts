import ts from "typescript";
import { listLiterals, resolveReference, unwrapType } from "./declared";
import type { Prose } from "./prose";
import { capitalize, toToken, type NamedTypeSpec, type TypeSpec } from "./spec";
import type { Place } from "./type-specs";

interface Enumeration {
  readonly description: string | undefined;
  readonly values: ReadonlySet<string>;
}

/**
 * Enumerations of what a program can write, by name. Outputs are plain texts: YAML takes an enumeration for no argument
 * at all, not even for one of the same enumeration, and some languages fail on a value that a later version of the
 * platform may add.
 */
export class Enumerations {
  private readonly known = new Map<string, Enumeration>();

  constructor(
    private readonly checker: ts.TypeChecker,
    private readonly prose: Prose,
  ) {}

  list(): [string, NamedTypeSpec][] {
    return [...this.known].map(([name, { description, values }]) => [
      name,
      {
        type: "string",
        ...(description && { description }),
        enum: [...values].sort().map((value) => ({ name: nameMember(value), value })),
      },
    ]);
  }

  /** The enumeration that a type is; undefined if it is none, or more than texts. */
  fromUnion(node: ts.TypeNode, place: Place): TypeSpec | undefined {
    const inner = unwrapType(node);
    const type = this.checker.getTypeFromTypeNode(inner);
    const values = listLiterals(this.checker, node);
    if (values.length === 0 || (type.isUnion() && type.types.length > values.length)) {
      return undefined;
    }
    const symbol = ts.isTypeReferenceNode(inner) ? resolveReference(this.checker, inner) : undefined;
    return this.define(symbol?.name ?? this.nameAfter(place), values, place, symbol);
  }

  /** Names an enumeration that has no name of its own. Properties of the same name share one. */
  nameAfter({ property }: Place): string {
    return capitalize(property);
  }

  /** @param symbol What has the documentation. */
  define(name: string, values: readonly string[], { isOutput }: Place, symbol?: ts.Symbol): TypeSpec {
    if (isOutput) {
      return { type: "string" };
    }
    const known = this.known.get(name);
    this.known.set(name, {
      description: known?.description ?? (symbol && this.prose.describe(symbol)),
      values: new Set([...(known?.values ?? []), ...values]),
    });
    return { $ref: `#/types/${toToken(name)}` };
  }
}

/** `invalid_header` → `InvalidHeader`, `x86_64` → `X86_64`. */
function nameMember(value: string): string {
  return value
    .replaceAll(/(?<!\d)[_-]|[_-](?!\d)/g, " ")
    .replaceAll(/(?:^| )(\w)/g, (_, letter: string) => letter.toUpperCase());
}
