import type { Org } from '@carapace/shared/core/owned'
import { type Assignment, nextMember } from '@carapace/shared/msoc/alerts/pipeline/assignment'
import type { Database, Tx } from '../../../core/db.ts'
import { ownersAmong } from './follower.queries.ts'

/** Chooses owners one after the other: each choice counts for the next one. */
export interface Owners {
  /** The next owner by a step's assignment, not `except`; undefined if nobody can take the alert now. */
  readonly choose: (
    step: string,
    assignment: Assignment,
    now: Date,
    except?: string | null,
  ) => { readonly uuid: string; readonly name: string } | undefined
  /** The member whose turn was last, by step. */
  readonly turns: () => Record<string, string>
}

/** The users that assignments name, as they are now; `turns`: the member whose turn was last, by step. */
export async function ownersOf(
  db: Tx | Database,
  org: Org,
  assignments: readonly Assignment[],
  turns: Readonly<Record<string, string>>,
): Promise<Owners> {
  const named = [...new Set(assignments.flatMap(({ members }) => members))]
  const members = await ownersAmong(db, org, named)
  const nameOf = new Map(members.map(({ uuid, name }) => [uuid, name]))
  const open = new Map(members.map((member) => [member.uuid, member.open]))
  const last = new Map(Object.entries(turns))
  return {
    choose(step, assignment, now, except) {
      const free = except ? new Map([...open].filter(([uuid]) => uuid !== except)) : open
      const uuid = nextMember(assignment, free, last.get(step), now)
      if (uuid === undefined) return undefined
      last.set(step, uuid)
      open.set(uuid, (open.get(uuid) ?? 0) + 1)
      return { uuid, name: nameOf.get(uuid) ?? '' }
    },
    turns: () => Object.fromEntries(last),
  }
}
