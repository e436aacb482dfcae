import type { FastifyInstance } from 'fastify'
import type { Publisher } from '@carapace/shared/core/bus/bus'
import { Failure } from '@carapace/shared/core/failure'
import type { Org } from '@carapace/shared/core/owned'
import { answerInvitation, sendAgreement } from '@carapace/shared/interface-agreement/agreements.contract'
import { agreementCode } from '@carapace/shared/interface-agreement/code'
import { agreementLimits } from '@carapace/shared/interface-agreement/exchange'
import { otherSide } from '@carapace/shared/interface-agreement/row'
import { isFew, refuseNoEmail } from '../../account/mail/mails-requested.ts'
import { type QueuedMail, queueMail } from '../../account/mail/mails.queries.ts'
import { audit, byCaller } from '../../account/sign-in/sessions.queries.ts'
import { refuseMany } from '../../account/sign-in/throttle.ts'
import type { Database, Tx } from '../../core/db.ts'
import type { Caller } from '../../core/http/caller.ts'
import { serve } from '../../core/http/serve.ts'
import { seeProgram } from '../../graph/programs/access.queries.ts'
import type { Services } from '../../module.ts'
import { announceAgreement } from '../agreement.live.ts'
import { tooManyAgreements } from '../agreements.routes.ts'
import { countAgreements, insertLogEntry, insertParty, organisationName } from '../agreements.queries.ts'
import { changeAgreement } from '../changing.ts'
import { insertInvitation, invitingState, isOwnAddress, lockInvitation, writeAnswer } from './invitations.queries.ts'
import { notifySide, wakeSide } from '../notices.ts'
import type { Party } from '../party.ts'
import { type AgreementRecord, partyOf, writeAgreement } from '../party.queries.ts'
import { takeSteps } from './steps.ts'

interface Deps {
  readonly db: Database
  readonly publisher: Publisher
  readonly services: Services
}

/** How long an invitation can be answered, ms. */
const answeredWithinMs = 14 * 86_400_000
/** How many of them an organisation mails in an hour. */
const mailedPerHour = 100

/** How the other side is invited and joins (rule AGREEMENT-15). */
export async function agreementInvitationRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  const { db, publisher, services } = deps

  serve(app, sendAgreement).with(async ({ input, caller }) => {
    const { agreement_uuid: uuid, email, name, message } = input
    refuseNoEmail(email)
    const seq = await changeAgreement(deps, caller, uuid, 'sheet', async (tx, party, locked) => {
      await refuseInviting(tx, party, email)
      const invitation = await insertInvitation(tx, party, {
        email,
        name,
        message,
        expiresAt: new Date(Date.now() + answeredWithinMs),
      })
      await mail(tx, caller, locked, invitation.uuid, email)
      return send(tx, caller, party, locked, email)
    })
    announceAgreement(publisher, uuid, 'pages')
    return { success: true, message: `An invitation is on its way to ${email}. It is good for 14 days.`, seq }
  })

  serve(app, answerInvitation).with(async ({ input, caller }) => {
    const { invitation_uuid: uuid, answer, program_uuid: programUuid } = input
    const { agreementUuid, woken } = await db.transaction((tx) =>
      answer === 'accept' ? accept(tx, services, caller, uuid, programUuid) : decline(tx, services, caller, uuid),
    )
    for (const part of ['pages', 'sheet'] as const) announceAgreement(publisher, agreementUuid, part)
    wakeSide(services, woken)
    return { success: true, agreement_uuid: answer === 'accept' ? agreementUuid : null }
  })
}

async function refuseInviting(tx: Tx, party: Party, email: string): Promise<void> {
  const { parties, invitations } = await invitingState(tx, party)
  if (parties > 1) throw new Failure('RULE_REFUSED', { message: 'The other side has joined the agreement already.' })
  if (invitations >= agreementLimits.invitations)
    throw new Failure('RULE_REFUSED', {
      message: `${agreementLimits.invitations} invitations to this agreement were sent, which is the most.`,
    })
  if (await isOwnAddress(tx, party.org, email))
    throw new Failure('RULE_REFUSED', {
      message: `${email} belongs to your own organisation: the other side has to be another one.`,
    })
}

