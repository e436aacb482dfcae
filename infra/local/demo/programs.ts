import { eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { users } from '@carapace/shared/account/account.table'
import type { Org } from '@carapace/shared/core/owned'
import type { AnyDatabase } from '@carapace/shared/core/time-series/time-series.queries'
import type { ProgramRole } from '@carapace/shared/graph/members/membership'
import type { ProgramChoices } from '@carapace/shared/lifecycle/program/program-choices'
import { programMembers, programs } from '@carapace/shared/graph/programs/programs.table'
import type { Person } from './tara/build.ts'
import type { DemoContent } from './tara/demo-content.ts'
import { eqx } from './tara/eqx/content.ts'
import { hauler } from './tara/others/hauler.ts'
import { tern } from './tara/others/tern.ts'
import { type Lived, programLife } from './tara/program-life.ts'
import { type Recorded, seedRecord } from './tara/record.ts'
import { seedGraph } from './tara/seed-graph.ts'

interface DemoProgram {
  readonly name: string
  readonly description: string
  readonly begunDaysAgo: number
  readonly changedHoursAgo: number
  /** The program's creator comes first. */
  readonly members: Partial<Record<Person, ProgramRole>>
  readonly choices: ProgramChoices
  /** The changes that led to its current state. */
  readonly life: readonly Lived[]
  readonly content: DemoContent
}

/**
 * The programs of the demo's engineers: one early in its life cycle, one in the middle, one with vehicles in the field.
 */
export const demoPrograms: readonly DemoProgram[] = [
  {
    name: 'EQX-24 platform',
    description:
      'Electric SUV on the Fjord zonal 2 architecture: central gateway, drive control, telematics, phone as a ' +
      'key. UN R155 and R156.',
    begunDaysAgo: 212,
    changedHoursAgo: 3,
    members: { 'Jonas Lind': 'LEAD', 'Maya Rao': 'EDITOR', 'Aiko Kimura': 'READER', 'Sven Dahl': 'READER' },
    choices: {
      propulsion_types: ['electric'],
      design_type: 'new',
      regulation_types: ['un-r155', 'un-r156', 'iso-21434', 'iso-26262'],
      rating_types: ['potential', 'cvss', 'vector'],
    },
    life: [
      { day: 207, change: { status: 'IN_PROCESS' } },
      { day: 207, change: { phase: 'CONCEPT', status: 'IN_PROCESS' } },
      { day: 77, by: 'Maya Rao', change: { phase: 'CONCEPT', status: 'COMPLETED' } },
      { day: 76, change: { currentPhase: 'PRODUCT_DEVELOPMENT' } },
      { day: 74, change: { phase: 'PRODUCT_DEVELOPMENT', status: 'IN_PROCESS' } },
      { day: 33, change: { phase: 'PRODUCTION', status: 'CREATED' } },
    ],
    content: eqx,
  },
  {
    name: 'Tern Van telematics',
    description:
      'Telematics unit of the delivery van, in the field since March: monitored by the SOC, updates over the air.',
    begunDaysAgo: 641,
    changedHoursAgo: 26,
    members: { 'Jonas Lind': 'LEAD', 'Sven Dahl': 'READER' },
    choices: {
      propulsion_types: ['electric'],
      design_type: 'variant',
      regulation_types: ['un-r155', 'un-r156'],
      rating_types: ['potential'],
    },
    life: [
      { day: 636, change: { status: 'IN_PROCESS' } },
      { day: 636, change: { phase: 'CONCEPT', status: 'IN_PROCESS' } },
      { day: 552, change: { phase: 'CONCEPT', status: 'UNDER_REVIEW' } },
      { day: 548, by: 'Maya Rao', change: { phase: 'CONCEPT', status: 'APPROVED' } },
      { day: 547, change: { currentPhase: 'PRODUCT_DEVELOPMENT' } },
      { day: 545, change: { phase: 'PRODUCT_DEVELOPMENT', status: 'IN_PROCESS' } },
      { day: 310, change: { phase: 'PRODUCT_DEVELOPMENT', status: 'UNDER_REVIEW' } },
      { day: 302, by: 'Maya Rao', change: { phase: 'PRODUCT_DEVELOPMENT', status: 'APPROVED' } },
      { day: 299, change: { currentPhase: 'PRODUCTION' } },
      { day: 298, change: { phase: 'PRODUCTION', status: 'IN_PROCESS' } },
      { day: 251, change: { phase: 'PRODUCTION', status: 'COMPLETED' } },
      { day: 250, change: { currentPhase: 'INCIDENCE_RESPONCE' } },
      { day: 249, change: { phase: 'INCIDENCE_RESPONCE', status: 'IN_PROCESS' } },
      { day: 2, change: { phase: 'INCIDENCE_RESPONCE', status: 'UNDER_REVIEW' } },
      { day: 2, change: { status: 'UNDER_REVIEW' } },
    ],
    content: tern,
  },
  {
    name: 'Hauler T9 brake by wire',
    description:
      'Brake control of the heavy truck without a mechanical fallback; the item is being cut out with the supplier.',
    begunDaysAgo: 19,
    changedHoursAgo: 71,
    members: { 'Maya Rao': 'LEAD', 'Jonas Lind': 'EDITOR' },
    choices: {
      propulsion_types: ['electric'],
      design_type: 'new',
      regulation_types: ['un-r155', 'iso-21434', 'iso-26262'],
      rating_types: ['potential'],
    },
    life: [{ day: 17, by: 'Maya Rao', change: { phase: 'CONCEPT', status: 'IN_PROCESS' } }],
    content: hauler,
  },
]

const hourMs = 3_600_000

/** Creates the demo organisation's programs with all their content, and with the audit log of how they came to be. */
export async function seedPrograms(db: AnyDatabase, org: Org): Promise<void> {
  const people = new Map(
    (await db.select({ name: users.name, uuid: users.uuid }).from(users).where(eq(users.orgUuid, org.uuid))).map(
      ({ name, uuid }) => [name, uuid],
    ),
  )
  const now = new Date()
  const done: Recorded[] = []
  for (const { begunDaysAgo, changedHoursAgo, members, content, life, ...fields } of demoPrograms) {
    const uuid = randomUUID()
    const lived = programLife({ uuid, people, now }, { ...fields, members, life, begunDaysAgo })
    const places = Object.entries(members).map(([name, role]) => ({
      programUuid: uuid,
      userUuid: people.get(name)!,
      orgUuid: org.uuid,
      role,
    }))
    await db
      .insert(programs)
      .values({
        ...fields,
        ...lived.state,
        uuid,
        orgUuid: org.uuid,
        revision: lived.revision,
        createdByUuid: places[0]!.userUuid,
        createdAt: lived.done[0]!.at,
        updatedAt: new Date(now.getTime() - changedHoursAgo * hourMs),
      })
    await db.insert(programMembers).values(places)
    done.push(...lived.done, ...(await seedGraph(db, { org, programUuid: uuid, people, now }, content)))
  }
  await seedRecord(db, org, people, done)
}
