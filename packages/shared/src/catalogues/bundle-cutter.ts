import { z } from 'zod'

/** The limits of a bundle: nesting, number of objects and length of an object (rule CATALOGUE-11). */
const deepest = 64
const mostObjects = 200_000
const lettersAtMost = 2_000_000

const noBundle = 'This is no STIX 2.1 bundle.'
const Frame = z.object({ type: z.literal('bundle'), objects: z.array(z.unknown()) })

/**
 * Cuts a STIX bundle into its objects while its text arrives, so that the whole bundle is never in memory. `take`
 * receives each object; in the rest of the bundle a 0 replaces each. `add` and `end` return why the text is not a
 * bundle as soon as this is known (rule CATALOGUE-11).
 */
export function bundleCutter(take: (object: unknown) => void) {
  const marks = /["\\{}[\]]/g
  let [frame, object] = ['', '']
  let [depth, objects] = [0, 0]
  let [isText, isEscaped, isListed, isInside] = [false, false, false, false]

  /** Counts an opening bracket; returns whether it begins one of the bundle's objects. */
  function opens(mark: string, before: () => string): boolean {
    depth += 1
    if (depth === 2) isListed = mark === '[' && /"objects"\s*:\s*$/.test(before().slice(-100))
    return depth === 3 && isListed && mark === '{'
  }

  /** Handles an object that has ended; returns whether it is a valid one. */
  function taken(text: string): boolean {
    try {
      take(JSON.parse(text))
    } catch {
      return false
    }
    return ++objects <= mostObjects
  }

  return {
    add(text: string): string | undefined {
      if (text === '') return undefined
      let from = 0
      marks.lastIndex = isEscaped ? 1 : 0
      isEscaped = false
      for (let found = marks.exec(text); found; found = marks.exec(text)) {
        const { index: at, 0: mark } = found
        if (isText && mark === '\\') {
          isEscaped = at + 1 === text.length
          marks.lastIndex = at + 2
        } else if (mark === '"') isText = !isText
        else if (isText) continue
        else if (mark === '{' || mark === '[') {
          if (opens(mark, () => frame + text.slice(from, at))) {
            frame += `${text.slice(from, at)}0`
            from = at
            isInside = true
          }
          if (depth > deepest) return `This is nested more than ${deepest} deep.`
        } else if (mark !== '\\' && --depth === 2 && isInside) {
          if (!taken(object + text.slice(from, at + 1))) return noBundle
          object = ''
          from = at + 1
          isInside = false
        }
      }
      if (isInside) object += text.slice(from)
      else frame += text.slice(from)
      return frame.length > lettersAtMost || object.length > lettersAtMost ? noBundle : undefined
    },
    end(): string | undefined {
      try {
        return Frame.safeParse(JSON.parse(frame)).success ? undefined : noBundle
      } catch {
        return noBundle
      }
    },
  }
}
