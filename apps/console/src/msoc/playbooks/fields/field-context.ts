import { createContext, useContext } from 'react'
import type { KnownPath } from './completion.ts'

/** A mistake at one setting of the shown node. */
export interface FieldMistake {
  readonly field: string | null
  readonly message: string
}

/** What the fields of one form share. */
export interface FieldContext {
  /** What expressions can read here. */
  readonly paths: readonly KnownPath[]
  /** Names of secrets, for the fields that may have them. */
  readonly secrets: readonly string[]
  readonly isReadOnly: boolean
  readonly mistakes: readonly FieldMistake[]
}

const FieldReactContext = createContext<FieldContext | undefined>(undefined)
export const FieldContextProvider = FieldReactContext.Provider

export function useFieldContext(): FieldContext {
  const context = useContext(FieldReactContext)
  if (!context) throw new Error('A field is only shown in a form of a playbook.')
  return context
}

/** The mistakes at a setting and inside of it. */
export function mistakesAt(mistakes: readonly FieldMistake[], name: string): readonly string[] {
  return mistakes
    .filter(({ field }) => field === name || field?.startsWith(`${name}.`) === true)
    .map(({ message }) => message)
}
