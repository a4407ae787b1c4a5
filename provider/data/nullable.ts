import { mapValues } from "../values/json";

/** An object with `null` for what the answer lacks. */
export type Nullable<Fields> = {
  [Name in keyof Fields]: undefined extends Fields[Name] ? Exclude<Fields[Name], undefined> | null : Fields[Name];
};

/** The object with `null` in place of what is undefined. */
export function orNull<Fields extends object>(fields: Fields): Nullable<Fields> {
  return mapValues(fields, (value) => value ?? null) as Nullable<Fields>;
}
