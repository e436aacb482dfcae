import type { SessionUser } from '@carapace/shared/account/auth.contract'
import type { Licence } from '@carapace/shared/modules'
import type { LinkOptions } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { isHeld } from '../session/licences.ts'

/** One line of the user's pending work. */
export interface WorkItem {
  /** Unique within its source. */
  readonly key: string
  readonly link: LinkOptions
  readonly title: string
  readonly icon?: ReactElement
  /** What it is about, in the font of identifiers. */
  readonly note?: string
  readonly status?: string
  readonly action?: string
  /** Its age is shown; `label` is what happened then: "Last seen". */
  readonly at?: { readonly label: string; readonly time: string }
  readonly isUrgent?: boolean
  /** The number of items that the line stands for; absent: one. */
  readonly count?: number
}

/** Pending work of one kind. It loads and fails apart from the other kinds (rule LANDING-3). */
export interface WorkSource {
  /** Within a sentence: "Your alerts did not load." */
  readonly name: string
  /** The sources of all modules are sorted by it (rule LANDING-2). */
  readonly order: number
  /** Without this licence it is not requested (rule LANDING-4). */
  readonly licence?: Licence
  /** Requested again every minute. Import the code that calls the server here. */
  readonly find: (user: SessionUser, signal: AbortSignal) => Promise<readonly WorkItem[]>
}

const all: WorkSource[] = []

/** Adds kinds of pending work to "Assigned to me". */
export function addWork(sources: readonly WorkSource[]): void {
  all.push(...sources)
  all.sort((a, b) => a.order - b.order)
}

/** The kinds of pending work that a user may have, the most urgent first. */
export function workOf({ organization: { license } }: Pick<SessionUser, 'organization'>): readonly WorkSource[] {
  return all.filter(({ licence }) => licence === undefined || isHeld(license, licence))
}
