import { eq } from 'drizzle-orm'
import { users } from '@carapace/shared/account/account.table'
import type { Org } from '@carapace/shared/core/owned'
import type { AnyDatabase } from '@carapace/shared/core/time-series.queries'
import type { ProgramRole } from '@carapace/shared/lifecycle/membership'
import type { LifecycleStatus, Phase } from '@carapace/shared/lifecycle/phases'
import type { ProgramChoices } from '@carapace/shared/lifecycle/program-choices'
import { programMembers, programs } from '@carapace/shared/lifecycle/programs.table'
import type { Person } from './demo-tara/build.ts'
import type { DemoContent } from './demo-tara/demo-content.ts'
import { eqx } from './demo-tara/eqx/content.ts'
import { hauler } from './demo-tara/others/hauler.ts'
import { tern } from './demo-tara/others/tern.ts'
import { seedGraph } from './demo-tara/seed-graph.ts'

interface DemoProgram {
  readonly name: string
  readonly description: string
  readonly status: LifecycleStatus
  readonly currentPhase: Phase
  readonly phaseStatuses: Partial<Record<Phase, LifecycleStatus>>
  readonly begunDaysAgo: number
  readonly changedHoursAgo: number
  readonly members: Partial<Record<Person, ProgramRole>>
  readonly choices: ProgramChoices
  readonly content: DemoContent
}

/** What the demo's engineers work on: one program early in its life, one in the middle, one with vehicles on the road. */
const demoPrograms: readonly DemoProgram[] = [
  {
    name: 'EQX-24 platform', description: 'Electric SUV on the Fjord zonal 2 architecture: central gateway, drive control, telematics, phone as a key. UN R155 and R156.',
    status: 'IN_PROCESS', currentPhase: 'PRODUCT_DEVELOPMENT', phaseStatuses: { CONCEPT: 'COMPLETED', PRODUCT_DEVELOPMENT: 'IN_PROCESS', PRODUCTION: 'CREATED' },
    begunDaysAgo: 212, changedHoursAgo: 3, members: { 'Jonas Lind': 'LEAD', 'Maya Rao': 'EDITOR', 'Aiko Kimura': 'READER', 'Sven Dahl': 'READER' },
    choices: { propulsion_types: ['electric'], design_type: 'new', regulation_types: ['un-r155', 'un-r156', 'iso-21434', 'iso-26262'], rating_types: ['potential', 'cvss', 'vector'] }, content: eqx,
  },
  {
    name: 'Tern Van telematics', description: 'Telematics unit of the delivery van, in the field since March: monitored by the SOC, updates over the air.',
    status: 'UNDER_REVIEW', currentPhase: 'INCIDENCE_RESPONCE',
    phaseStatuses: { CONCEPT: 'APPROVED', PRODUCT_DEVELOPMENT: 'APPROVED', PRODUCTION: 'COMPLETED', INCIDENCE_RESPONCE: 'UNDER_REVIEW' },
    begunDaysAgo: 641, changedHoursAgo: 26, members: { 'Jonas Lind': 'LEAD', 'Sven Dahl': 'READER' },
    choices: { propulsion_types: ['electric'], design_type: 'variant', regulation_types: ['un-r155', 'un-r156'], rating_types: ['potential'] }, content: tern,
  },
  {
    name: 'Hauler T9 brake by wire', description: 'Brake control of the heavy truck without a mechanical fallback; the item is being cut out with the supplier.',
    status: 'CREATED', currentPhase: 'CONCEPT', phaseStatuses: { CONCEPT: 'IN_PROCESS' },
    begunDaysAgo: 19, changedHoursAgo: 71, members: { 'Maya Rao': 'LEAD', 'Jonas Lind': 'EDITOR' },
    choices: { propulsion_types: ['electric'], design_type: 'new', regulation_types: ['un-r155', 'iso-21434', 'iso-26262'], rating_types: ['potential'] }, content: hauler,
  },
]

const hourMs = 3_600_000

/** Gives the demo's organisation its programs, with all that is in them. */
export async function seedPrograms(db: AnyDatabase, org: Org): Promise<void> {
  const people = new Map((await db.select({ name: users.name, uuid: users.uuid }).from(users).where(eq(users.orgUuid, org.uuid))).map(({ name, uuid }) => [name, uuid]))
  for (const { begunDaysAgo, changedHoursAgo, members, content, ...fields } of demoPrograms) {
    const times = { createdAt: new Date(Date.now() - begunDaysAgo * 24 * hourMs), updatedAt: new Date(Date.now() - changedHoursAgo * hourMs) }
    const [row] = await db.insert(programs).values({ ...fields, ...times, orgUuid: org.uuid }).returning({ uuid: programs.uuid })
    const places = Object.entries(members).map(([name, role]) => ({ programUuid: row!.uuid, userUuid: people.get(name)!, orgUuid: org.uuid, role }))
    await db.insert(programMembers).values(places)
    await seedGraph(db, { org, programUuid: row!.uuid, people, now: new Date() }, content)
  }
}
