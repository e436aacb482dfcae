/** How long after its first key a sequence is still valid, ms. */
export const sequenceMs = 1_200

/** The keys of a sequence pressed so far, and the time of the last key. */
export interface Pressed {
  readonly keys: readonly string[]
  readonly at: number
}

export const nothingPressed: Pressed = { keys: [], at: 0 }

interface Step<H> {
  readonly next: Pressed
  readonly hit: H | undefined
}

/**
 * The result of one more key after the keys before it: a hotkey, a started sequence, or nothing (rules KEY-1 to KEY-3).
 * `at` is in ms on any monotonic clock.
 */
export function afterKey<H extends { readonly keys: string }>(
  pressed: Pressed,
  key: string,
  at: number,
  offered: readonly H[],
): Step<H> {
  const before = at - pressed.at <= sequenceMs ? pressed.keys : []
  const continued = match([...before, key], offered)
  if (continued) return settled([...before, key], at, continued)

  // the key does not continue the sequence; it may start one itself
  const alone = before.length > 0 ? match([key], offered) : undefined
  return alone ? settled([key], at, alone) : { next: nothingPressed, hit: undefined }
}

type Match<H> = { readonly hit: H } | 'begun'

function match<H extends { readonly keys: string }>(
  keys: readonly string[],
  offered: readonly H[],
): Match<H> | undefined {
  const typed = keys.join(' ')
  const hit = offered.findLast((hotkey) => hotkey.keys === typed)
  if (hit) return { hit }
  return offered.some((hotkey) => hotkey.keys.startsWith(`${typed} `)) ? 'begun' : undefined
}

function settled<H>(keys: readonly string[], at: number, found: Match<H>): Step<H> {
  return found === 'begun' ? { next: { keys, at }, hit: undefined } : { next: nothingPressed, hit: found.hit }
}

type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/**
 * The name of the pressed key, as it is registered; undefined for keys of the browser or the operating system. Command
 * counts as Ctrl on a Mac.
 */
export function pressedIn({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyPress): string | undefined {
  if (altKey) return undefined
  if (!ctrlKey && !metaKey) return key === ' ' ? 'Space' : key
  return key.length > 1 ? undefined : `Ctrl-${shiftKey ? 'Shift-' : ''}${key.toUpperCase()}`
}
