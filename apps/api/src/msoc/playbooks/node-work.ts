import type { Org } from '@carapace/shared/core/owned'
import { Failure } from '@carapace/shared/core/failure'
import type { PlaybookNode } from '@carapace/shared/msoc/playbooks/playbook'
import type { StoredWaiting } from '@carapace/shared/msoc/playbooks/waiting'
import type { Caller } from '../../core/http/caller.ts'
import type { Tx } from '../../core/db.ts'
import type { PlaybookDeps } from './deps.ts'
import type { RunRow } from './engine.queries.ts'

/** What a node is run with. */
export interface NodeWork {
  readonly tx: Tx
  readonly org: Org
  readonly run: RunRow
  readonly node: PlaybookNode
  /** Its settings, with the values of the run in them. */
  readonly input: Record<string, unknown>
  readonly deps: PlaybookDeps
  /** The member in whose name it acts, named as the playbook. */
  readonly caller: Caller
  readonly stepUuid: string
  readonly now: Date
}

/** What came of it. `announce` is called after the commit. */
export type NodeResult =
  | { readonly kind: 'done'; readonly port: string; readonly output?: unknown; readonly announce?: () => void }
  | {
      readonly kind: 'wait'
      readonly waiting: StoredWaiting
      readonly dueAt: Date | null
      readonly output?: unknown
      readonly announce?: () => void
    }
  /** To be done after the commit of the mark that it began; without it, nobody would know whether it was done. */
  | { readonly kind: 'outside'; readonly repeatable: boolean; readonly timeoutMs: number }

export type Handler = (work: NodeWork) => Promise<NodeResult>

/** Why a node cannot do what it should, in words. */
export function refused(message: string): Failure {
  return new Failure('RULE_REFUSED', { message })
}

/** The uuid that a setting with a path has led to. */
export function uuidIn({ input }: Pick<NodeWork, 'input'>, field: string): string {
  const value = input[field]
  if (typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)) return value
  throw refused(
    `"${field}" leads to no object: ${value === null || value === '' ? 'it is empty' : JSON.stringify(value)}.`,
  )
}

/** A text that must not be empty. */
export function textIn({ input }: Pick<NodeWork, 'input'>, field: string, most = 1_000): string {
  const value = String((input[field] as string | number | null | undefined) ?? '').trim()
  if (value === '') throw refused(`"${field}" is empty.`)
  return value.slice(0, most)
}

export function minutesFrom(now: Date, minutes: number): Date {
  return new Date(now.getTime() + minutes * 60_000)
}
