import type { LifecycleEntry } from '@carapace/shared/graph/programs/programs.contract'
import type { MenuItem } from '../../core/install/module-install.ts'

/** A program's lifecycle: the program's name and its entries; or why they could not be loaded. */
export type Lifecycle =
  | {
      readonly program?: string
      readonly entries: readonly LifecycleEntry[]
      readonly suspects?: Readonly<Record<string, number>>
    }
  | { readonly refused: string }

/**
 * Why an item of the menu cannot be opened: its step is not both configurable and visible (rule NAVIGATION-5).
 * Undefined: it can.
 */
export function lockOf({ lifecycleKey }: MenuItem, lifecycle: Lifecycle): string | undefined {
  if (lifecycleKey === undefined) return undefined
  if ('refused' in lifecycle) return lifecycle.refused
  const entry = lifecycle.entries.find(({ lifecycle_key }) => lifecycle_key === lifecycleKey)
  if (entry?.is_configurable && entry.is_ui_visible) return undefined
  return entry?.error_message ?? 'This Feature is currently not available for this program.'
}

/** How many suspect links end at the artefacts of an item. */
export function suspectsOf({ kinds = [] }: MenuItem, lifecycle: Lifecycle | undefined): number {
  if (lifecycle === undefined || 'refused' in lifecycle) return 0
  return kinds.reduce((sum, kind) => sum + (lifecycle.suspects?.[kind] ?? 0), 0)
}
