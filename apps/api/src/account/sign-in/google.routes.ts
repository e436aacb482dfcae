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
/** How long a sign-in at Google may take, s. */
const timeoutSeconds = 600
/** The time between Google's answer and the console's next call, ms. */
const linkMs = 60_000

const Kept = z.object({ state: z.string(), nonce: z.string(), verifier: z.string(), until: z.number() })

/**
 * Sign-in with Google (rule SIGNIN-13 of packages/shared/src/account/SPEC.md). The answer is a link that is valid for
 * one minute. The console follows it like a mailed link, so that no URL contains a session. Both redirects go to our
 * own addresses: no input decides the target.
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
  // Lax: the redirect back from Google is a cross-site navigation and must send the cookie
  const cookie = { path: pathname, httpOnly: true, sameSite: 'lax', secure: publicUrl.startsWith('https:') } as const

  function keep(reply: FastifyReply, begun: Begun): void {
    const sealed = seal.seal(
      JSON.stringify({ ...begun, until: Date.now() + timeoutSeconds * 1000 } satisfies z.infer<typeof Kept>),
    )
    void reply.setCookie(cookieName, Buffer.from(sealed).toString('base64url'), { ...cookie, maxAge: timeoutSeconds })
  }

  /** The sign-in that this browser began, if Google's answer belongs to it. */
  function begunBy(request: FastifyRequest): Begun {
    const kept = Kept.parse(JSON.parse(seal.open(Buffer.from(request.cookies[cookieName] ?? '', 'base64url'))))
    if (kept.until < Date.now()) throw new Error('It took too long.')
    if ((request.query as { state?: unknown }).state !== kept.state) throw new Error('This browser did not begin it.')
    return kept
  }

  /** Undefined if the user was deactivated. */
  async function linkFor(email: string, address: string): Promise<string | undefined> {
    const account = await accountOf(db, email)
    if (!account) throw new Error('No account has this email address.')
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

  /** The user sees the same message for every reason; the operator reads the reason in the log. */
  function refuse(request: FastifyRequest, reply: FastifyReply, error: unknown) {
    request.log.warn(
      { reason: error instanceof z.ZodError ? 'an answer is not what it should be' : (error as Error).message },
      'a sign-in with Google was refused',
    )
    return reply.redirect(`${publicUrl}/?error=INVALID_LOGIN`)
  }
}