async function mail(
  tx: Tx,
  { org, user }: Caller,
  { title, side }: AgreementRecord,
  invitation: string,
  email: string,
): Promise<void> {
  const queued: QueuedMail = {
    org,
    recipient: email,
    template: 'agreement-invitation',
    facts: { invitation, inviter: user.uuid, title, side: otherSide(side) },
  }
  if (!(await isFew(tx, queued)))
    throw new Failure('TOO_MANY', {
      message: `${email} was mailed three times within the hour. Wait before you send another.`,
    })
  await refuseMany(
    tx,
    { [`agreement invitations ${org.uuid}`]: mailedPerHour },
    `Your organisation mailed ${mailedPerHour} of these invitations within the hour, which is the most. Wait an hour.`,
  )
  await queueMail(tx, queued)
}

/** Sends the agreement with its first invitation; from then on its values change by agreement. */
async function send(tx: Tx, caller: Caller, party: Party, locked: AgreementRecord, email: string): Promise<number> {
  const isFirst = !locked.negotiation.isSent
  await audit(tx, caller.org, byCaller(caller), {
    action: isFirst ? 'send agreement' : 'invite to agreement again',
    subject: 'agreement',
    subjectUuid: party.agreementUuid,
    after: { code: agreementCode(locked.number), email },
  })
  if (isFirst) {
    const { seq } = await takeSteps(tx, party, locked, [{ what: 'sent' }])
    await writeAgreement(tx, party, { sentAt: new Date() })
    return seq
  }
  await insertLogEntry(tx, party, { action: 'invited-again' })
  return locked.seq
}

interface Answered {
  readonly agreementUuid: string
  readonly woken: Org | undefined
}

/** An invitation that can be answered. */
async function openInvitation(tx: Tx, caller: Caller, uuid: string) {
  const found = await lockInvitation(tx, caller, uuid)
  if (!found) throw new Failure('NOT_FOUND')
  const { invitation } = found
  if (invitation.orgUuid === caller.org.uuid)
    throw new Failure('RULE_REFUSED', {
      message: 'Your own organisation invites: the other side has to be another one.',
    })
  if (invitation.state !== 'open')
    throw new Failure('RULE_REFUSED', { message: `This invitation is ${invitation.state} already.` })
  return found
}

async function accept(
  tx: Tx,
  services: Services,
  caller: Caller,
  uuid: string,
  programUuid: string | null,
): Promise<Answered> {
  if (programUuid !== null) await seeProgram(tx, caller, programUuid)
  const { invitation, agreement } = await openInvitation(tx, caller, uuid)
  if (invitation.expiresAt.getTime() <= Date.now())
    throw new Failure('RULE_REFUSED', {
      message: `The invitation ended on ${dayOf(invitation.expiresAt)}. Ask ${invitation.invitedBy} for another.`,
    })
  if ((await countAgreements(tx, caller.org)) >= agreementLimits.agreements) throw tooManyAgreements()
  await insertParty(tx, caller, { agreementUuid: agreement.uuid, side: otherSide(agreement.side), programUuid })
  await writeAnswer(tx, invitation, 'accepted')
  const party = await partyOf(tx, caller, agreement.uuid)
  await writeAgreement(tx, party, {})
  await insertLogEntry(tx, party, { action: 'joined' })
  return answered(tx, services, caller, party, { ...agreement, verb: 'accept' })
}

async function decline(tx: Tx, services: Services, caller: Caller, uuid: string): Promise<Answered> {
  const { invitation, agreement } = await openInvitation(tx, caller, uuid)
  await writeAnswer(tx, invitation, 'declined')
  const decliner = {
    agreementUuid: agreement.uuid,
    org: caller.org,
    user: caller.user,
    side: otherSide(agreement.side),
  }
  await insertLogEntry(tx, decliner, { action: 'invitation-declined' })
  return answered(tx, services, caller, decliner, { ...agreement, verb: 'decline' })
}

const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

async function answered(
  tx: Tx,
  services: Services,
  caller: Caller,
  by: Pick<Party, 'agreementUuid' | 'org' | 'side' | 'user'>,
  { number, title, verb }: { number: number; title: string; verb: 'accept' | 'decline' },
): Promise<Answered> {
  const code = agreementCode(number)
  await audit(tx, caller.org, byCaller(caller), {
    action: `${verb} invitation to agreement`,
    subject: 'agreement',
    subjectUuid: by.agreementUuid,
    after: { code, title },
  })
  const name = verb === 'accept' ? await organisationName(tx, by.org) : caller.user.email
  const woken = await notifySide(tx, services, by, otherSide(by.side), {
    kind: 'agreement-proposal',
    title: `${code} ${title}: ${name} ${verb === 'accept' ? 'takes part' : 'declined your invitation'}`,
    page: verb === 'accept' ? 'information-exchange' : 'cover',
  })
  return { agreementUuid: by.agreementUuid, woken }
}
