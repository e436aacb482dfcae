import type { Severity } from '@carapace/shared/msoc/severity'
import type { ComponentType } from 'react'

/** A display of the wall: it fills the screen, and shows live data without a user. */
export interface WallDisplay {
  /** In the address: `panels=overview,map` (rule WALL-2). */
  readonly name: string
  readonly title: string
  readonly Display: ComponentType
  /** It is shown only where somebody has chosen it (rule WALL-2). */
  readonly isOptional?: true
}

/** What a module adds to the wall. */
export interface WallParts {
  /** The pages from which `w` opens the wall (rule WALL-1); the first is in the address that the settings show. */
  readonly pages: readonly string[]
  /** In their default order. */
  readonly displays: readonly WallDisplay[]
  /** The age of the module's data, in the footer. */
  readonly Footer?: ComponentType
  /**
   * Calls `raised` for each new alert of these severities from now on (rule WALL-8). Returns a function that ends it.
   * Import the code that listens here.
   */
  readonly listen?: (severities: readonly Severity[], raised: (severity: Severity) => void) => () => void
}

const all: WallParts[] = []

export function addWall(parts: WallParts): void {
  all.push(parts)
}

/** The parts of all modules for the wall. */
export function wallParts(): readonly WallParts[] {
  return all
}

export function wallDisplays(): readonly WallDisplay[] {
  return all.flatMap(({ displays }) => displays)
}
