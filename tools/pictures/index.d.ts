/** A picture of a real run. */
export interface Picture {
  file: string;
  svg: string;
}

/** The pictures of the documentation, made of the goldens: the output of real runs, which engine tests compare. */
export function pictures(): Picture[];
