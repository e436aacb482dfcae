import { useState } from 'react'
import { retitled, type Row } from './edits.ts'

export interface Keys {
  readonly isFixed: (key: string) => boolean
  readonly retitle: <R extends Row>(rows: readonly R[], at: number, title: string) => R[]
  readonly rekey: <R extends Row>(rows: readonly R[], at: number, key: string) => R[]
}

/**
 * The keys of a list of rows. One that a released version has is fixed, unless it was typed just now: typing a longer
 * key may pass through a released one (rule SAFETY-UI-19).
 */
export function useKeys(isReleased: (key: string) => boolean): Keys {
  const [typed, setTyped] = useState<ReadonlySet<string>>(new Set())
  const isFixed = (key: string) => isReleased(key) && !typed.has(key)
  const changed = <R extends Row>(rows: R[], at: number, before: string) => {
    const { key } = rows[at]!
    if (key !== before) setTyped((keys) => new Set([...keys].filter((each) => each !== before)).add(key))
    return rows
  }
  return {
    isFixed,
    retitle(rows, at, title) {
      const { key } = rows[at]!
      return changed(retitled(rows, at, title, isFixed(key)), at, key)
    },
    rekey: (rows, at, key) => changed(rows.with(at, { ...rows[at]!, key }), at, rows[at]!.key),
  }
}
