import { createHash, randomBytes } from 'node:crypto'
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose'
import { z } from 'zod'
import { askOutside } from './outgoing.ts'

/** What we ask of a provider's description (OpenID Connect Discovery 1.0, section 3). */
const Provider = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
})
type Provider = z.infer<typeof Provider>

const Keys = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) })
const Tokens = z.object({ id_token: z.string() })
const Claims = z.object({
  email: z.string(),
  email_verified: z.literal(true),
  nonce: z.string(),
  azp: z.string().optional(),
})

/** What a sign-in is begun with and is finished by: nothing of it may be guessed, and the browser brings it back. */
export interface Begun {
  readonly state: string
  readonly nonce: string
  /** Of PKCE (RFC 7636). */
  readonly verifier: string
}

export interface OpenId {
  /** Where the browser is sent to sign in there. */
  authorizationUrl(begun: Begun): Promise<string>
  /** The verified email of whom the provider vouches for; throws where anything about the answer is not right. */
  emailOf(code: string, begun: Begun): Promise<string>
}

interface Client {
  readonly clientId: string
  readonly clientSecret: string
  readonly issuer: string
  readonly redirectUri: string
}

/** How long a provider's description and keys are taken as they were, ms. */
const freshMs = 3_600_000
const clockToleranceSeconds = 60

export function beginSignIn(): Begun {
  const random = () => randomBytes(32).toString('base64url')
  return { state: random(), nonce: random(), verifier: random() }
}

/**
 * Signing in with somebody else's account: the authorization code flow with PKCE (OpenID Connect Core 1.0, section
 * 3.1).
 */
export function createOpenId({ clientId, clientSecret, issuer, redirectUri }: Client): OpenId {
  const provider = kept(async () => {
    const described = Provider.parse(await read(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`))
    if (described.issuer.replace(/\/$/, '') !== issuer.replace(/\/$/, ''))
      throw new Error(`${issuer} describes itself as ${described.issuer}.`)
    return described
  })
  const keys = kept(async () => Keys.parse(await read((await provider()).jwks_uri)) as JSONWebKeySet)

  async function redeem({ token_endpoint }: Provider, code: string, verifier: string): Promise<string> {
    const form = new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      client_id: clientId,
      client_secret: clientSecret,
      code_verifier: verifier,
    })
    const { status, body } = await askOutside(token_endpoint, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: String(form),
    })
    if (status !== 200) throw new Error(`The provider answered ${status} to the code.`)
    return Tokens.parse(body).id_token
  }

  /** A key that we don't know may be a new one: then the keys are read once more. */
  async function claimsOf(token: string, from: Provider) {
    const verify = async (set: JSONWebKeySet) =>
      jwtVerify(token, createLocalJWKSet(set), {
        issuer: from.issuer,
        audience: clientId,
        algorithms: ['RS256', 'PS256', 'ES256', 'EdDSA'],
        clockTolerance: clockToleranceSeconds,
        requiredClaims: ['exp', 'iat', 'sub'],
      })
    try {
      return (await verify(await keys())).payload
    } catch (error) {
      if ((error as { code?: string }).code !== 'ERR_JWKS_NO_MATCHING_KEY') throw error
      return (await verify(await keys({ anew: true }))).payload
    }
  }

  return {
    async authorizationUrl({ state, nonce, verifier }) {
      const url = new URL((await provider()).authorization_endpoint)
      const challenge = createHash('sha256').update(verifier).digest('base64url')
      const asked = {
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectUri,
        scope: 'openid email',
        state,
        nonce,
        code_challenge: challenge,
        code_challenge_method: 'S256',
      }
      for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value)
      return url.href
    },
    async emailOf(code, { nonce, verifier }) {
      const from = await provider()
      const claims = Claims.parse(await claimsOf(await redeem(from, code, verifier), from))
      if (claims.nonce !== nonce) throw new Error('The token answers another question than ours.')
      if (claims.azp !== undefined && claims.azp !== clientId) throw new Error('The token is for another client.')
      return claims.email.trim().toLowerCase()
    },
  }
}

async function read(url: string): Promise<unknown> {
  const { status, body } = await askOutside(url)
  if (status !== 200) throw new Error(`${url} answered ${status}.`)
  return body
}

/** What was read stays for a while; what could not be read is asked for again. */
function kept<T>(ask: () => Promise<T>): (how?: { anew: boolean }) => Promise<T> {
  let held: { readonly value: T; readonly at: number } | undefined
  return async ({ anew } = { anew: false }) => {
    if (anew || !held || Date.now() - held.at > freshMs) held = { value: await ask(), at: Date.now() }
    return held.value
  }
}
