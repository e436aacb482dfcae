import type { NodeRef } from '../../graph/artefacts/node.ts'
import type { Assessment } from '../rating/assessment.ts'
import type { Method } from '../methods/method.ts'
import type { ProgramChoices } from '../program/program-choices.ts'
import { type ProjectType } from '../../graph/programs/projects.ts'
import type { Surroundings } from '../attack-tree/rate-tree.ts'

export interface ReportArtefact extends NodeRef {
  readonly status: string
  readonly fields: Readonly<Record<string, unknown>>
}

export interface LinkedNode extends NodeRef {
  readonly status: string
}

/** What a report reads: names and links at once, texts as they are printed. */
export interface ReportSource {
  readonly program: string
  readonly description: string
  readonly phase: string
  /** Absent: all of the program. */
  readonly project: { readonly name: string; readonly type: ProjectType } | undefined
  readonly choices: ProgramChoices
  /** The graph's moment. */
  readonly seq: number
  readonly madeAt: string
  readonly method: { readonly name: string; readonly version: number; readonly content: Method }
  /** What trees are rated among: of the whole program, whatever the project. */
  readonly surroundings: Surroundings
  count(kind: string): number
  /** Artefacts of a kind with all of their fields, by code. */
  each(kind: string): AsyncIterable<ReportArtefact>
  /** Threat scenarios with what they come to, by code. */
  rated(): AsyncIterable<ReportArtefact & { readonly assessment: Assessment | null }>
  /** The CAL of a threat scenario, of any project; 0: none, null: not rated. */
  cal(uuid: string): number | null
  /** What is at the other end of links of a kind, by code: `to`, what comes after the artefact. */
  linked(uuid: string, link: string, side: 'from' | 'to'): readonly LinkedNode[]
  /** How many links are to be confirmed, and the first of them. */
  readonly suspects: {
    readonly total: number
    readonly first: readonly { readonly from: NodeRef; readonly to: NodeRef; readonly reason: string }[]
  }
}
