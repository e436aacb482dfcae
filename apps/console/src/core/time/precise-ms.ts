/**
 * Epoch ms including the microseconds, which `Date.parse` discards: on a bus, two frames can be less than a millisecond
 * apart.
 */
export function preciseMs(time: string): number {
  const micros = /\.\d{3}(\d{1,3})/.exec(time)?.[1]
  return Date.parse(time) + (micros === undefined ? 0 : Number(`0.${micros}`))
}
