import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Failure } from '@carapace/shared/core/failure'
import { createSeal } from '@carapace/shared/core/sealed'
import type { Database } from '../../core/db.ts'
import { type Begun, beginSignIn, createOpenId } from '../../core/outgoing/openid.ts'
import type { Settings } from '../../core/settings.ts'
import { makeLink } from '../mail/links.queries.ts'
import { audit } from './sessions.queries.ts'
import { accountOf } from './sign-in.queries.ts'

const path = '/api/auth/google'
const cookieName = 'carapace-google'
/** How long signing in at Google may take, s. */
const timeoutSeconds = 600
/** The way from Google's answer to the console's next call, ms. */
const linkMs = 60_000

const Kept = z.object({ state: z.string(), nonce: z.string(), verifier: z.string(), until: z.number() })

/**
 * Signing in with Google (rule SIGNIN-13 of packages/shared/src/account/SPEC.md). The answer is a link of a minute that
 * the console follows like a mailed one, so that no session stands in an address. Both redirects are ours: nothing that
 * was asked decides where they lead.
 */
export async function googleRoutes(
  app: FastifyInstance,
  db: Database,
  { google, publicUrl, secretKey }: Pick<Settings, 'google' | 'publicUrl' | 'secretKey'>,
): Promise<void> {
  const options = { config: { rateLimit: { max: 60, timeWindow: 60_000 } } }
  if (!google) {
    app.get(path, options, async () => {
      throw new Failure('NOT_FOUND')
    })
    return
  }
  const openId = createOpenId({ ...google, redirectUri: `${publicUrl}${path}/callback` })
  const seal = createSeal(secretKey, 'sign-in')
  const { pathname } = new URL(`${publicUrl}${path}`)
  // Lax: the way back from Google is a link of another site, and must bring the cookie
  const cookie = { path: pathname, httpOnly: true, sameSite: 'lax', secure: publicUrl.startsWith('https:') } as const

  function keep(reply: FastifyReply, begun: Begun): void {
    const sealed = seal.seal(
      JSON.stringify({ ...begun, until: Date.now() + timeoutSeconds * 1000 } satisfies z.infer<typeof Kept>),
    )
    void reply.setCookie(cookieName, Buffer.from(sealed).toString('base64url'), { ...cookie, maxAge: timeoutSeconds })
  }

  /** What this browser began, if it is what Google answers to. */
  function begunBy(request: FastifyRequest): Begun {
    const kept = Kept.parse(JSON.parse(seal.open(Buffer.from(request.cookies[cookieName] ?? '', 'base64url'))))
    if (kept.until < Date.now()) throw new Error('It took too long.')
    if ((request.query as { state?: unknown }).state !== kept.state) throw new Error('This browser did not begin it.')
    return kept
  }

  /** Undefined for somebody who was deactivated. */
  async function linkFor(email: string, address: string): Promise<string | undefined> {
    const account = await accountOf(db, email)
    if (!account) throw new Error('Nobody has this address here.')
    const { org, uuid: userUuid, name, active } = account
    return db.transaction(async (tx) => {
      const by = { uuid: userUuid, name, address }
      await audit(tx, org, by, {
        action: active ? 'vouched for by Google' : 'sign-in refused',
        subject: 'user',
        subjectUuid: userUuid,
      })
      return active ? makeLink(tx, { purpose: 'sign-in', org, email, userUuid, ms: linkMs }) : undefined
    })
  }

  app.get(path, options, async (request, reply) => {
    const begun = beginSignIn()
    try {
      const url = await openId.authorizationUrl(begun)
      keep(reply, begun)
      return await reply.redirect(url)
    } catch (error) {
      return refuse(request, reply, error)
    }
  })

  app.get(`${path}/callback`, options, async (request, reply) => {
    try {
      const begun = begunBy(request)
      const email = await openId.emailOf(new URL(request.url, publicUrl).searchParams, begun)
      const token = await linkFor(email, request.ip)
      if (token === undefined) throw new Error('This account is not active.')
      return await reply.clearCookie(cookieName, cookie).redirect(`${publicUrl}/?${new URLSearchParams({ token })}`)
    } catch (error) {
      return refuse(request, reply.clearCookie(cookieName, cookie), error)
    }
  })

  /** Whatever was wrong, the person reads the same; the operator reads the reason. */
  function refuse(request: FastifyRequest, reply: FastifyReply, error: unknown) {
    request.log.warn(
      { reason: error instanceof z.ZodError ? 'an answer is not what it should be' : (error as Error).message },
      'a sign-in with Google was refused',
    )
    return reply.redirect(`${publicUrl}/?error=INVALID_LOGIN`)
  }
}
