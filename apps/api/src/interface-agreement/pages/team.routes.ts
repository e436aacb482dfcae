import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { Failure } from '@carapace/shared/core/failure'
import type { Access } from '@carapace/shared/interface-agreement/access'
import { agreementLimits } from '@carapace/shared/interface-agreement/exchange'
import {
  getAgreementTeam,
  removeAgreementTeamMember,
  saveAgreementTeamMember,
  type TeamMember,
} from '@carapace/shared/interface-agreement/pages.contract'
import { audit, byCaller } from '../../account/sign-in/sessions.queries.ts'
import type { Tx } from '../../core/db.ts'
import type { Caller } from '../../core/http/caller.ts'
import { serve } from '../../core/http/serve.ts'
import type { Deps } from '../../module.ts'
import { insertLogEntry } from '../agreements.queries.ts'
import { changeAgreement } from '../changing.ts'
import {
  activeMembers,
  deleteTeamMember,
  insertTeamMember,
  teamOf,
  type TeamRow,
  writeTeamMember,
} from './pages.queries.ts'
import type { Party } from '../party.ts'
import { type AgreementRecord, partyOf } from '../party.queries.ts'
import { recordChange } from './record-change.ts'

type Input = z.output<typeof saveAgreementTeamMember.input>

/** The cybersecurity team: each side its own (rules AGREEMENT-51, AGREEMENT-52). */
export async function teamRoutes(app: FastifyInstance, deps: Pick<Deps, 'db' | 'publisher'>): Promise<void> {
  serve(app, getAgreementTeam).with(async ({ input, caller }) => {
    const party = await partyOf(deps.db, caller, input.agreement_uuid)
    return { team: (await teamOf(deps.db, party)).map((row) => wireMember(party, row)) }
  })

  serve(app, saveAgreementTeamMember).with(async ({ input, caller }) =>
    changeAgreement(deps, caller, input.agreement_uuid, 'pages', async (tx, party, locked) => {
      const own = (await teamOf(tx, party)).filter(({ side }) => side === party.side)
      const before = own.find(({ uuid }) => uuid === input.uuid)
      if (input.uuid !== undefined && !before) throw new Failure('NOT_FOUND')
      if (before && before.revision !== input.revision) throw new Failure('ROW_CHANGED')
      const fields = fieldsOf(input)
      await refuseMember(tx, caller, party, { input, locked, own, before })
      const after = before
        ? await writeTeamMember(tx, party, before.uuid, fields)
        : await insertTeamMember(tx, party, fields)
      await refuseLastLeaving(tx, party, own, [...own.filter((row) => row !== before), after])
      await record(tx, caller, party, before, after)
      return { success: true as const, member: wireMember(party, after) }
    }),
  )

  serve(app, removeAgreementTeamMember).with(async ({ input, caller }) =>
    changeAgreement(deps, caller, input.agreement_uuid, 'pages', async (tx, party) => {
      const own = (await teamOf(tx, party)).filter(({ side }) => side === party.side)
      const before = own.find(({ uuid }) => uuid === input.uuid)
      if (!before) throw new Failure('NOT_FOUND')
      await refuseLastLeaving(
        tx,
        party,
        own,
        own.filter((row) => row !== before),
      )
      await deleteTeamMember(tx, party, before.uuid)
      await record(tx, caller, party, before, undefined)
      return { success: true as const }
    }),
  )
}

/** A person of the team; accounts of the other side are not shown. */
function wireMember(party: Party, row: TeamRow): TeamMember {
  const { uuid, side, userUuid, name, role, email, phone, access, rows, isSignatory, revision } = row
  return {
    uuid,
    side,
    user_uuid: side === party.side ? userUuid : null,
    has_account: userUuid !== null,
    name,
    role,
    email,
    phone,
    access,
    rows,
    is_signatory: isSignatory,
    revision,
  }
}

const fieldsOf = ({ user_uuid: userUuid, name, role, email, phone, access, rows, is_signatory: signs }: Input) => ({
  userUuid,
  name,
  role,
  email,
  phone,
  access,
  rows: access === 'third-party' ? [...new Set(rows)].toSorted((a, b) => a - b) : [],
  isSignatory: signs,
})

