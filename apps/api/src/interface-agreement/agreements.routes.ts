import type { FastifyInstance } from 'fastify'
import type { Publisher } from '@carapace/shared/core/bus/bus'
import { Failure } from '@carapace/shared/core/failure'
import {
  type Agreement,
  type AgreementSummary,
  createAgreement,
  deleteAgreement,
  getAgreement,
  listAgreements,
  reportRowAtWork,
  setAgreementProgram,
} from '@carapace/shared/interface-agreement/agreements.contract'
import { takesPart } from '@carapace/shared/interface-agreement/access'
import { agreementCode } from '@carapace/shared/interface-agreement/code'
import { agreementLimits } from '@carapace/shared/interface-agreement/exchange'
import { figuresOf, isNegotiated, restored } from '@carapace/shared/interface-agreement/negotiation'
import { otherSide } from '@carapace/shared/interface-agreement/row'
import { may } from '@carapace/shared/permissions'
import { audit, byCaller } from '../account/sign-in/sessions.queries.ts'
import type { Database } from '../core/db.ts'
import type { Caller } from '../core/http/caller.ts'
import { serve } from '../core/http/serve.ts'
import { seeProgram } from '../graph/programs/access.queries.ts'
import { programsSeenAmong } from '../graph/programs/programs.queries.ts'
import { announceAgreement, announceRowAtWork } from './agreement.live.ts'
import {
  agreementsOf,
  countAgreements,
  deleteUnsent,
  invitationsTo,
  latestInvitations,
  type ListedAgreement,
  type NamedParty,
  partiesOf,
  writeProgram,
} from './agreements.queries.ts'
import { beginAgreement } from './beginning.ts'
import { draftsOf } from './negotiation/drafts.queries.ts'
import { type Party, refuseThirdParties } from './party.ts'
import { agreementOf, partyOf } from './party.queries.ts'
import { hiddenIn, partOf, sheetOf } from './negotiation/sheet.ts'
import { countComments, countDeliveries, countFiles, rowsWithNotes, signaturesOf } from './negotiation/sheet.queries.ts'

interface Deps {
  readonly db: Database
  readonly publisher: Publisher
}

/** Agreements over HTTP: list, begin, read, delete; the program that is their evidence. */
export async function agreementRoutes(app: FastifyInstance, { db, publisher }: Deps): Promise<void> {
  serve(app, listAgreements).with(async ({ input: { program_uuid: programUuid }, caller }) => {
    if (programUuid !== undefined) await seeProgram(db, caller, programUuid)
    const listed = await agreementsOf(db, caller, { programUuid })
    return { agreements: await summariesOf(db, caller, listed), invitations: await invitedTo(db, caller) }
  })

  serve(app, createAgreement).with(async ({ input, caller }) => {
    const uuid = await db.transaction(async (tx) => {
      if (input.program_uuid !== null) await seeProgram(tx, caller, input.program_uuid)
      if ((await countAgreements(tx, caller.org)) >= agreementLimits.agreements) throw tooManyAgreements()
      const { uuid: created, number } = await beginAgreement(tx, caller, input)
      await audit(tx, caller.org, byCaller(caller), {
        action: 'begin agreement',
        subject: 'agreement',
        subjectUuid: created,
        after: { code: agreementCode(number), title: input.title, side: input.side },
      })
      return created
    })
    return { success: true, uuid }
  })

  serve(app, deleteAgreement).with(async ({ input: { agreement_uuid: uuid }, caller }) => {
    await db.transaction(async (tx) => {
      const party = await partyOf(tx, caller, uuid)
      refuseThirdParties(party)
      const { title, number } = await agreementOf(tx, party)
      if (!(await deleteUnsent(tx, caller.org, uuid)))
        throw new Failure('RULE_REFUSED', { message: 'The agreement was sent to the other side: it stays for both.' })
      await audit(tx, caller.org, byCaller(caller), {
        action: 'delete agreement',
        subject: 'agreement',
        subjectUuid: uuid,
        before: { code: agreementCode(number), title },
      })
    })
    announceAgreement(publisher, uuid, 'pages')
    return { success: true }
  })

  serve(app, getAgreement).with(async ({ input: { agreement_uuid: uuid }, caller }) => {
    const party = await partyOf(db, caller, uuid)
    const [listed] = await agreementsOf(db, caller, { agreementUuid: uuid })
    if (!listed) throw new Failure('NOT_FOUND')
    return { agreement: await shownTo(db, caller, party, listed) }
  })

  serve(app, setAgreementProgram).with(async ({ input, caller }) => {
    const { agreement_uuid: uuid, program_uuid: programUuid } = input
    await db.transaction(async (tx) => {
      const party = await partyOf(tx, caller, uuid)
      refuseThirdParties(party)
      if (programUuid !== null) await seeProgram(tx, caller, programUuid)
      await writeProgram(tx, party, programUuid)
      await audit(tx, caller.org, byCaller(caller), {
        action: 'choose program of agreement',
        subject: 'agreement',
        subjectUuid: uuid,
        before: { program_uuid: party.programUuid },
        after: { program_uuid: programUuid },
      })
    })
    announceAgreement(publisher, uuid, 'exchange')
    return { success: true }
  })

  serve(app, reportRowAtWork).with(async ({ input: { agreement_uuid: uuid, row }, caller }) => {
    const party = await partyOf(db, caller, uuid)
    if (row !== null && !takesPart(party, row)) throw new Failure('NOT_FOUND')
    announceRowAtWork(publisher, party, row)
    return { success: true }
  })
}

