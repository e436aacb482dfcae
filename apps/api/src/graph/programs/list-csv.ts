import type { Project } from '@carapace/shared/graph/programs/projects.contract'
import { type Cell, csvText } from '../../core/documents/csv.ts'
import type { SeenProgram } from './programs.queries.ts'

const rowsAtOnce = 1_000

type Columns<Row> = Readonly<Record<string, (row: Row) => Cell>>

/**
 * A list as CSV, read in pages of a thousand rows until the end (rules PROGRAM-10, PROJECT-13, DOCUMENT-10).
 */
export function listCsv<Row>(
  name: string,
  columns: Columns<Row>,
  read: (at: { page: number; perPage: number }) => Promise<readonly Row[]>,
) {
  return {
    fileName: `carapace-${name}-${new Date().toISOString().slice(0, 16).replaceAll(':', '')}Z.csv`,
    content: csvText(Object.keys(columns), pages(Object.values(columns), read)),
  }
}

async function* pages<Row>(
  cells: readonly ((row: Row) => Cell)[],
  read: (at: { page: number; perPage: number }) => Promise<readonly Row[]>,
): AsyncGenerator<Cell[][]> {
  for (let page = 1; ; page += 1) {
    const rows = await read({ page, perPage: rowsAtOnce })
    yield rows.map((row) => cells.map((cell) => cell(row)))
    if (rows.length < rowsAtOnce) return
  }
}

export const programColumns: Columns<SeenProgram> = {
  name: ({ row }) => row.name,
  description: ({ row }) => row.description,
  status: ({ row }) => row.status,
  current_phase: ({ row }) => row.currentPhase,
  my_role: ({ myRole }) => myRole,
  members: ({ members }) => members,
  created_at: ({ row }) => row.createdAt.toISOString(),
  updated_at: ({ row }) => row.updatedAt.toISOString(),
  uuid: ({ row }) => row.uuid,
}

export const projectColumns: Columns<Project> = {
  name: ({ name }) => name,
  program: ({ program }) => program,
  type: ({ type }) => type,
  description: ({ description }) => description,
  current_phase: ({ current_phase: phase }) => phase,
  concept_phase_status: (project) => project.concept_phase_status,
  product_development_phase_status: (project) => project.product_development_phase_status,
  production_phase_status: (project) => project.production_phase_status,
  incidence_response_phase_status: (project) => project.incidence_response_phase_status,
  decommissioning_phase_status: (project) => project.decommissioning_phase_status,
  lead: ({ lead }) => lead?.name ?? null,
  milestone: ({ milestone }) => milestone?.name ?? null,
  milestone_on: ({ milestone }) => milestone?.on ?? null,
  scenarios: ({ scenarios }) => scenarios,
  suspect: ({ suspect }) => suspect,
  risk: ({ risk }) => risk,
  my_role: ({ my_role: role }) => role,
  updated_at: ({ updated_at: at }) => at,
  uuid: ({ uuid }) => uuid,
}