const worksOnAll = (access: Access) => access === 'member' || access === 'named'

interface Saving {
  readonly input: Input
  readonly locked: AgreementRecord
  readonly own: readonly TeamRow[]
  readonly before: TeamRow | undefined
}

/** Refuses, by field, what a team cannot have. */
async function refuseMember(tx: Tx, caller: Caller, party: Party, saving: Saving): Promise<void> {
  const { input, own, before } = saving
  const { user_uuid: userUuid, access } = input
  if (!before && own.length >= agreementLimits.team)
    throw new Failure('RULE_REFUSED', {
      message: `A side's team has at most ${agreementLimits.team} people. Remove somebody first.`,
    })
  const errors: Record<string, string> = {}
  if (userUuid !== null && own.some((row) => row.userUuid === userUuid && row !== before))
    errors.user_uuid = 'This person is in the team already: change that entry.'
  else if (userUuid !== null && !(await activeMembers(tx, party.org, [userUuid])).has(userUuid))
    errors.user_uuid = 'Choose an active member of your own organisation.'
  if (userUuid === null && access !== 'contact')
    errors.access = 'Somebody without an account here is a contact, who is listed and sees nothing.'
  const wasNamed = before?.access === 'named' && before.userUuid === userUuid
  if (access === 'named' && !wasNamed && party.access !== 'named' && caller.user.role !== 'ADMIN')
    errors.access = 'Somebody who is named, or an administrator, names others for what is highly confidential.'
  if (input.is_signatory && !worksOnAll(access))
    errors.is_signatory = 'Who signs has to see the whole agreement: make this person a member first.'
  const why = access === 'third-party' ? whyNotRows(saving) : undefined
  if (why !== undefined) errors.rows = why
  if (Object.keys(errors).length > 0) throw new Failure('INVALID_INPUT', { errors })
}

function whyNotRows({ input: { rows }, locked }: Saving): string | undefined {
  if (rows.length === 0) return 'Name the rows that the third party is invited for.'
  const numbers = new Set(locked.negotiation.rows.map(([number]) => number))
  const missing = rows.find((row) => !numbers.has(row))
  return missing === undefined ? undefined : `The agreement has no row with the number ${missing}.`
}

/** While a side has somebody who works on the whole agreement, it keeps somebody. */
async function refuseLastLeaving(
  tx: Tx,
  party: Party,
  before: readonly TeamRow[],
  after: readonly TeamRow[],
): Promise<void> {
  const working = (team: readonly TeamRow[]) =>
    team.flatMap(({ userUuid, access }) => (userUuid !== null && worksOnAll(access) ? [userUuid] : []))
  if (working(before).length === 0 || (await activeMembers(tx, party.org, working(after))).size > 0) return
  throw new Failure('RULE_REFUSED', {
    message: 'Nobody of your side could work on the agreement any more. Add another member first.',
  })
}

const described = (row: TeamRow | undefined): string =>
  row ? [row.role, row.access, ...(row.isSignatory ? ['signs'] : [])].join(', ') : ''

/** What others see of a person decides what was signed: name, role, and whether they sign. */
async function record(
  tx: Tx,
  caller: Caller,
  party: Party,
  before: TeamRow | undefined,
  after: TeamRow | undefined,
): Promise<void> {
  const action = !before ? 'team-added' : after ? 'team-changed' : 'team-removed'
  const name = (after ?? before)!.name
  const where = before && after && before.name !== name ? `${before.name}, now ${name}` : name
  const isSigned = (['name', 'role', 'isSignatory'] as const).some((field) => before?.[field] !== after?.[field])
  const difference = { where, before: described(before), after: described(after) }
  if (isSigned) await recordChange(tx, party, action, [difference])
  else
    await insertLogEntry(tx, party, { action: 'contact-changed', detail: { note: where, differences: [difference] } })
  await audit(tx, party.org, byCaller(caller), {
    action: `${!before ? 'add' : after ? 'change' : 'remove'} agreement team member`,
    subject: 'agreement',
    subjectUuid: party.agreementUuid,
    before: before && { name: before.name, role: before.role, access: before.access },
    after: after && { name, role: after.role, access: after.access },
  })
}