export const tooManyAgreements = () =>
  new Failure('RULE_REFUSED', {
    message:
      `Your organisation takes part in ${agreementLimits.agreements} agreements, which is the most. ` +
      'Delete one that was never sent first.',
  })

async function invitedTo(db: Database, caller: Caller) {
  const rows = await invitationsTo(db, caller)
  return rows.map(({ invitation, number, title, authorSide, from }) => ({
    uuid: invitation.uuid,
    title,
    code: agreementCode(number),
    from,
    invited_by: invitation.invitedBy,
    message: invitation.message,
    side: otherSide(authorSide),
    created_at: invitation.createdAt.toISOString(),
    expires_at: invitation.expiresAt.toISOString(),
  }))
}

/** Agreements as lists show them. */
async function summariesOf(
  db: Database,
  caller: Caller,
  listed: readonly ListedAgreement[],
): Promise<AgreementSummary[]> {
  const { org, user } = caller
  const uuids = listed.map(({ uuid }) => uuid)
  const programs = [...new Set(listed.flatMap(({ programUuid }) => programUuid ?? []))]
  const [parties, invitations, seen] = await Promise.all([
    partiesOf(db, org, uuids),
    latestInvitations(db, org, uuids),
    programs.length === 0 ? [] : programsSeenAmong(db, org, user, programs),
  ])
  const partiesBy = Map.groupBy(parties, ({ agreementUuid }) => agreementUuid)
  const invitedBy = new Map(invitations.map(({ agreementUuid, email }) => [agreementUuid, email]))
  return listed.map((one) => summaryOf(one, partiesBy.get(one.uuid) ?? [], invitedBy.get(one.uuid), new Set(seen)))
}

function summaryOf(
  one: ListedAgreement,
  joined: readonly NamedParty[],
  invited: string | undefined,
  programsSeen: ReadonlySet<string>,
): AgreementSummary {
  const { uuid, side, programUuid, figures: all, negotiation, rows, access } = one
  const figures = negotiation ? figuresOf(partOf(restored(negotiation), { side, rows, access })) : all
  const other = joined.length < 2 && invited !== undefined && access !== 'third-party'
  const parties = [
    ...joined.map(({ side: of, name, joinedAt }) => ({ side: of, name, joined_at: joinedAt.toISOString() })),
    ...(other ? [{ side: otherSide(side), name: invited, joined_at: null }] : []),
  ]
  return {
    uuid,
    code: agreementCode(one.number),
    title: one.title,
    item: one.item,
    side,
    parties: parties.toSorted((a, b) => a.side.localeCompare(b.side)),
    state: all.state,
    version: one.version,
    is_amended: one.isAmended,
    agreed: figures.agreed,
    rows: figures.rows,
    waiting: figures.proposed[otherSide(side)],
    program_uuid: programUuid !== null && programsSeen.has(programUuid) ? programUuid : null,
    changed_at: one.changedAt.toISOString(),
  }
}

/** An agreement with its table, as far as somebody may see it. */
async function shownTo(db: Database, caller: Caller, party: Party, listed: ListedAgreement): Promise<Agreement> {
  const isMember = party.access !== 'third-party'
  const [[summary], record, [invitation], drafts, signed, comments, files, deliveries, notes] = await Promise.all([
    summariesOf(db, caller, [listed]),
    agreementOf(db, party),
    isMember ? latestInvitations(db, caller.org, [listed.uuid]) : [],
    isMember ? draftsOf(db, party) : [],
    signaturesOf(db, party),
    countComments(db, party),
    countFiles(db, party),
    countDeliveries(db, party),
    isMember ? rowsWithNotes(db, party) : [],
  ])
  const negotiation = restored(record.negotiation)
  const isHidden = (id: number, field: string) => {
    const row = negotiation.rows.get(id)
    return row !== undefined && isNegotiated(row) && hiddenIn(negotiation, row.row, party).some((one) => one === field)
  }
  const works = may(caller.user.role, 'agreements.work')
  return {
    ...summary!,
    seq: record.seq,
    is_sent: negotiation.isSent,
    sheet: sheetOf(negotiation, party, { comments, files, deliveries, notes }),
    drafts: drafts
      .filter(({ row, field }) => !isHidden(row, field))
      .map(({ row, field, value, author, at }) => ({ row, field, value, author, at: at.toISOString() })),
    access: party.access,
    may_edit: works && isMember,
    may_sign: works && isMember && party.isSignatory,
    invitation:
      invitation && summary!.parties.some(({ joined_at: joined }) => joined === null)
        ? {
            email: invitation.email,
            name: invitation.name,
            expires_at: invitation.expiresAt.toISOString(),
            state: invitation.state as 'open' | 'declined',
          }
        : null,
    signed,
  }
}
