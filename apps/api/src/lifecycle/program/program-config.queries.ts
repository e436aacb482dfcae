import { and, asc, eq, inArray } from 'drizzle-orm'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { artefacts } from '@carapace/shared/graph/artefacts/artefacts.table'
import { shippedMethod } from '@carapace/shared/lifecycle/methods/default-method'
import type { Method } from '@carapace/shared/lifecycle/methods/method'
import { programs, projects } from '@carapace/shared/graph/programs/programs.table'
import { taraMethods } from '@carapace/shared/lifecycle/methods/tara-methods'
import type { Database, Tx } from '../../core/db.ts'
import { codeOfRow } from '../../graph/artefacts/artefacts.queries.ts'

/** More entries than a program's configuration has. */
const listed = 2_000

/** The kinds that a program's configuration lists, by the names of the lists on the wire. */
const lists = {
  systems: 'system',
  features: 'feature',
  components: 'component',
  functionList: 'function',
  vehicles: 'vehicle-model',
} as const

interface Listed {
  readonly uuid: string
  readonly code: string
  readonly title: string
}

/** The artefacts in a program's lists (rule CONFIGURATION-7). */
export async function listsOf(
  db: Database | Tx,
  org: Org,
  programUuid: string,
): Promise<Record<keyof typeof lists, Listed[]>> {
  const rows = await db
    .select({ uuid: artefacts.uuid, kind: artefacts.kind, number: artefacts.number, title: artefacts.title })
    .from(artefacts)
    .where(
      ownedBy(org, artefacts, eq(artefacts.programUuid, programUuid), inArray(artefacts.kind, Object.values(lists))),
    )
    .orderBy(asc(artefacts.kind), asc(artefacts.number))
    .limit(Object.keys(lists).length * listed)
  const of = (kind: string) =>
    rows
      .filter((row) => row.kind === kind)
      .slice(0, listed)
      .map((row) => ({ uuid: row.uuid, code: codeOfRow(row), title: row.title }))
  return {
    systems: of(lists.systems),
    features: of(lists.features),
    components: of(lists.components),
    functionList: of(lists.functionList),
    vehicles: of(lists.vehicles),
  }
}

/** The program of a uuid: the uuid may be the program's own, or of a project in it. */
export async function programNamed(db: Database | Tx, org: Org, uuid: string): Promise<string> {
  const [row] = await db
    .select({ program: projects.programUuid })
    .from(projects)
    .where(ownedBy(org, projects, eq(projects.uuid, uuid)))
  return row?.program ?? uuid
}

export interface MethodInUse {
  /** Null: the method that the product ships. */
  readonly uuid: string | null
  readonly name: string
  readonly version: number
  readonly content: Method
}

/** The method of a program's assessments, and the program's configuration. */
export async function configOf(db: Database | Tx, org: Org, programUuid: string) {
  const [row] = await db
    .select({ program: programs, method: taraMethods })
    .from(programs)
    .leftJoin(taraMethods, and(eq(taraMethods.uuid, programs.methodUuid), eq(taraMethods.orgUuid, programs.orgUuid)))
    .where(ownedBy(org, programs, eq(programs.uuid, programUuid)))
  const { program, method } = row!
  const inUse: MethodInUse = method
    ? { uuid: method.uuid, name: method.name, version: method.version, content: method.content }
    : { uuid: null, name: shippedMethod.name, version: shippedMethod.version, content: shippedMethod.content }
  return { program, method: inUse }
}
