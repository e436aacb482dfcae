/** The sign of a comparison: -1 is less, 0 equal, 1 greater. */
export type Sign = -1 | 0 | 1

declare const readByAnOrder: unique symbol

/** A version that an order has read. Only the order that read it can compare it. */
export interface ParsedVersion {
  readonly [readByAnOrder]: true
}

/** How an ecosystem orders its versions: parse each version once, compare it as often as needed. */
export interface VersionOrder {
  /** A short name of the order, for messages and for grouping ecosystems: `semver`, `dpkg`, `rpm`, … */
  readonly name: string
  /** Returns the version that was read, or undefined if the text is no version of this order (VERSION-2). */
  parse(text: string): ParsedVersion | undefined
  compare(a: ParsedVersion, b: ParsedVersion): Sign
}

/** Longest version that is read, in UTF-16 units (VERSION-3). The longest real ones have about 150. */
export const maxVersionLength = 1_024

/** Returns an order made of a reader and a comparison. Texts beyond `maxVersionLength` are not read (VERSION-3). */
export function defineOrder<Parsed>(
  name: string,
  read: (text: string) => Parsed | undefined,
  compare: (a: Parsed, b: Parsed) => Sign,
): VersionOrder {
  return {
    name,
    parse: (text) => (text.length > maxVersionLength ? undefined : (read(text) as ParsedVersion | undefined)),
    compare: (a, b) => compare(a as unknown as Parsed, b as unknown as Parsed),
  }
}
