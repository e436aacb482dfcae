import type { NodeRef } from '../../graph/artefacts/node.ts'
import type { Assessment } from '../rating/assessment.ts'
import type { Method } from '../methods/method.ts'
import type { ProgramChoices } from '../program/program-choices.ts'
import { type ProjectType } from '../../graph/programs/projects.ts'
import type { TreeContext } from '../attack-tree/rate-tree.ts'

export interface ReportArtefact extends NodeRef {
  readonly status: string
  readonly fields: Readonly<Record<string, unknown>>
}

export interface LinkedNode extends NodeRef {
  readonly status: string
}

/** Somebody who approved artefacts, and when last (ISO 8601). */
export interface ReportReviewer {
  readonly name: string
  readonly approved: number
  readonly lastAt: string
}

/** The latest baseline: its name, the graph version that it names, who made it and when (ISO 8601). */
export interface ReportBaseline {
  readonly name: string
  readonly seq: number
  readonly madeAt: string
  readonly madeBy: string
}

/** What a report reads: names and links at once, texts as they are printed. */
export interface ReportSource {
  /** Of the program, or of the project where the report is of one. */
  readonly uuid: string
  readonly program: string
  readonly description: string
  readonly phase: string
  /** Absent: all of the program. */
  readonly project: { readonly name: string; readonly type: ProjectType } | undefined
  readonly choices: ProgramChoices
  /** The graph version. */
  readonly seq: number
  /** ISO 8601. */
  readonly madeAt: string
  /** Who asked for the report. */
  readonly author: string
  /** The names of those who lead the program. */
  readonly leads: readonly string[]
  /** Who approved artefacts in reviews, the most active first. */
  readonly reviewers: readonly ReportReviewer[]
  readonly baseline: ReportBaseline | undefined
  readonly method: { readonly name: string; readonly version: number; readonly content: Method }
  /** What trees are rated among: of the whole program, whatever the project. */
  readonly treeContext: TreeContext
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
