import type { methodVersionOf } from '@carapace/shared/graph/methods/method-version'
import type { ComponentType, ReactNode } from 'react'
import type { z } from 'zod'

/** A version of a method; without a uuid, the version that is built into the product. */
export type MethodVersion<Content> = Omit<z.output<ReturnType<typeof methodVersionOf>>, 'content'> & {
  readonly content: Content
}

/** What is written of a draft. */
export interface DraftInput<Content> {
  readonly uuid?: string
  readonly revision?: number
  readonly name: string
  readonly note?: string
  readonly content: Content
}

interface Target {
  readonly uuid: string
  readonly revision: number
}

export interface ContentFormProps<Content> {
  readonly content: Content
  /** Why it may not be stored, by field; empty if it may, or if it is only shown. */
  readonly problems: Readonly<Record<string, string>>
  /** The contents of all released versions: what programs may refer to. */
  readonly released: readonly Content[]
  readonly onChange: (content: Content) => void
}

/** A kind of methods that organisations edit as versions, and how its page shows it (METHOD-UI-1, METHOD-UI-4). */
export interface EditedMethods<Content> {
  /** The title of the page: "Methods". */
  readonly title: string
  /** What one of them is called in a sentence: "method". */
  readonly one: string
  /** What uses a version: "2 programs"; absent: it is not counted. */
  readonly usedBy?: (version: MethodVersion<Content>) => string
  /** The consequence of a release, in a sentence or two. */
  readonly released: string
  readonly save: (input: DraftInput<Content>) => Promise<MethodVersion<Content>>
  readonly release: (target: Target) => Promise<unknown>
  readonly remove: (target: Target) => Promise<unknown>
  readonly problemsOf: (content: Content) => Readonly<Record<string, string>>
  readonly Form: ComponentType<ContentFormProps<Content>>
  /** What a version would change, as a dialog; absent: this cannot be shown. */
  readonly preview?: (version: MethodVersion<Content>, onClose: () => void) => ReactNode
}

/** The key of a version: its uuid, or a fixed key for the version that is built into the product. */
export const keyOf = ({ uuid }: { readonly uuid: string | null }): string => uuid ?? 'shipped'
export const titleOf = ({ name, version }: { readonly name: string; readonly version: number }): string =>
  `${name} v${version}`

/** The versions grouped by their name, the latest of each name first. */
export function byName<V extends { readonly name: string; readonly version: number }>(
  versions: readonly V[],
): readonly { readonly name: string; readonly versions: readonly V[] }[] {
  return Object.entries(Object.groupBy(versions, ({ name }) => name)).map(([name, of]) => ({
    name,
    versions: of!.toSorted((a, b) => b.version - a.version),
  }))
}

/** The problems in one part of a method ("potential", "matrix"), each sentence once. */
export function problemsIn(problems: Readonly<Record<string, string>>, part: string): readonly string[] {
  return [
    ...new Set(
      Object.entries(problems)
        .filter(([where]) => where === part || where.startsWith(`${part}.`))
        .map(([, why]) => why),
    ),
  ]
}
