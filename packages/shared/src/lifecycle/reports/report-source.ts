import type { NodeRef } from '../../graph/artefacts/node.ts'
import type { Assessment } from '../rating/assessment.ts'
import type { Method } from '../methods/method.ts'
import type { ProgramChoices } from '../program/program-choices.ts'
import type { ProjectType } from '../../graph/programs/projects.ts'
import type { TreeContext } from '../attack-tree/rate-tree.ts'

export interface ReportArtefact extends NodeRef {
  readonly status: string
  readonly fields: Readonly<Record<string, unknown>>
}

export interface LinkedNode extends NodeRef {
  readonly status: string
}

/** A user who approved artefacts, and the time of the last approval (ISO 8601). */
export interface ReportReviewer {
  readonly name: string
  readonly approved: number
  readonly lastAt: string
}

/** The latest baseline: its name, its graph version, who made it and when (ISO 8601). */
export interface ReportBaseline {
  readonly name: string
  readonly seq: number
  readonly madeAt: string
  readonly madeBy: string
}

/** The input of a report: names and links are loaded at once, texts while they are printed. */
export interface ReportSource {
  /** The uuid of the program, or of the project if the report is about a project. */
  readonly uuid: string
  readonly program: string
  readonly description: string
  readonly phase: string
  /** Absent: the whole program. */
  readonly project: { readonly name: string; readonly type: ProjectType } | undefined
  readonly choices: ProgramChoices
  /** The graph version. */
  readonly seq: number
  /** The time in ISO 8601. */
  readonly madeAt: string
  /** The user who requested the report. */
  readonly author: string
  /** The names of the program's leads. */
  readonly leads: readonly string[]
  /** Who approved artefacts in reviews, the most active first. */
  readonly reviewers: readonly ReportReviewer[]
  readonly baseline: ReportBaseline | undefined
  readonly method: { readonly name: string; readonly version: number; readonly content: Method }
  /** The context for rating trees: of the whole program, also for a project. */
  readonly treeContext: TreeContext
  count(kind: string): number
  /** Artefacts of a kind with all of their fields, sorted by code. */
  each(kind: string): AsyncIterable<ReportArtefact>
  /** Threat scenarios with their assessments, sorted by code. */
  rated(): AsyncIterable<ReportArtefact & { readonly assessment: Assessment | null }>
  /** The CAL of a threat scenario, of any project; 0: none, null: not rated. */
  cal(uuid: string): number | null
  /** The artefacts at the other end of links of a kind, sorted by code: `to` means downstream of the artefact. */
  linked(uuid: string, link: string, side: 'from' | 'to'): readonly LinkedNode[]
  /** The number of suspect links, and the first of them. */
  readonly suspects: {
    readonly total: number
    readonly first: readonly { readonly from: NodeRef; readonly to: NodeRef; readonly reason: string }[]
  }
}
